"""The formats of countries outside Europe, and those of no country."""

import datetime

from generate import Format, fill
from stdnum import imei, luhn
from stdnum.ar import cuit
from stdnum.au import abn, acn, tfn
from stdnum.br import cnpj, cpf
from stdnum.ca import sin
from stdnum.cl import rut
from stdnum.cn import ric
from stdnum.il import idnr as il_idnr
from stdnum.in_ import aadhaar, gstin, pan
from stdnum.jp import in_
from stdnum.kr import rrn
from stdnum.mx import curp, rfc
from stdnum.my import nric
from stdnum.nz import ird
from stdnum.sg import uen
from stdnum.th import pin
from stdnum.us import itin, rtn
from stdnum.za import idnr as za_idnr


def day(rng, form="%y%m%d"):
    first = datetime.date(1930, 1, 1)
    return (first + datetime.timedelta(days=rng.randrange(33_000))).strftime(form)


def dated(before, after, form="%y%m%d"):
    """Texts with a day between what two shapes give."""
    return lambda rng: fill(rng, before) + day(rng, form) + fill(rng, after)


def picked(*parts):
    """Shapes and, by turns, sets of characters of which one is taken."""

    def draw(rng):
        return "".join(rng.choice(part) if i % 2 else fill(rng, part) for i, part in enumerate(parts))

    return draw


def curp_draw(rng):
    states = "AS BC BS CC CH CL CM CS DF DG GR GT HG JC MC MN MS NE NL NT OC PL QR QT SL SP SR TC TL TS VZ YN ZS"
    return fill(rng, "AAAA") + day(rng) + rng.choice("HM") + rng.choice(states.split()) + fill(rng, "AAA99")


def uen_draw(rng):
    kind = rng.choice(uen.OTHER_UEN_ENTITY_TYPES)
    return rng.choice([fill(rng, "99999999A"), str(rng.randrange(1960, 2020)) + fill(rng, "99999A"),
                       rng.choice("RST") + fill(rng, "99") + kind + fill(rng, "9999A")])


def digits(text):
    return [int(c) for c in text if c.isdigit()]


# What python-stdnum lacks, from the authorities' descriptions.


def is_npi(text):
    return text[0] in "12" and luhn.is_valid("80840" + text)


def is_dea(text):
    d = digits(text[2:])
    total = d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])
    return text[0] in "ABCDEFGHJKLMPRSTUX" and total > 0 and str(total)[-1] == text[-1]


def is_vin(text):
    values = dict(zip("0123456789ABCDEFGHJKLMNPRSTUVWXYZ", [*range(10), *range(1, 9), *range(1, 6), 7, 9, *range(2, 10)]))
    if len(text) != 17 or any(c not in values for c in text) or text[9] in "UZ0" or not text[13:].isdigit():
        return False
    if sum(c.isalpha() for c in text[:8]) < 2:
        return False
    weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
    return "0123456789X"[sum(values[c] * w for c, w in zip(text, weights)) % 11] == text[8]


LETTERS = "ABCDEFGHJKLMNPRSTVWXY"


def is_au_medicare(text):
    d = digits(text)
    return 2 <= d[0] <= 6 and (d[0] + 3 * d[1] + 7 * d[2] + 9 * d[3] + d[4] + 3 * d[5] + 7 * d[6] + 9 * d[7]) % 10 == d[8] and d[9] > 0


def is_nric(text):
    total = sum(w * d for w, d in zip([2, 7, 6, 5, 4, 3, 2], digits(text)))
    series, check = text[0], text[-1]
    if series in "ST":
        return "JZIHGFEDCBA"[(total + (4 if series == "T" else 0)) % 11] == check
    if series in "FG":
        return "XWUTRQPNMLK"[(total + (4 if series == "G" else 0)) % 11] == check
    return series == "M" and "KLJNPQRTUWX"[10 - (total + 3) % 11] == check


