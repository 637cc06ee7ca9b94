"""Five young territory games for the terminal, with opponents that play them well."""

__version__ = "0.18.0"
