"""The screens and the dialogs that open over them."""