def is_hkid(text):
    code = text.replace("(", "").replace(")", "").rjust(9)
    value = {" ": 36} | {c: i for i, c in enumerate("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
    check = -sum(value[c] * w for c, w in zip(code[:8], range(9, 1, -1))) % 11
    return "0123456789A"[check] == code[8]


def is_tw(text):
    order = "ABCDEFGHJKLMNPQRSTUVXYWZIO"
    if text[1] not in "1289":
        return False
    area = order.index(text[0]) + 10
    total = area // 10 + area % 10 * 9 + sum(int(c) * w for c, w in zip(text[1:], [8, 7, 6, 5, 4, 3, 2, 1, 1]))
    return total % 10 == 0


def is_brn(text):
    d = digits(text)
    if int(text[:3]) < 101 or d[3:5] == [0, 0] or d[5:9] == [0, 0, 0, 0]:
        return False
    total = sum(x * w for x, w in zip(d, [1, 3, 7, 1, 3, 7, 1, 3])) + d[8] * 5 // 10 + d[8] * 5
    return (total + d[9]) % 10 == 0


STDNUM = "python-stdnum 2.2"
OWN = "the authority's description, in Python"

FORMATS = [
    Format("ABA_ROUTING_NUMBER", lambda t: rtn.is_valid(t) and t[:2] in {f"{n:02}" for n in [*range(13), *range(21, 33), *range(61, 73), 80]},
           f"{STDNUM}, us.rtn", ["999999999"],
           ["ABA {}", "routing number: {}", '"routing_number":"{}"', "Routing No. {}", "rtn={}&x"], bare=["999999999"]),
    Format("US_ITIN", itin.is_valid, f"{STDNUM}, us.itin", ["999-99-9999", "999999999"],
           ["ITIN {}", "individual taxpayer identification number: {}", '"itin":"{}"'],
           bare=["999999999"], printed=["999-99-9999"], corrupts=False),
    Format("US_NPI", is_npi, OWN, ["9999999999"], ["NPI {}", "National Provider Identifier: {}", '"npi": "{}"', "provider_npi={}"],
           bare=["9999999999"]),
    Format("MEDICAL_LICENSE", is_dea, OWN, ["AA9999999"], ["DEA {}", "DEA No. {}", '"dea_number":"{}"', "prescriber DEA# {},"],
           bare=["AA9999999"]),
    Format("VIN", is_vin, OWN, [picked("", "12345JKSVWY", "", LETTERS, "X", LETTERS, "99", LETTERS, "9", "0123456789X", "", LETTERS, "X999999")],
           ["VIN {}", "vin: {}", '"vin":"{}"', "the vehicle {} was"], bare=["XXXXXXXXXXXXXXXXX", "99999999999999999"], corrupts=False),
    Format("CA_SIN", sin.is_valid, f"{STDNUM}, ca.sin", ["999 999 999", "999-999-999", "999999999"],
           ["SIN {}", "social insurance number: {}", '"sin":"{}"', "NAS : {}"], bare=["999999999", "999 999 999"]),
    Format("IN_AADHAAR", aadhaar.is_valid, f"{STDNUM}, in_.aadhaar", ["9999 9999 9999", "9999-9999-9999", "999999999999"],
           ["Aadhaar {}", "aadhaar no. {}", '"aadhaarNumber":"{}"', "UIDAI: {}", "आधार संख्या {}"],
           bare=["999999999999"], printed=["9999 9999 9999"]),
    Format("IN_PAN", pan.is_valid, f"{STDNUM}, in_.pan", ["AAAAA9999A"],
           ["PAN {}", "PAN card: {}", '"pan_number":"{}"', "Permanent Account Number {}"], bare=["AAAAA9999A"]),
    Format("IN_GSTIN", gstin.is_valid, f"{STDNUM}, in_.gstin",
           [lambda rng: f"{rng.randrange(1, 38):02}" + fill(rng, "AAAPA9999A9") + "Z" + fill(rng, "X")],
           ["GSTIN {}", "GST No: {}", '"gstin":"{}"', "{}"], bare=["99AAAAA9999AXXX"]),
    Format("AU_ABN", abn.is_valid, f"{STDNUM}, au.abn", ["99 999 999 999", "99999999999"],
           ["ABN {}", "ABN: {}", '"abn":"{}"', "Australian Business Number {}"], bare=["99999999999"], printed=["99 999 999 999"]),
    Format("AU_ACN", acn.is_valid, f"{STDNUM}, au.acn", ["999 999 999", "999999999"],
           ["ACN {}", "ACN: {}", '"acn":"{}"', "Australian Company Number {}"], bare=["999999999", "999 999 999"]),
    Format("AU_TFN", lambda t: tfn.is_valid(t) and len(digits(t)) == 9, f"{STDNUM}, au.tfn", ["999 999 999", "999999999"],
           ["TFN {}", "Tax file number: {}", '"tfn":"{}"', "TFN: {}."], bare=["999999999", "99999999", "999 999 999"]),
    Format("AU_MEDICARE", is_au_medicare, OWN, ["9999 99999 9", "9999999999"],
           ["Medicare {}", "Medicare card no. {}", '"medicare_number":"{}"'], bare=["9999999999", "99999999999"], printed=["9999 99999 9"]),
    Format("NZ_IRD", ird.is_valid, f"{STDNUM}, nz.ird", ["99-999-999", "199-999-999", "99999999", "199999999"],
           ["IRD {}", "IRD number: {}", '"ird_number":"{}"', "Inland Revenue {}"], bare=["99999999", "999999999", "99-999-999"]),
    Format("SG_NRIC_FIN", is_nric, OWN, [picked("", "STFGM", "9999999A")],
           ["NRIC {}", "NRIC/FIN: {}", '"nric":"{}"', "FIN No. {}"], bare=["A9999999A"]),
    Format("SG_UEN", uen.is_valid, f"{STDNUM}, sg.uen", [uen_draw],
           ["UEN {}", "UEN: {}", '"uen":"{}"', "Unique Entity Number {}"], bare=["99999999A", "999999999A", "A99AA9999A"]),
    Format("TH_TNIN", pin.is_valid, f"{STDNUM}, th.pin", ["9-9999-99999-99-9", "9 9999 99999 99 9", "9999999999999"],
           ["Thai ID {}", "national id: {}", '"citizenId":"{}"', "เลขประจำตัวประชาชน {}"],
           bare=["9999999999999"], printed=["9-9999-99999-99-9"]),
    Format("IL_ID", lambda t: il_idnr.is_valid(t) and len(digits(t)) == 9, f"{STDNUM}, il.idnr", ["999999999", "99999999-9"],
           ["Teudat Zehut {}", "ת.ז. {}", '"teudat_zehut":"{}"', "תעודת זהות: {}"], bare=["999999999", "99999999-9"]),
    Format("HK_ID", is_hkid, OWN, [picked("A999999(", "0123456789A", ")"), picked("AA999999(", "0123456789A", ")"), "A9999999"],
           ["HKID {}", "HKID No.: {}", '"hkid":"{}"', "身份證號碼{}"], bare=["A9999999", "AA9999999"], printed=["A999999(9)"]),
    Format("TW_ID", is_tw, OWN, [picked("A", "1289", "99999999")],
           ["Taiwan ID {}", "身分證字號：{}", '"national_id":"{}"', "統一證號 {}"], bare=["A999999999", "AA99999999"]),
    Format("MY_NRIC", nric.is_valid, f"{STDNUM}, my.nric", ["999999-99-9999", "999999999999"],
           ["NRIC {}", "MyKad: {}", '"ic_number":"{}"', "No. Kad Pengenalan {}"], bare=["999999999999"], printed=["999999-99-9999"], corrupts=False),
    Format("KR_RRN", lambda t: rrn.is_valid(t) and t.replace("-", "")[6] in "1234", f"{STDNUM}, kr.rrn",
           [dated("", "-9999999"), dated("", "9999999")],
           ["주민등록번호 {}", "주민등록번호: {}", '"rrn":"{}"', "resident registration number {}"],
           bare=["9999999999999"], printed=["999999-9999999"], corrupts=False),
    Format("KR_BRN", is_brn, OWN, ["999-99-99999", "9999999999"],
           ["사업자등록번호 {}", "사업자번호: {}", '"brn":"{}"', "business registration number {}"],
           bare=["9999999999"], printed=["999-99-99999"]),
    Format("JP_MY_NUMBER", in_.is_valid, f"{STDNUM}, jp.in_", ["9999 9999 9999", "9999-9999-9999", "999999999999"],
           ["マイナンバー {}", "個人番号：{}", '"my_number":"{}"', "My Number: {}"], bare=["999999999999", "9999 9999 9999"]),
    Format("CN_RESIDENT_ID", ric.is_valid, f"{STDNUM}, cn.ric",
           [lambda rng: rng.choice(["110105", "310101", "440305", "510104", "330106"]) + day(rng, "%Y%m%d") + fill(rng, "999") + rng.choice("0123456789X")],
           ["身份证号 {}", "身份证：{}", '"id_card":"{}"', "{}"], bare=["999999999999999999"]),
    Format("ZA_ID_NUMBER", za_idnr.is_valid, f"{STDNUM}, za.idnr", [dated("", "9999089"), dated("", "9999199"), dated("", "9999099")],
           ["SA ID {}", "ID number: {}", '"idNumber":"{}"', "South African ID no. {}"], bare=["9999999999999", "1799999999999"]),
    Format("BR_CPF", cpf.is_valid, f"{STDNUM}, br.cpf", ["999.999.999-99", "99999999999", "999999999-99"],
           ["CPF {}", "CPF: {}", '"cpf":"{}"', "inscrito no CPF sob o nº {}"], bare=["99999999999"], printed=["999.999.999-99"]),
    Format("BR_CNPJ", cnpj.is_valid, f"{STDNUM}, br.cnpj", ["99.999.999/0001-99", "99999999000199", "XX.XXX.XXX/XXXX-99", "XXXXXXXXXXXX99"],
           ["CNPJ {}", "CNPJ: {}", '"cnpj":"{}"', "inscrita no CNPJ sob o nº {}"],
           bare=["99999999999999", "XXXXXXXXXXXX99"], printed=["99.999.999/9999-99"]),
    Format("MX_CURP", curp.is_valid, f"{STDNUM}, mx.curp", [curp_draw], ["CURP {}", "CURP: {}", '"curp":"{}"', "{}"],
           bare=["AAAA999999AAAAAAX9"], corrupts=True),
    Format("MX_RFC", lambda t: rfc.is_valid(t, validate_check_digits=True), f"{STDNUM}, mx.rfc",
           [dated("AAAA", "XXX"), dated("AAA", "XXX")], ["RFC {}", "RFC: {}", '"rfc":"{}"', "Registro Federal de Contribuyentes {}"],
           bare=["AAAA999999XXX", "AAA999999XXX"]),
    Format("AR_CUIT", cuit.is_valid, f"{STDNUM}, ar.cuit", ["20-99999999-9", "27-99999999-9", "30-99999999-9", "99999999999"],
           ["CUIT {}", "CUIL: {}", '"cuit":"{}"', "C.U.I.T. {}"], bare=["99999999999"], printed=["99-99999999-9"]),
    Format("CL_RUT", rut.is_valid, f"{STDNUM}, cl.rut",
           [picked("99.999.999-", "0123456789K"), picked("9.999.999-", "0123456789K"), picked("99999999-", "0123456789K")],
           ["RUT {}", "RUT: {}", '"rut":"{}"', "R.U.T. {}"], bare=["999999999", "99999999-9"], printed=["99.999.999-9"]),
    Format("IMEI", lambda t: imei.is_valid(t) and len(digits(t)) == 15 and t[:2] != "00", f"{STDNUM}, imei", ["999999999999999", "99-999999-999999-9"],
           ["IMEI {}", "IMEI: {}", '"imei":"{}"', "imei={}"], bare=["999999999999999"], printed=["99-999999-999999-9"]),
]
