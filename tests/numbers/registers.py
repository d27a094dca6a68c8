"""The formats of taxes, companies, insurance and documents that the other lists lack."""

import datetime
import re

from generate import Format, fill
from stdnum import luhn
from stdnum.bg import vat as bg_vat
from stdnum.ca import bn
from stdnum.ch import uid
from stdnum.cn import uscc
from stdnum.co import nit
from stdnum.cz import dic
from stdnum.dk import cvr
from stdnum.eu import vat
from stdnum.fi import ytunnus
from stdnum.fr import nif as fr_nif
from stdnum.gb import utr
from stdnum.gb import vat as gb_vat
from stdnum.hu import anum
from stdnum.id import nik, npwp
from stdnum.is_ import kennitala
from stdnum.jp import cn as jp_cn
from stdnum.ke import pin as ke_pin
from stdnum.ma import ice
from stdnum.no import orgnr
from stdnum.pk import cnic
from stdnum.pl import regon
from stdnum.pt import cc
from stdnum.ro import cui
from stdnum.ru import inn
from stdnum.tr import vkn
from stdnum.ua import edrpou, rntrc
from stdnum.vn import mst
from stdnum.za import tin as za_tin

OWN = "the authority's description, in Python"


def day(rng, form):
    first = datetime.date(1930, 1, 1)
    return (first + datetime.timedelta(days=rng.randrange(33_000))).strftime(form)


def dated(before, form, after):
    """Texts with a day between what two shapes give."""
    return lambda rng: fill(rng, before) + day(rng, form) + fill(rng, after)


def picked(choices, shape):
    """One of `choices`, and a shape."""
    return lambda rng: rng.choice(choices) + fill(rng, shape)


def digits(text):
    return [int(c) for c in text if c.isdigit()]


def weighted(text, weights):
    return sum(d * w for d, w in zip(digits(text), weights))


def is_day(year, month, day):
    try:
        datetime.date(year, month, day)
    except ValueError:
        return False
    return True


def is_snils(text):
    """Rule of the pension fund."""
    n = "".join(map(str, digits(text)))
    return len(n) == 11 and int(n[:9]) > 1001998 and weighted(n, range(9, 0, -1)) % 101 % 100 == int(n[9:])


def is_iranian(text):
    """Civil registration's code: weights 10 to 2."""
    n = digits(text)
    rest = weighted(text, range(10, 1, -1)) % 11
    check = rest if rest < 2 else 11 - rest
    return len(n) == 10 and check == n[9] and len(set(n)) > 1 and n[:3] != [0, 0, 0]


def is_egyptian(text):
    """The civil status department's form."""
    n = "".join(map(str, digits(text)))
    codes = [*range(1, 5), *range(11, 20), *range(21, 30), *range(31, 36), 88]
    born = is_day((17 + int(n[0])) * 100 + int(n[1:3]), int(n[3:5]), int(n[5:7]))
    return len(n) == 14 and born and int(n[7:9]) in codes and n[9:13] != "0000"


def is_ogrn(text):
    """The last digit of what a division by 11 or 13 leaves."""
    return text[0] in ("15" if len(text) == 13 else "3") and int(text[:-1]) % (len(text) - 2) % 10 == int(text[-1])


def is_ubn(text):
    """The finance ministry's rule since April 2023."""
    total = sum(sum(divmod(d * w, 10)) for d, w in zip(digits(text), (1, 2, 1, 2, 1, 2, 4, 1)))
    return total % 5 == 0 or text[6] == "7" and total % 5 == 4


def is_bn(text):
    return bn.is_valid(re.sub("R[RZ]", "RT", text))


def is_saudi(text):
    return text[0] in "12" and luhn.is_valid(text)


def is_emirati(text):
    n = "".join(map(str, digits(text)))
    return n[:3] == "784" and 1900 <= int(n[3:7]) <= 2099 and luhn.is_valid(n)


def is_polish_card(text):
    n = text.replace(" ", "")
    return sum(int(c, 36) * w for c, w in zip(n, (7, 3, 1, 9, 7, 3, 1, 7, 3))) % 10 == 0


def is_hungarian(text):
    n = digits(text)
    return weighted(text, range(1, 10)) % 11 == n[9]


def is_cns(text):
    """The health ministry's weights."""
    return weighted(text, range(15, 0, -1)) % 11 == 0


def is_nhi(text):
    """HISO 10046."""
    letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"
    if any(c in "IO" for c in text):
        return False
    values = [int(c) if c.isdigit() else letters.index(c) + 1 for c in text]
    total = sum(v * w for v, w in zip(values, (7, 6, 5, 4, 3, 2)))
    if text[6].isdigit():
        return total % 11 != 0 and (11 - total % 11) % 10 == values[6]
    return 24 - total % 24 == values[6]


