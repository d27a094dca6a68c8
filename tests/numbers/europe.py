"""The formats of Europe and Turkey."""

import datetime
import re

from generate import Format
from stdnum import luhn, verhoeff
from stdnum.at import vnr
from stdnum.be import ssn as be_ssn
from stdnum.bg import egn
from stdnum.ch import ssn as ch_ssn
from stdnum.cz import rc
from stdnum.de import idnr, stnr
from stdnum.de import vat as de_vat
from stdnum.dk import cpr
from stdnum.ee import ik
from stdnum.es import dni, nie
from stdnum.es import nif as es_nif
from stdnum.fi import hetu
from stdnum.fr import nir, siren, siret
from stdnum.gb import nhs
from stdnum.gr import amka
from stdnum.gr import vat as gr_vat
from stdnum.hr import oib
from stdnum.ie import pps
from stdnum.it import codicefiscale, iva
from stdnum.lt import asmens
from stdnum.lv import pvn
from stdnum.nl import bsn
from stdnum.no import fodselsnummer
from stdnum.pl import nip, pesel
from stdnum.pt import nif as pt_nif
from stdnum.ro import cnp
from stdnum.se import orgnr, personnummer
from stdnum.si import emso
from stdnum.tr import tckimlik

OWN = "a function of europe.py, written from the specification"


def born(layout):
    """A draw: `layout` with strftime's marks for a random day, then filled like a shape."""

    def draw(rng):
        from generate import fill

        day = datetime.date(1930, 1, 1) + datetime.timedelta(days=rng.randrange(34000))
        return fill(rng, re.sub("%[dmyY]", lambda mark: day.strftime(mark[0]).replace("9", "\\9"), layout))

    return draw


def compact(number):
    return re.sub(r"[^0-9A-Za-z]", "", number)


def cross_sum(number):
    return sum(int(d) for d in str(number))


def is_day(day, month, year):
    try:
        datetime.date(2000 + year, month, day)
    except ValueError:
        return False
    return True


def de_idnr(number):
    """The tax offices' rule of 2016 that stdnum lacks: no digit three times in a row."""
    return idnr.is_valid(number) and not re.search(r"(\d)\1\1", compact(number)[:10])


def de_rvnr(number):
    """VKVV, section 2 and annex."""
    n = compact(number)
    if not re.fullmatch(r"\d{8}[A-Z]\d{3}", n):
        return False
    day, month, year = int(n[2:4]), int(n[4:6]), int(n[6:8])
    if not 2 <= int(n[:2]) <= 89 or not is_day(day - 50 if day > 50 else day, month, year):
        return False
    body = n[:8] + f"{ord(n[8]) - 64:02}" + n[9:11]
    return sum(cross_sum(int(d) * w) for d, w in zip(body, (2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1))) % 10 == int(n[11])


def de_kvnr(number):
    """Section 290 SGB V."""
    n = compact(number)
    if not re.fullmatch(r"[A-Z]\d{9}", n) or n[1:] == "000000000":
        return False
    body = f"{ord(n[0]) - 64:02}" + n[1:9]
    return sum(cross_sum(int(d) * (1 + i % 2)) for i, d in enumerate(body)) % 10 == int(n[9])


def de_lanr(number):
    """KBV's directive under section 75(7) SGB V."""
    n = compact(number)
    total = sum(int(d) * (4, 9)[i % 2] for i, d in enumerate(n[:6]))
    return n[:6] != "000000" and n[7:] != "00" and (10 - total % 10) % 10 == int(n[6])


def icao(first):
    """ICAO Doc 9303 with the letters that German documents use, if it begins with one of `first`."""

    def judge(number):
        n = compact(number)
        if not re.fullmatch(rf"[{first}][0-9CFGHJKLMNPRTVWXYZ]{{8}}\d", n) or not any(c.isdigit() for c in n[:9]):
            return False
        return sum(int(c, 36) * (7, 3, 1)[i % 3] for i, c in enumerate(n[:9])) % 10 == int(n[9])

    return judge


def uk_driver(number):
    """DVLA's driver number."""
    m = re.fullmatch(r"([A-Z]+)9*(\d)(\d\d)(\d\d)(\d)([A-Z]{2}|[A-Z]9|99)[0-9A-Z][A-Z]{2}", compact(number))
    if not m or len(compact(number)) != 16 or not 1 <= len(m[1]) <= 5:
        return False
    month = int(m[3]) - (50 if int(m[3]) > 50 else 0)
    return is_day(int(m[4]), month, int(m[2] + m[5]))


