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

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        self.0
    }
}
