"""The characters of a file that says nothing of its character set, or something wrong.

Every codec in question reads the file, and that one is taken which leaves a sound tree and the most
characters that are common in its language.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from contextlib import suppress
from encodings import normalize_encoding
from encodings.aliases import aliases

from termgames.core.errors import OptionError, RecordError
from termgames.core.text import quoted
from termgames.play.foreign import sgf_text

_CHARSET = re.compile(rb"(?<![A-Z])CA\s*\[\s*([A-Za-z0-9_.:-]{1,40})\s*\]")
_WIDER = {
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "cp950",
    "ascii": "utf_8",
}
"""Codecs that files name, and those that hold what programs really write under these names."""
_NARROW = {
    *("utf_8", "latin_1", "gb18030", "cp932", "cp949", "cp950", "big5hkscs", "euc_jp", "koi8_r"),
    *("koi8_u", "cp437", "cp850", "cp852", "cp866", "cp874", "tis_620", "iso2022_jp", "johab"),
    *(f"iso8859_{part}" for part in range(2, 17)),
    *(f"cp{page}" for page in range(1250, 1259)),
}
"""Codecs that `CA`, which is read as ASCII, can name."""
_SAMPLE = 100_000
"""Bytes that tell the codec, from the game with the first character beyond ASCII on."""
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_LATIN = re.compile("(?<=[A-Za-z])[\xc0-\xff\u2013-\u201d]|[\xc0-\xff\u2013-\u201d](?=[A-Za-z])")
"""Letters of Western languages, and quotation marks, beside plain letters."""
_COMMON = {
    "gb18030": (
        "的一是了我不在人们有来他这上着个地到大里说就去子得也和那要下看天时过出小么起你都把好还多"
        "没为又可家学只以主会样年想生同老十从自面前头道它后然走很像见两用她国动进成回什边作对开而"
        "己些现山民候经发工向事命给长水几义三声于高手知理眼心意点问王张李陈刘杨赵黄周吴徐孙胡朱林"
        "何郭马罗梁宋郑谢韩唐冯董柯洁古力聂卫平常昊晓春孔杰邱峻檀啸芈昱廷范江维柁嘉熹越党毅飞连笑"
        "辜梓豪丁浩俞斌曹元华钱宇局胜负目贴战赛杯围职业黑方白北京海东南西第届级段棋盘活死征打劫提"
        "吃角星位布官收数"
    ),
    "cp932": (
        "日一人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女"
        "北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨の戦碁局勝敗目対第"
        "期挑手番黒田村林藤井伊佐加渡辺松坂武宮正樹光趙治勲栄依結城聡張羽根直泰秀策算砂哉和丈道節"
        "呉清源岩達明谷橋瀬実関棋院聖元王座段級持着連覇優石星布定死活互交替劫詰"
    ),
    "cp950": (
        "的一是了我不在人們有來他這上著個地到大里說就去子得也和那要下看天時過出小麼起你都把好還多"
        "沒為又可家學只以主會樣年想生同老從自面前頭道它後然走很像見兩用她國動進成回什邊作對開而己"
        "些現山民候經發工向事命給長水幾義三聲於高手知理眼心意點問王張李陳劉楊趙黃周吳徐孫胡朱林何"
        "郭馬羅梁宋鄭謝韓唐馮董海峰銘琬俊勳立誠許廖蔡洪曾彭潘賴簡棋圍盤局勝負目戰賽杯盃職業黑白台"
        "臺灣北東南西第屆段角星死活劫提吃打"
    ),
    "cp949": (
        "이가다는을에의한하고지도를로기사은리시아자서나해인어대정그일전수상보부과구라것주있었장제"
        "등으중만게조원스소성관들년모계용박최강윤임신오송유안홍창호세돌훈현혁환진석철영민준동흑백"
        "승패바둑국목점반집단초명결선배왕삼엘춘란농심김권황노허남양변"
    ),
}
"""Characters that texts and names of players often have."""
_COMMON["euc_jp"] = _COMMON["cp932"]
_CODECS = ("gb18030", "cp932", "euc_jp", "cp949", "cp950", "cp1252", "utf_8")
"""Those that are tried, the likeliest first."""


def codec_of(name: str, *, wide: bool = True) -> str | None:
    """The codec of a character set's name; None for one that holds no texts. Those in which ASCII
    is not written as such, as UTF-16, are `wide`."""
    plain = normalize_encoding(name).lower().removeprefix("x_").replace("windows_", "cp")
    plain = aliases.get(plain, plain)
    plain = _WIDER.get(plain, plain)
    known = plain in _NARROW or (wide and re.fullmatch(r"utf_16(_[lb]e)?", plain))
    return plain if known else None


def decoded(data: bytes, charset: str | None = None) -> tuple[str, str]:
    """The text of a file, and the codec where it had to be guessed, else an empty text: by
    `charset` if one is given, else by the mark of byte order, else as `CA` says, else UTF-8 where
    it is that. Bytes that are no characters become U+FFFD. OptionError for an unknown charset."""
    if charset is not None:
        codec = codec_of(charset)
        if codec is None:
            raise OptionError(
                f"--charset {quoted(charset, 40)} is unknown: name one as Shift_JIS, GBK, Big5, "
                "EUC-JP, EUC-KR, UTF-8 or windows-1252"
            )
        return _plain(data.decode(codec, "replace")), ""
    tried = ["utf_8_sig"]
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        tried.insert(0, "utf_16")
    elif (named := _CHARSET.search(data)) and not data.startswith(codecs.BOM_UTF8):
        tried.insert(0, codec_of(named[1].decode(), wide=False) or "utf_8_sig")
    for codec in tried:
        with suppress(UnicodeError):
            return _plain(data.decode(codec)), ""
    codec = _likeliest(data)
    return _plain(data.decode(codec, "replace")), codec


def _plain(text: str) -> str:
    return re.sub("\r\n|\n\r|\r", "\n", text).removeprefix("\ufeff")


def _likeliest(data: bytes) -> str:
    """The codec of a file that is not UTF-8."""
    first = next(_BEYOND_ASCII.finditer(data)).start()
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
    if char in _COMMON[codec]:
        return 1
    if "\u3041" <= char <= "\u30ff":
        return 1 if codec in ("cp932", "euc_jp") else -1
    if "\uac00" <= char <= "\ud7a3":
        return 0.3 if len(char.encode("euc_kr")) == 2 else -0.5  # a syllable of usual words
    if "\u4e00" <= char <= "\u9fff":
        return -0.5 if codec == "cp949" else 0
    return 0 if unicodedata.category(char)[0] == "P" or "\uff00" < char < "\uff60" else -1