def fr_nir(number):
    """The months, places and orders that stdnum does not look at."""
    n = nir.compact(number)
    month = int(n[3:5]) if n[3:5].isdigit() else 0
    in_use = n[0] in "123478" and (1 <= month <= 12 or 20 <= month <= 42 or month >= 50)
    return in_use and n[5:7] != "00" and n[7:10] != "000" and n[10:13] != "000" and nir.is_valid(n)


def lu_matricule(number):
    """Regulation of 28 November 2013, by stdnum's Luhn and Verhoeff."""
    n = compact(number)
    try:
        datetime.date(int(n[:4]), int(n[4:6]), int(n[6:8]))
    except ValueError:
        return False
    return n[0] in "12" and n[:4] >= "1850" and luhn.is_valid(n[:12]) and verhoeff.is_valid(n[:11] + n[12])


def hu_taj(number):
    """Act XX of 1996."""
    n = compact(number)
    total = sum(int(d) * (3, 7)[i % 2] for i, d in enumerate(n[:8]))
    return total != 0 and total % 10 == int(n[8])


def pt(number):
    """The kinds that are given out (decree-law 14/2013)."""
    kinds = r"[1-3]|45|[56]|7[0124579]|78|8|9[0189]"
    return pt_nif.is_valid(number) and re.match(kinds, compact(number).removeprefix("PT")) is not None


def be(number):
    return be_ssn.is_valid(number) and 1 <= int(compact(number)[6:9]) <= 998


def se_pnr(number):
    """Coordination numbers, day and 60, are not known to stdnum."""
    n = compact(number)
    day = int(n[-6:-4])
    is_coordinated = day > 60 and is_day(day - 60, int(n[-8:-6]), int(n[-10:-8])) and luhn.is_valid(n[-10:])
    return n[-4:-1] != "000" and (is_coordinated or personnummer.is_valid(number))


def nonzero(judge):
    return lambda number: judge(number) and re.search("[1-9]", number) is not None


