//! [`Group`]: a name for several labels.

/// A name that stands for several labels wherever labels are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Group(pub &'static str);

impl Group {
    /// All personal data.
    pub const PII: Self = Self("PII");
    /// Ways to reach somebody.
    pub const CONTACT: Self = Self("CONTACT");
    /// Cards, accounts, money.
    pub const FINANCIAL: Self = Self("FINANCIAL");
    /// Keys, tokens, passwords.
    pub const SECRETS: Self = Self("SECRETS");
    /// Patients, practitioners, insurance of health.
    pub const HEALTH: Self = Self("HEALTH");
    /// Addresses of machines.
    pub const NETWORK: Self = Self("NETWORK");
    /// The identifiers of the HIPAA Safe Harbor method, 45 CFR 164.514(b)(2).
    pub const HIPAA: Self = Self("HIPAA_SAFE_HARBOR");
    /// Identifiers of the United States.
    pub const US: Self = Self("US");
    /// Identifiers of the United Kingdom.
    pub const UK: Self = Self("UK");
    /// Identifiers of Argentina.
    pub const AR: Self = Self("AR");
    /// Identifiers of Australia.
    pub const AU: Self = Self("AU");
    /// Identifiers of Brazil.
    pub const BR: Self = Self("BR");
    /// Identifiers of Canada.
    pub const CA: Self = Self("CA");
    /// Identifiers of Chile.
    pub const CL: Self = Self("CL");
    /// Identifiers of China.
    pub const CN: Self = Self("CN");
    /// Identifiers of Hong Kong.
    pub const HK: Self = Self("HK");
    /// Identifiers of Israel.
    pub const IL: Self = Self("IL");
    /// Identifiers of India.
    pub const IN: Self = Self("IN");
    /// Identifiers of Japan.
    pub const JP: Self = Self("JP");
    /// Identifiers of Korea.
    pub const KR: Self = Self("KR");
    /// Identifiers of Mexico.
    pub const MX: Self = Self("MX");
    /// Identifiers of Malaysia.
    pub const MY: Self = Self("MY");
    /// Identifiers of Nigeria.
    pub const NG: Self = Self("NG");
    /// Identifiers of New Zealand.
    pub const NZ: Self = Self("NZ");
    /// Identifiers of the Philippines.
    pub const PH: Self = Self("PH");
    /// Identifiers of Singapore.
    pub const SG: Self = Self("SG");
    /// Identifiers of Thailand.
    pub const TH: Self = Self("TH");
    /// Identifiers of Taiwan.
    pub const TW: Self = Self("TW");
    /// Identifiers of South Africa.
    pub const ZA: Self = Self("ZA");
    /// National identifiers of the members of the European Union.
    pub const EU: Self = Self("EU_IDENTIFIERS");
    /// Identifiers of Austria.
    pub const AT: Self = Self("AT");
    /// Identifiers of Belgium.
    pub const BE: Self = Self("BE");
    /// Identifiers of Bulgaria.
    pub const BG: Self = Self("BG");
    /// Identifiers of Switzerland.
    pub const CH: Self = Self("CH");
    /// Identifiers of Czechia.
    pub const CZ: Self = Self("CZ");
    /// Identifiers of Germany.
    pub const DE: Self = Self("DE");
    /// Identifiers of Denmark.
    pub const DK: Self = Self("DK");
    /// Identifiers of Estonia.
    pub const EE: Self = Self("EE");
    /// Identifiers of Spain.
    pub const ES: Self = Self("ES");
    /// Identifiers of Finland.
    pub const FI: Self = Self("FI");
    /// Identifiers of France.
    pub const FR: Self = Self("FR");
    /// Identifiers of Greece.
    pub const GR: Self = Self("GR");
    /// Identifiers of Croatia.
    pub const HR: Self = Self("HR");
    /// Identifiers of Hungary.
    pub const HU: Self = Self("HU");
    /// Identifiers of Ireland.
    pub const IE: Self = Self("IE");
    /// Identifiers of Italy.
    pub const IT: Self = Self("IT");
    /// Identifiers of Lithuania.
    pub const LT: Self = Self("LT");
    /// Identifiers of Luxembourg.
    pub const LU: Self = Self("LU");
    /// Identifiers of Latvia.
    pub const LV: Self = Self("LV");
    /// Identifiers of the Netherlands.
    pub const NL: Self = Self("NL");
    /// Identifiers of Norway.
    pub const NO: Self = Self("NO");
    /// Identifiers of Poland.
    pub const PL: Self = Self("PL");
    /// Identifiers of Portugal.
    pub const PT: Self = Self("PT");
    /// Identifiers of Romania.
    pub const RO: Self = Self("RO");
    /// Identifiers of Sweden.
    pub const SE: Self = Self("SE");
    /// Identifiers of Slovenia.
    pub const SI: Self = Self("SI");
    /// Identifiers of Slovakia.
    pub const SK: Self = Self("SK");
    /// Identifiers of Turkey.
    pub const TR: Self = Self("TR");
    /// Identifiers of the United Arab Emirates.
    pub const AE: Self = Self("AE");
    /// Identifiers of Afghanistan.
    pub const AF: Self = Self("AF");
    /// Identifiers of Bangladesh.
    pub const BD: Self = Self("BD");
    /// Identifiers of the Democratic Republic of the Congo.
    pub const CD: Self = Self("CD");
    /// Identifiers of Colombia.
    pub const CO: Self = Self("CO");
    /// Identifiers of Costa Rica.
    pub const CR: Self = Self("CR");
    /// Identifiers of Cyprus.
    pub const CY: Self = Self("CY");
    /// Identifiers of Algeria.
    pub const DZ: Self = Self("DZ");
    /// Identifiers of Egypt.
    pub const EG: Self = Self("EG");
    /// Identifiers of Ethiopia.
    pub const ET: Self = Self("ET");
    /// Identifiers of Indonesia.
    pub const ID: Self = Self("ID");
    /// Identifiers of Iraq.
    pub const IQ: Self = Self("IQ");
    /// Identifiers of Iran.
    pub const IR: Self = Self("IR");
    /// Identifiers of Iceland.
    pub const IS: Self = Self("IS");
    /// Identifiers of Kenya.
    pub const KE: Self = Self("KE");
    /// Identifiers of Morocco.
    pub const MA: Self = Self("MA");
    /// Identifiers of Myanmar.
    pub const MM: Self = Self("MM");
    /// Identifiers of Malta.
    pub const MT: Self = Self("MT");
    /// Identifiers of Pakistan.
    pub const PK: Self = Self("PK");
    /// Identifiers of Russia.
    pub const RU: Self = Self("RU");
    /// Identifiers of Saudi Arabia.
    pub const SA: Self = Self("SA");
    /// Identifiers of Sudan.
    pub const SD: Self = Self("SD");
    /// Identifiers of Tanzania.
    pub const TZ: Self = Self("TZ");
    /// Identifiers of Ukraine.
    pub const UA: Self = Self("UA");
    /// Identifiers of Uganda.
    pub const UG: Self = Self("UG");
    /// Identifiers of Vietnam.
    pub const VN: Self = Self("VN");

    /// The group's name on the wire.
    pub fn name(self) -> &'static str {
        self.0
    }
}