def is_tanzanian(text):
    n = "".join(map(str, digits(text)))
    return is_day(int(n[:4]), int(n[4:6]), int(n[6:8]))


def is_nik(text):
    """The provinces there are, beside the date."""
    return nik.is_valid(text) and text[12:] != "0000"


def nik_draw(rng):
    provinces = "11 12 13 14 15 16 17 18 19 21 31 32 33 34 35 36 51 52 53 61 62 63 64 71 72 73 74 75 76 81 82 91".split()
    date = day(rng, "%d%m%y")
    return rng.choice(provinces) + fill(rng, "9999") + str(int(date[:2]) + rng.choice((0, 40))).zfill(2) + date[2:] + fill(rng, "9999")


def is_ein(text):
    given = [*range(1, 7), *range(10, 17), *range(20, 28), *range(30, 49), *range(50, 69), *range(71, 78), *range(80, 89),
             *range(90, 96), 98, 99]
    return int(text[:2]) in given and text[-7:] != "0000000"


NHI = "ABCDEFGHJKLMNPQRSTUVWXYZ"


def nhi_draw(rng):
    head = "".join(rng.choices(NHI, k=3))
    return head + (fill(rng, "9999") if rng.random() < 0.5 else fill(rng, "99") + "".join(rng.choices(NHI, k=2)))


def uscc_draw(rng):
    # With letters at the end of the organisation's part, as new codes have.
    province = rng.choice("11 12 13 21 31 32 33 35 37 41 42 44 50 51 61".split())
    return rng.choice(["91", "92", "12", "51"]) + province + fill(rng, "9999") + "MA" + "".join(rng.choices(uscc._alphabet, k=8))


def vat_draw(rng):
    shapes = ["ATU99999999", "BE0999999999", "BG999999999", "CY99999999A", "CZ99999999", "DK99999999", "EE999999999", "FI99999999",
              "FR99999999999", "HU99999999", "IE9999999A", "LT999999919", "LU99999999", "LV49999999999", "MT99999999",
              "NL999999999B99", "SI99999999", "SK9999999999"]
    return fill(rng, rng.choice(shapes))


def is_vat(text):
    dummy = set(re.findall(r"\d", text)) == {"0"}
    if text.startswith("CZ"):
        return not dummy and dic.is_valid(text) and text[2] != "9"
    # stdnum takes birth numbers of Slovakia, too.
    if text.startswith("SK") and text[4] not in "234789":
        return False
    return not dummy and vat.is_valid(text)


def tax_draw(rng):
    """Ten digits and what they leave, in groups."""
    head = rng.choice("0123") + fill(rng, "999999999")
    n = head + f"{int(head) % 511:03}"
    return " ".join((n[:2], n[2:4], n[4:7], n[7:10], n[10:]))


def nonzero(judge):
    return lambda text: judge(text) and re.search("[1-9]", text) is not None


