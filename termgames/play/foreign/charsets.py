"""The characters of a file that says nothing of its character set, or something wrong.

Every codec in question reads the file, and that one is taken which leaves a sound tree and the most
characters that are common in its language.
"""

import codecs
import re
import unicodedata
from collections import Counter
from contextlib import suppress
from encodings import normalize_encoding
from encodings.aliases import aliases

from termgames.core import files
from termgames.core.errors import OptionError, RecordError
from termgames.core.text import listed, quoted
from termgames.paths import assets
from termgames.play.foreign import sgf_text

_CHARSET = re.compile(rb"(?<![A-Z])CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_GAME = re.compile(rb"(?=\(\s*;\s*(?:GM|FF|SZ|CA)\s*\[)")
"""Where a game of a collection begins, in any of the codecs."""
_MARKS = {codecs.BOM_UTF8: "utf_8_sig"}
_MARKS |= dict.fromkeys((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), "utf_16")
_WIDER = {"gb2312": "gb18030", "gbk": "gb18030", "ascii": "utf_8", "big5": "cp950"}
_WIDER |= {"shift_jis": "cp932", "euc_kr": "cp949"}
"""Codecs that files name, and those that hold what programs really write under these names."""
_KNOWN = re.compile(
    r"utf_8|latin_1|gb18030|cp(932|949|950|437|850|852|866|874|125[0-8])|big5hkscs|euc_jp|koi8_[ru]"
    r"|tis_620|iso2022_jp|johab|iso8859_[0-9]+"
)
"""Codecs that write ASCII as it is, so that brackets and `CA` itself are read."""
_SAMPLE = 100_000
"""Bytes that tell the codec, from the game with the first character beyond ASCII on."""
_LATIN = re.compile("(?<=[A-Za-z])[\xc0-\xff\u2013-\u201d]|[\xc0-\xff\u2013-\u201d](?=[A-Za-z])")
"""Letters of Western languages, and quotation marks, beside plain letters."""
_COMMON = frozenset(files.text(assets() / "charsets" / "common.txt", 100_000).strip())
"""Chinese characters of both scripts, Japanese ones and Korean syllables that comments on games and
names of players often have: bytes that are read by a wrong codec give rare ones."""
_CODECS = {"gb18030": "GBK", "cp932": "Shift_JIS", "euc_jp": "EUC-JP", "cp949": "EUC-KR"}
_CODECS |= {"cp950": "Big5", "cp1252": "windows-1252", "utf_8": "UTF-8"}
"""The codecs that are tried, the likeliest first, and what they are called."""


def codec_of(name: str) -> str | None:
    """The codec of a character set's name; None for one that is no charset of texts."""
    plain = normalize_encoding(name).lower().removeprefix("x_").replace("windows_", "cp")
    plain = aliases.get(plain, plain)
    plain = _WIDER.get(plain, plain)
    return plain if _KNOWN.fullmatch(plain) else None


def decoded(data: bytes, charset: str | None = None) -> tuple[str, str]:
    """The text of a file, and its charset where it had to be guessed, else an empty text: by
    `charset` if one is given, else by the mark of byte order, else each game as its `CA` says, else
    UTF-8 where it is that, else as the `CA` of a game before it says. Bytes that are no characters
    become U+FFFD. OptionError for an unknown charset."""
    if charset is not None:
        if (codec := codec_of(charset)) is not None:
            return _plain(data.decode(codec, "replace")), ""
        known = listed([*_CODECS.values()], "or")
        raise OptionError(f"--charset {quoted(charset, 40)} is unknown: name one as {known}")
    for mark, codec in _MARKS.items():
        with suppress(UnicodeError):
            if data.startswith(mark):
                return _plain(data.decode(codec)), ""
    games = _GAME.split(data)
    texts, before = list[str | None](), None
    for game in games:
        named = _CHARSET.search(game)
        own = codec_of(named[1].decode()) if named else None
        texts.append(_told(game, own, "utf_8_sig", before))
        before = own or before
    unknown = b"".join(game for game, text in zip(games, texts, strict=True) if text is None)
    codec = _likeliest(unknown) if unknown else ""
    whole = (
        game.decode(codec, "replace") if text is None else text
        for game, text in zip(games, texts, strict=True)
    )
    return _plain("".join(whole)), _CODECS.get(codec, "")


def _told(data: bytes, *tried: str | None) -> str | None:
    """The text by the first of the codecs that can read it; None where none can."""
    for codec in filter(None, tried):
        with suppress(UnicodeError):
            return data.decode(codec)
    return None


def _plain(text: str) -> str:
    return re.sub("\r\n|\n\r|\r", "\n", text).removeprefix("\ufeff")


def _likeliest(data: bytes) -> str:
    """The codec of a file that is not UTF-8."""
    first = len(data) - len(data.lstrip(bytes(range(128))))
    sample = data[max(0, data.rfind(b"(;", 0, first)) :][:_SAMPLE]

    def unlike(codec: str) -> tuple[int, float]:
        text = sample.decode(codec, "replace")
        faults = sum(isinstance(tree, RecordError) for tree in sgf_text.read(text))
        letters = 2 * len(_LATIN.findall(text)) if codec == "cp1252" else 0
        return faults, -letters - sum(n * _likely(c, codec) for c, n in Counter(text).items())

    return min(_CODECS, key=unlike)


def _likely(char: str, codec: str) -> float:
    """How much a character speaks for a codec, from -3 to 1."""
    if char < "\x80":
        return 0
    if char == "\ufffd" or unicodedata.category(char) in ("Cc", "Co", "Cn"):
        return -3
    if codec in ("utf_8", "cp1252"):
        return 1 if codec == "utf_8" else -1
    if char in _COMMON:
        return 1
    if "\u3041" <= char <= "\u30ff":
        return 1 if codec in ("cp932", "euc_jp") else -1
    if "\uac00" <= char <= "\ud7a3":
        return 0.3 if len(char.encode("euc_kr")) == 2 else -0.5  # a syllable of usual words
    if "\u4e00" <= char <= "\u9fff":
        return -0.5 if codec == "cp949" else 0
    return 0 if unicodedata.category(char)[0] == "P" or "\uff00" < char < "\uff60" else -1