FORMATS = [
    Format(
        "UK_NHS",
        nonzero(nhs.is_valid),
        "stdnum.gb.nhs",
        ["9999999999", "999 999 9999", "999-999-9999"],
        ["NHS number: {}", '{"nhs_number": "{}"}', "patient {} (NHS no.)"],
        bare=["9999999999", "999 999 9999", "999-999-9999"],
    ),
    Format(
        "UK_DRIVING_LICENCE",
        uk_driver,
        OWN,
        ["AAAAA9099999AA9AA", "AAAAA905999AA9AA", "AAAA\\9915199AA9AA", "AAAAA 905999 AA9AA", "AA999906199AA9AA"],
        ["Driving licence {}", '{"driver_number":"{}"}'],
        bare=["XXXXXXXXXXXXXXXX"],
        printed=["AAAAA999999AA9AA"],
    ),
    Format(
        "DE_TAX_ID",
        de_idnr,
        "stdnum.de.idnr and the rule of 2016",
        ["99999999999", "99 999 999 999"],
        ["Steuer-ID: {}", "Meine Steueridentifikationsnummer lautet {}.", '{"steuer_id": "{}"}', "tax id {}"],
        bare=["99999999999"],
        printed=["99 999 999 999"],
    ),
    Format(
        "DE_TAX_NUMBER",
        stnr.is_valid,
        "stdnum.de.stnr",
        ["99/999/99999", "999/999/99999", "999/9999/9999", "1199099999999"],
        ["Steuernummer {}", "Finanzamt Mitte, St.-Nr. {}", '{"steuernummer":"{}"}'],
        bare=["9999999999", "99999999999", "9999999999999", "99 999 99999", "99999/99999"],
        printed=["99/999/99999", "999/9999/9999"],
        corrupts=False,
    ),
    Format(
        "DE_VAT_ID",
        de_vat.is_valid,
        "stdnum.de.vat",
        ["DE999999999", "DE 999999999", "DE 999 999 999"],
        ["USt-IdNr.: {}", '{"ust_id":"{}"}', "VAT number {}"],
        bare=["AA999999999"],
        printed=["DE999999999"],
    ),
    Format(
        "DE_SOCIAL_SECURITY",
        de_rvnr,
        OWN,
        [born("99%d%m%yA999"), born("99 %d%m%y A 999")],
        ["Rentenversicherungsnummer: {}", "SV-Nummer {}", '{"sozialversicherungsnummer":"{}"}'],
        bare=["99999999A999"],
        printed=["99 999999 A 999"],
    ),
    Format(
        "DE_HEALTH_INSURANCE",
        de_kvnr,
        OWN,
        ["A999999999"],
        ["Versichertennummer {}", '{"kvnr":"{}"}', "Krankenkasse: AOK, {}"],
        bare=["A999999999"],
    ),
    Format("DE_LANR", de_lanr, OWN, ["999999999"], ["LANR {}", '{"arztnummer":"{}"}'], bare=["999999999"]),
    Format(
        "DE_ID_CARD",
        icao("LMNPRTVWXY"),
        OWN,
        ["L99X999999", "T999999999", "P99XX99X99", "YXXXXXXXX9"],
        ["Personalausweis {}", "Ausweisnummer: {}", '{"personalausweisnummer":"{}"}'],
        bare=["XXXXXXXXXX", "A999999999", "L99999999"],
    ),
    Format(
        "DE_PASSPORT",
        icao("CFGHJK"),
        OWN,
        ["C99X999999", "K99XX99X99", "CXXXXXXXX9"],
        ["Reisepass {}", "Passnummer: {}", '{"reisepassnummer":"{}"}'],
        bare=["XXXXXXXXXX", "C999999999", "C99999999"],
    ),
    Format(
        "ES_NIF",
        nonzero(lambda n: es_nif.is_valid(n) and compact(n)[0] not in "XYZ"),
        "stdnum.es.nif",
        ["99999999A", "99999999-A", "99.999.999-A", "B99999999", "G9999999A", "K9999999A"],
        ["DNI {}", "con NIF: {}", '{"nif":"{}"}', "documento nacional de identidad {}"],
        bare=["99999999A", "99999999-A", "A99999999"],
        printed=["99.999.999-A"],
    ),
    Format(
        "ES_NIE",
        nie.is_valid,
        "stdnum.es.nie",
        ["\\X9999999A", "Y9999999A", "Z-9999999-A", "Y-9999999-A"],
        ["NIE {}", '{"nie":"{}"}', "número de identidad de extranjero: {}"],
        bare=["A9999999A", "\\X9999999A"],
        printed=["\\X-9999999-A"],
    ),
    Format(
        "IT_FISCAL_CODE",
        lambda n: len(compact(n)) == 16 and codicefiscale.is_valid(n),
        "stdnum.it.codicefiscale",
        [f"AAAAAA99{m}{d}9A999A" for m in "ABCDEHLMPRST" for d in "01245"] + ["AAA AAA 99C19 A999A", "AAAAAA9LR1PALMNA"],
        ["Codice fiscale: {}", '{"codice_fiscale":"{}"}', "C.F. {}"],
        bare=["XXXXXXXXXXXXXXXX"],
        printed=["AAAAAA99A99A999A"],
    ),
    Format(
        "IT_VAT_CODE",
        lambda n: iva.is_valid(n) and compact(n).removeprefix("IT")[:7] != "0000000",
        "stdnum.it.iva",
        ["99999990999", "IT99999990999"],
        ["Partita IVA {}", "P.IVA: {}", '{"partita_iva":"{}"}'],
        bare=["99999999999", "AA99999999999"],
    ),
    Format(
        "FR_NIR",
        fr_nir,
        "stdnum.fr.nir and the months, departments and orders in use",
        [born("1%y%m9999999999"), born("2 %y %m 99 999 999 99"), born("2%y%m2\\A99999999"), "1 99 99 99 999 999 99"],
        ["Numéro de sécurité sociale : {}", "NIR {}", '{"numero_securite_sociale":"{}"}'],
        bare=["999999999999999"],
        printed=["9 99 99 99 999 999 99"],
    ),
    Format(
        "FR_SIREN",
        nonzero(siren.is_valid),
        "stdnum.fr.siren",
        ["999999999", "999 999 999"],
        ["SIREN {}", "RCS Paris {}", '{"siren":"{}"}'],
        bare=["999999999", "999 999 999"],
    ),
    Format(
        "FR_SIRET",
        lambda n: siret.is_valid(n) and siren.is_valid(compact(n)[:9]) and int(compact(n)[:9]) > 0,
        "stdnum.fr.siret and stdnum.fr.siren",
        ["99999999999999", "999 999 999 99999"],
        ["SIRET {}", "n° SIRET : {}", '{"siret":"{}"}'],
        bare=["99999999999999", "999 999 999 99999"],
    ),
    Format(
        "NL_BSN",
        nonzero(bsn.is_valid),
        "stdnum.nl.bsn",
        ["999999999", "9999.99.999", "999 999 999"],
        ["BSN {}", "burgerservicenummer: {}", '{"bsn":"{}"}'],
        bare=["999999999", "999 999 999", "9999.99.999"],
    ),
    Format(
        "BE_NATIONAL_NUMBER",
        be,
        "stdnum.be.ssn",
        [born("%y.%m.%d-999.99"), born("%y%m%d99999"), born("%y.41.%d-999.99"), born("%y%m%d-999.99")],
        ["Rijksregisternummer: {}", "numéro national {}", '{"niss":"{}"}'],
        bare=["99999999999", "999999-999.99"],
        printed=["99.99.99-999.99"],
    ),
    Format(
        "LU_MATRICULE",
        lu_matricule,
        "stdnum.luhn and stdnum.verhoeff",
        [born("%Y%m%d99999")],
        ["Matricule {}", '{"matricule":"{}"}', "numéro de matricule : {}"],
        bare=["9999999999999", "1999999999999"],
    ),
    Format(
        "PL_PESEL",
        pesel.is_valid,
        "stdnum.pl.pesel",
        [born("%y%m%d99999"), "99219999999"],
        ["PESEL {}", "numer PESEL: {}", '{"pesel":"{}"}'],
        bare=["99999999999"],
    ),
    Format(
        "PL_NIP",
        lambda n: nip.is_valid(n) and compact(n).removeprefix("PL")[0] != "0",
        "stdnum.pl.nip",
        ["9999999999", "999-999-99-99", "999-99-99-999", "PL9999999999"],
        ["NIP {}", "NIP: {}", '{"nip":"{}"}'],
        bare=["9999999999", "999-999-99-99", "AA9999999999"],
    ),
    Format(
        "FI_PERSONAL_IDENTITY_CODE",
        lambda n: hetu.is_valid(n, allow_temporary=True),
        "stdnum.fi.hetu",
        [born("%d%m%y-999X"), born("%d%m%y\\A999X"), born("%d%m%yY999X")],
        ["henkilötunnus {}", "hetu: {}", '{"hetu":"{}"}', "personbeteckning {}"],
        bare=["XXXXXXXXXXX", "999999A999X"],
        printed=["999999-999X"],
    ),
    Format(
        "SE_PERSONNUMMER",
        se_pnr,
        "stdnum.se.personnummer, and coordination numbers",
        [born("%y%m%d-9999"), born("%Y%m%d-9999"), born("%y%m%d9999"), born("%Y%m%d9999")],
        ["personnummer {}", "personnr: {}", '{"personnummer":"{}"}'],
        bare=["9999999999", "999999999999"],
        printed=["999999-9999", "99999999-9999"],
    ),
    Format(
        "SE_ORGANISATIONSNUMMER",
        lambda n: orgnr.is_valid(n) and compact(n)[2] >= "2" and n[0] != "0",
        "stdnum.se.orgnr",
        ["999999-9999", "9999999999"],
        ["Org.nr {}", "organisationsnummer: {}", '{"orgnr":"{}"}'],
        bare=["9999999999", "999999-9999"],
    ),
    Format(
        "NO_FODSELSNUMMER",
        fodselsnummer.is_valid,
        "stdnum.no.fodselsnummer",
        [born("%d%m%y99999"), born("%d%m%y 99999"), "41019999999"],
        ["fødselsnummer {}", "fnr: {}", '{"fodselsnummer":"{}"}'],
        bare=["99999999999"],
        printed=["999999 99999"],
    ),
    Format(
        "DK_CPR",
        cpr.is_valid,
        "stdnum.dk.cpr",
        [born("%d%m%y-9999"), born("%d%m%y9999")],
        ["CPR-nr. {}", "cpr: {}", '{"cpr_nummer":"{}"}'],
        bare=["9999999999", "999999-9999"],
        corrupts=False,
    ),
    Format(
        "PT_NIF",
        pt,
        "stdnum.pt.nif and the kinds in use",
        ["999999999", "999 999 999", "PT999999999"],
        ["NIF {}", "contribuinte n.º {}", '{"contribuinte":"{}"}'],
        bare=["999999999", "999 999 999", "AA999999999"],
    ),
    Format(
        "IE_PPS",
        nonzero(pps.is_valid),
        "stdnum.ie.pps",
        ["9999999A", "9999999AA", "9999999A\\A"],
        ["PPS number {}", "PPSN: {}", '{"ppsn":"{}"}'],
        bare=["9999999A", "9999999AA"],
    ),
    Format(
        "CH_AHV",
        ch_ssn.is_valid,
        "stdnum.ch.ssn",
        ["756.9999.9999.99", "7569999999999"],
        ["AHV-Nr. {}", "numéro AVS {}", '{"ahv":"{}"}'],
        bare=["9999999999999"],
        printed=["756.9999.9999.99"],
    ),
    Format(
        "AT_SVNR",
        lambda n: vnr.is_valid(n) and 1 <= int(compact(n)[4:6]) <= 31 and 1 <= int(compact(n)[6:8]) <= 15,
        "stdnum.at.vnr and a day of birth",
        [born("9999 %d%m%y"), born("9999%d%m%y")],
        ["SVNR {}", "Sozialversicherungsnummer: {}", '{"svnr":"{}"}'],
        bare=["9999999999", "9999 999999"],
    ),
    Format(
        "RO_CNP",
        cnp.is_valid,
        "stdnum.ro.cnp",
        [born("1%y%m%d999999"), born("2%y%m%d999999"), born("5%y%m%d999999")],
        ["CNP {}", "cod numeric personal: {}", '{"cnp":"{}"}'],
        bare=["9999999999999"],
    ),
    Format(
        "CZ_BIRTH_NUMBER",
        rc.is_valid,
        "stdnum.cz.rc",
        [born("%y%m%d/9999"), born("%y%m%d9999"), "995999/9999", "996999/9999", "997999/9999"],
        ["rodné číslo {}", "r.č.: {}", '{"rodne_cislo":"{}"}'],
        bare=["9999999999"],
        printed=["999999/9999", "999999/999"],
    ),
    Format(
        "BG_EGN",
        egn.is_valid,
        "stdnum.bg.egn",
        [born("%y%m%d9999"), "9949999999"],
        ["ЕГН {}", "EGN: {}", '{"egn":"{}"}'],
        bare=["9999999999"],
    ),
    Format(
        "GR_AMKA",
        amka.is_valid,
        "stdnum.gr.amka",
        [born("%d%m%y99999")],
        ["ΑΜΚΑ {}", "AMKA: {}", '{"amka":"{}"}'],
        bare=["99999999999"],
    ),
    Format(
        "GR_AFM",
        nonzero(lambda n: gr_vat.is_valid(n)),
        "stdnum.gr.vat",
        ["999999999", "EL999999999"],
        ["ΑΦΜ {}", "AFM: {}", '{"afm":"{}"}'],
        bare=["999999999", "AA999999999"],
    ),
    Format(
        "HR_OIB",
        nonzero(oib.is_valid),
        "stdnum.hr.oib",
        ["99999999999", "HR99999999999"],
        ["OIB {}", "OIB: {}", '{"oib":"{}"}'],
        bare=["99999999999", "AA99999999999"],
    ),
    Format(
        "HU_TAJ", hu_taj, OWN, ["999999999", "999 999 999", "999-999-999"], ["TAJ {}", "TAJ-szám: {}", '{"taj_szam":"{}"}'],
        bare=["999999999", "999 999 999"],
    ),
    Format(
        "EE_IK",
        ik.is_valid,
        "stdnum.ee.ik",
        [born("3%y%m%d9999"), born("4%y%m%d9999"), born("5%y%m%d9999")],
        ["isikukood {}", '{"isikukood":"{}"}', "isikukood: {}"],
        bare=["99999999999"],
    ),
    Format(
        "LT_AK",
        lambda n: asmens.is_valid(n) and n[0] != "9",
        "stdnum.lt.asmens",
        [born("3%y%m%d9999"), born("4%y%m%d9999"), born("6%y%m%d9999")],
        ["asmens kodas {}", '{"asmens_kodas":"{}"}', "a.k. {}"],
        bare=["99999999999"],
    ),
    Format(
        "LV_PK",
        lambda n: n[0] in "0123" and n[6:8].strip("-")[0] in "012" * (n[:2] != "32") + "0123456789" * (n[:2] == "32") and pvn.is_valid(n),
        "stdnum.lv.pvn",
        [born("%d%m%y-19999"), born("%d%m%y-29999"), "329999-99999", born("%d%m%y19999")],
        ["personas kods {}", "p.k. {}", '{"personas_kods":"{}"}'],
        bare=["99999999999"],
        printed=["999999-99999"],
        corrupts=False,
    ),
    Format(
        "SI_EMSO",
        lambda n: emso.is_valid(n) and (n[4:7] >= "850" or n[4:7] < "100"),
        "stdnum.si.emso",
        [born("%d%m0%y509999"), born("%d%m\\9%y509999"), born("%d%m\\9%y999999")],
        ["EMŠO {}", "EMŠO: {}", '{"emso":"{}"}'],
        bare=["9999999999999", "1799999999999"],
    ),
    Format(
        "TR_NATIONAL_ID",
        tckimlik.is_valid,
        "stdnum.tr.tckimlik",
        ["99999999999"],
        ["TC Kimlik No: {}", "T.C. kimlik numarası {}", '{"tc_kimlik_no":"{}"}'],
        bare=["99999999999"],
    ),
]