FORMATS = [
    Format("RU_INN", lambda n: inn.is_valid(n) and n[:2] != "00", "stdnum.ru.inn", ["9999999999", "999999999999"],
           ["ИНН {}", "ИНН: {}", '"inn":"{}"'], bare=["9999999999", "999999999999"]),
    Format("RU_OGRN", is_ogrn, OWN, [picked("15", "999999999999"), picked("3", "99999999999999")],
           ["ОГРН {}", "ОГРН: {}", '"ogrn":"{}"'], bare=["9999999999999", "999999999999999"]),
    Format("RU_SNILS", is_snils, OWN, ["999-999-999 99", "99999999999"], ["СНИЛС {}", "СНИЛС: {}", '"snils":"{}"'],
           bare=["99999999999"], printed=["999-999-999 99"]),
    Format("UA_EDRPOU", edrpou.is_valid, "stdnum.ua.edrpou", ["99999999"], ["ЄДРПОУ {}", "код ЄДРПОУ: {}", '"edrpou":"{}"'],
           bare=["99999999"]),
    Format("UA_TAX_ID", nonzero(rntrc.is_valid), "stdnum.ua.rntrc", ["9999999999"], ["РНОКПП {}", "ІПН: {}"], bare=["9999999999"]),
    Format("ID_NIK", is_nik, "stdnum.id.nik", [nik_draw], ["NIK {}", "NIK: {}", '"nik":"{}"', "No KTP {}"],
           bare=["9999999999999999"], corrupts=False),
    Format("ID_NPWP", npwp.is_valid, "stdnum.id.npwp", ["99.999.999.9-999.999", "999999999999999"],
           ["NPWP {}", "NPWP: {}", '"npwp":"{}"'], bare=["999999999999999"], printed=["99.999.999.9-999.999"], corrupts=False),
    Format("PK_CNIC", cnic.is_valid, "stdnum.pk.cnic", ["99999-9999999-9", "9999999999999"], ["CNIC {}", "CNIC: {}", '"cnic":"{}"'],
           bare=["9999999999999"], printed=["99999-9999999-9"], corrupts=False),
    Format("VN_TAX_CODE", mst.is_valid, "stdnum.vn.mst", ["9999999999", "9999999999-999"], ["MST {}", "mã số thuế: {}"],
           bare=["9999999999"], printed=["9999999999-999"]),
    Format("EG_NATIONAL_ID", is_egyptian, OWN, [dated("2", "%y%m%d", "9999999")], ["الرقم القومي {}", "national id {}"],
           bare=["99999999999999"], corrupts=False),
    Format("IR_NATIONAL_CODE", is_iranian, OWN, ["9999999999", "999-999999-9"], ["کد ملی {}", "کد ملی: {}", "national code {}"],
           bare=["9999999999"], printed=["999-999999-9"]),
    Format("SA_NATIONAL_ID", is_saudi, OWN, [picked("12", "999999999")], ["الهوية الوطنية {}", "iqama {}"], bare=["9999999999"]),
    Format("AE_EMIRATES_ID", is_emirati, OWN, ["784-19\\99-9999999-9", "78419\\999999999" + "9"], ["Emirates ID {}", "EID: {}"],
           bare=["999999999999999"], printed=["784-9999-9999999-9"]),
    Format("CO_NIT", nit.is_valid, "stdnum.co.nit", ["999.999.999-9", "999999999-9"], ["NIT {}", "NIT: {}", '"nit":"{}"'],
           bare=["9999999999"], printed=["999.999.999-9"]),
    Format("IS_KENNITALA", kennitala.is_valid, "stdnum.is_.kennitala", [dated("", "%d%m%y", "9999"), dated("", "%d%m%y", "-9999")],
           ["kennitala {}", "kt. {}", '"kennitala":"{}"'], bare=["9999999999"], printed=["999999-9999"]),
    Format("KE_PIN", ke_pin.is_valid, "stdnum.ke.pin", [picked("AP", "099999999A")], ["KRA PIN {}", "PIN: {}"],
           bare=[], printed=["A999999999A"], corrupts=False),
    Format("TZ_NIDA", is_tanzanian, OWN, [dated("", "%Y%m%d", "-99999-99999-99"), dated("", "%Y%m%d", "999999999999")],
           ["NIDA {}", "namba ya NIDA: {}"], bare=["99999999999999999999"], corrupts=False),
    Format("MA_ICE", nonzero(ice.is_valid), "stdnum.ma.ice", ["999999999999999"], ["ICE {}", "ICE : {}"], bare=["999999999999999"]),
    Format("DK_CVR", cvr.is_valid, "stdnum.dk.cvr", ["99999999"], ["CVR {}", "CVR-nr.: {}", '"cvr":"{}"'], bare=["99999999"]),
    Format("FI_BUSINESS_ID", ytunnus.is_valid, "stdnum.fi.ytunnus", ["9999999-9"], ["Y-tunnus {}", "Y-tunnus: {}"],
           bare=["9999999-9"]),
    Format("NO_ORGANISASJONSNUMMER", lambda n: orgnr.is_valid(n), "stdnum.no.orgnr",
           [picked("89", "99999999"), picked("89", "99 999 999")], ["orgnr {}", "organisasjonsnummer: {}"], bare=["999999999"],
           printed=["999 999 999"]),
    Format("CZ_ICO", lambda n: dic.is_valid(n) and n[0] != "9", "stdnum.cz.dic", ["99999999"], ["IČO {}", "IČO: {}", '"ico":"{}"'],
           bare=["99999999"]),
    Format("HU_TAX_ID", is_hungarian, OWN, ["8999999999"], ["adóazonosító jel {}", "adóazonosító: {}"], bare=["9999999999"]),
    Format("HU_TAX_NUMBER", nonzero(lambda n: anum.is_valid(n[:8]) and n[:8] != "00000000"), "stdnum.hu.anum", ["99999999-2-41", "99999999-1-13"],
           ["adószám {}", "adószám: {}"], bare=["99999999999"], printed=["99999999-9-99"], corrupts=False),
    Format("PL_ID_CARD", is_polish_card, OWN, ["AAA999999", "AAA 999999"], ["dowód osobisty {}", "nr dowodu: {}"], bare=["AAA999999"]),
    Format("PL_REGON", nonzero(lambda n: regon.is_valid(n) and n[:9] != "0" * 9), "stdnum.pl.regon", ["999999999", "99999999999999"],
           ["REGON {}", "REGON: {}", '"regon":"{}"'], bare=["999999999", "99999999999999"]),
    Format("BG_EIK", nonzero(bg_vat.is_valid), "stdnum.bg.vat", ["999999999"], ["ЕИК {}", "ЕИК: {}"], bare=["999999999"]),
    Format("RO_CUI", lambda n: cui.is_valid(n) and n[0] not in " 0", "stdnum.ro.cui", ["99999999", "RO99999999", "9999999"],
           ["CUI {}", "CUI: {}", '"cui":"{}"'], bare=["99999999", "9999999"], printed=["RO99999999"]),
    Format("CN_USCC", uscc.is_valid, "stdnum.cn.uscc", [uscc_draw], ["统一社会信用代码 {}", "信用代码: {}", "USCC {}"],
           bare=["XXXXXXXXXXXXXXXXXX", "999999999999999999"]),
    Format("JP_CORPORATE_NUMBER", jp_cn.is_valid, "stdnum.jp.cn", ["9999999999999"], ["法人番号 {}", "法人番号: {}"],
           bare=["9999999999999"], printed=["T9999999999999"]),
    Format("TR_VKN", nonzero(vkn.is_valid), "stdnum.tr.vkn", ["9999999999"], ["VKN {}", "vergi no: {}"], bare=["9999999999"]),
    Format("TW_UBN", nonzero(is_ubn), OWN, ["99999999"], ["統一編號 {}", "統編: {}"], bare=["99999999"]),
    Format("CH_UID", uid.is_valid, "stdnum.ch.uid", ["CHE-999.999.999", "CHE999999999"], ["UID {}", "MWST {}"],
           bare=["AAA999999999"], printed=["CHE-999.999.999"]),
    Format("FR_TAX_ID", nonzero(fr_nif.is_valid), "stdnum.fr.nif", [picked("012", "999999999999"), tax_draw],
           ["numéro fiscal {}", "numéro fiscal : {}"], bare=["9999999999999"], printed=["99 99 999 999 999"]),
    Format("PT_CITIZEN_CARD", cc.is_valid, "stdnum.pt.cc", ["999999999AX9", "99999999 9 AX9"], ["cartão de cidadão {}", "CC: {}"],
           bare=["XXXXXXXXXXXX"], printed=["99999999 9 AX9"]),
    Format("UK_UTR", utr.is_valid, "stdnum.gb.utr", ["9999999999", "99999 99999"], ["UTR {}", "UTR: {}", '"utr":"{}"'],
           bare=["9999999999", "99999 99999"]),
    Format("UK_VAT_ID", nonzero(lambda n: gb_vat.is_valid(n)), "stdnum.gb.vat", ["GB999999999", "GB 999 9999 99", "999999999"],
           ["VAT no. {}", "VAT number: {}"], bare=["999999999", "AA999999999"], printed=["GB999999999"]),
    Format("EU_VAT_ID", is_vat, "stdnum.eu.vat", [vat_draw], ["VAT {}", "UID {}", '"vat":"{}"'],
           bare=["AA99999999", "AA999999999"], printed=["ATU99999999", "FR99999999999"]),
    Format("BR_CNS", nonzero(is_cns), OWN, [picked("12789", "99999999999999"), picked("12789", "99 9999 9999 9999")],
           ["CNS {}", "cartão SUS: {}"], bare=["999999999999999"], printed=["999 9999 9999 9999"]),
    Format("CA_BN", nonzero(is_bn), "stdnum.ca.bn and the registers of charities and returns", ["999999999RT0001", "999999999"], ["business number {}", "GST number: {}"],
           bare=["999999999"], printed=["999999999RT0001"]),
    Format("MX_NSS", nonzero(luhn.is_valid), "stdnum.luhn", ["99999999999"], ["NSS {}", "NSS: {}", '"nss":"{}"'],
           bare=["99999999999"]),
    Format("US_EIN", is_ein, OWN, ["99-9999999"], ["EIN {}", "EIN: {}", '"ein":"{}"'], bare=["999999999", "99-9999999"]),
    Format("NZ_NHI", is_nhi, OWN, [nhi_draw], ["NHI {}", "NHI number: {}"], bare=["AAA9999", "AAA99AA"]),
    Format("ZA_TAX_NUMBER", nonzero(za_tin.is_valid), "stdnum.za.tin", [picked("01239", "999999999")],
           ["tax reference number {}", "SARS tax number: {}"], bare=["9999999999"]),
]
