//! First names of peoples whose names the lists of the models have few of, as they are written in Latin letters. Names that are words in a
//! language of the models, and those of fewer than four letters, are left out.

use crate::recognizers::support::word_list::{WordList, is_any_listed};

/// Fewest letters of a name.
const SHORTEST: usize = 4;

/// Reports whether `word`, in any case, is such a first name.
pub fn is_first_name(word: &str) -> bool {
    word.len() >= SHORTEST
        && if word.is_ascii() { is_any_listed(word, LISTS) } else { is_any_listed(&word.to_lowercase(), LISTS) }
}

/// The lists: a list holds some hundreds of words.
const LISTS: &[&WordList] =
    &[&EAST_ASIA, &SOUTHEAST_ASIA, &SOUTH_ASIA, &WEST_ASIA, &AFRICA, &AFRICA_FROM_T, &PACIFIC, &EUROPE];

/// Of Korea, Japan and China.
const EAST_ASIA: WordList = WordList::new(
    "asuka|chaewon|chaeyoung|changmin|chiahao|chihming|chikeung|chiyo|daeho|daehyun|daisuke|dohyun|donghae|donghyun|dongmin|dongwook|\
     eunbi|eunhye|eunji|eunjung|eunkyung|gyuri|hanako|haruka|haruki|hayeon|hayoon|heejin|heesoo|hiroto|hoiching|hyejin|hyeri|hyerin|\
     hyosung|hyunjin|hyunjoo|hyunwoo|inho|inseong|jaehoon|jaehyun|jaemin|jaewon|jaeyong|jihoon|jihun|jinho|jinwoo|jinyoung|jiwon|\
     jiwoo|jiyeon|jiyoung|jungho|junghoon|jungkook|jungwoo|junhyuk|junseo|junyoung|kachun|kangmin|kawai|kazuki|kihyun|kwangsoo|\
     kyunghee|kyungmin|kyungsoo|makoto|manyee|masashi|mingze|minho|minjae|minji|minjun|minkyung|minseo|minsoo|minsu|minyoung|misaki|\
     miyoung|myungsoo|namjoon|nayeon|ryosuke|ryota|sangchul|sanghoon|sangwoo|satoshi|seohyun|seojun|seokjin|seoyeon|seulgi|seungho|\
     seunghyun|seungmin|seungwoo|shunsuke|siuling|sohee|sohyun|soojin|soyeon|soyoung|sujin|sungho|sungjin|sungmin|sunhee|taehyun|\
     taehyung|taeyang|taeyeon|takumi|tatsuya|tszhin|waiming|wingyan|wonho|woojin|wooyoung|yejin|yeonjin|yeseul|yonghwa|yoojin|yoongi|\
     younghee|youngho|youngja|youngjae|youngmin|youngsoo|yujin|yunseo|yusuke|yuto",
);
/// Of Indonesia, Malaysia, the Philippines, Thailand, Cambodia, Laos and Burma.
const SOUTHEAST_ASIA: WordList = WordList::new(
    "aminah|amirul|annaliza|anong|apichat|arief|arifin|arthit|asep|aungmin|azizah|azlan|baharuddin|bayani|boonmee|boonsong|bopha|\
     bounmy|bounthong|budiarto|budiman|budiono|chaiwat|chaiyaporn|chalermchai|chanchai|chanthou|cokorda|dadang|dalisay|djoko|\
     duangjai|encep|endang|hakimi|halimah|hariyanto|hartati|hartono|haryanto|haryati|haryono|hasanah|haziq|hazwan|hlaing|htun|ismoyo|\
     iswanto|izzah|izzati|jejomar|jhun|jomar|junaedi|junjun|junrey|kadek|kamarul|kanokwan|kanya|kartini|kartono|kasiman|kasiyem|\
     ketut|khairuddin|khairul|khamla|khamphone|kittipong|komang|kosal|kritsada|kunthea|kusnadi|kusno|kyaw|legiman|legiyem|\
     lestariningsih|liwayway|maemunah|malee|manee|maylene|mazlan|mony|mulyadi|mulyati|myint|nadzirah|naruemon|nattawut|natthaphon|\
     nengah|ngatimin|ngatiyem|ngatno|nilar|niran|noraini|norazlina|norhayati|nuraini|nurhayati|nurlaila|paijan|paijo|parjiyem|parjo|\
     phalla|pheakdey|phonesavanh|phyu|pichai|pimchanok|piseth|ponijo|poniman|poniyem|pornpan|pornthip|pramono|praphat|prasit|prayut|\
     priyono|pujiastuti|purnomo|rahayuningsih|ramlah|rashidah|ratanak|rattana|ridho|rithy|rizalino|rizky|rohani|roslan|rosmah|rosnah|\
     rudianto|rungrat|sakda|sambath|samnang|saowanee|sarinah|sariyem|sarjono|sartono|sarwono|savuth|sazali|setiawan|setyawan|setyo|\
     shahrul|sharifah|sirikit|siriporn|somphone|sompong|sophea|sopheap|sothea|sovann|srey|sreymom|suchart|sugeng|sugiarto|sugiyanto|\
     suhaimi|suhartini|suharto|sukardi|sukarni|sukirman|sulastri|sulistyo|sumarni|sumarno|sumiyati|sunarti|sunarto|sunisa|supaporn|\
     suparman|suparno|suphaporn|suprapto|supriyadi|supriyanto|surasak|suryono|susanti|susanto|susilo|sutarno|sutini|sutrisno|suwarni|\
     suwarno|suyono|syafiq|syahrul|syarifah|thanakorn|thanawat|thavy|thein|thida|thiha|tukijo|tukiman|tukiyem|ucup|ujang|veasna|\
     vuthy|wagiman|wagino|wagiyem|wahyudi|wahyuni|wahyuningsih|wanida|wannee|waraporn|wayan|wibowo|wichai|widodo|winai|wutyi|yadanar|\
     yanti|yulianti|yupin|zaharah|zarni|zulkarnain|zulkifli|zuraidah",
);
/// Of India, Sri Lanka, Nepal, Pakistan and Bangladesh.
const SOUTH_ASIA: WordList = WordList::new(
    "aaradhya|ananya|aneesh|anindya|anirban|anisur|anjaneyulu|anoop|arnab|arpita|atanu|ataur|azizul|barnali|bimal|bindu|biswajit|\
     chaminda|chandrima|debabrata|debashish|debasish|debjani|debolina|delwar|dilshan|dipak|diptiman|gayan|hasitha|indrani|indranil|\
     ishara|jahanara|janaka|jayanta|jincy|jisha|joydeep|kalaivani|kamatchi|karthikeyan|kasun|kaushik|keerthi|koushik|kumaran|\
     kumaresan|lahiru|lakmal|lakshmana|lakshmanan|lalitha|lasantha|lijo|loganathan|lutfur|madhavan|mahbubur|mahinda|malathi|malinga|\
     mamunur|manickam|mihir|mofizul|mohanraj|monirul|mosharraf|moumita|mousumi|murugan|murugesan|muthu|muthukumar|muthulakshmi|\
     nabanita|nadeesha|nagarajan|nagaraju|nalaka|nandhini|narasimha|natarajan|navya|nilanjan|nilanthi|nuwan|padmaja|padmavathi|\
     palaniswami|paromita|partha|parvathi|periyasamy|prabhakaran|prabhu|pritam|priyantha|puja|rafiqul|rajendran|rajeswari|\
     ramachandran|ramanathan|ramarao|ramila|rangarajan|ranil|rashedul|revathi|rezaul|rituparna|rokeya|rupali|ruwan|sailaja|saji|\
     sampath|sanath|sandhya|sandipan|sanduni|sangeetha|sanjeewa|saptarshi|saravanan|sathish|sathsara|sathya|satyanarayana|sayantan|\
     selvam|senthilkumar|shafiqul|shahadat|shahidul|shamsul|shanmugam|shanthi|shehan|shubham|shyju|sirisha|sitarama|sivakumar|\
     sivaraman|snehal|sourav|souvik|sravani|sreejith|sreekumar|sreelekha|sreemoyee|sridhar|srinivasan|subramaniam|subramanian|\
     subrata|suchitra|sudath|sudip|sudipta|sukanta|sukhdeep|sumana|sundaram|sundari|sunethra|supriya|surajit|sushila|sushmita|\
     swaminathan|swapan|swathi|tapas|taslima|tejaswini|thangaraj|thilini|thirumalai|thisara|thushara|upul|vasantha|veerappan|\
     velmurugan|venkata|venkataraman|venkatesh|venkateswarlu|vignesh|vijaya|vineeth|wasantha|yamuna|yasodha|zainul",
);
/// Of Iran, the Arab countries, Turkey, the Caucasus and Central Asia.
const WEST_ASIA: WordList = WordList::new(
    "aigerim|aigul|ainur|aizhan|almas|altynai|ardeshir|arezoo|aruzhan|askar|assel|azadeh|bahareh|bakhtiyar|baurzhan|bauyrzhan|\
     behrouz|betul|betül|bolat|busra|büşra|cagla|cigdem|daniyar|daulet|dilshod|elshad|ertugrul|fariba|farideh|farzad|fereshteh|\
     gokhan|golnar|golnaz|gulay|gulchehra|gulmira|gulsara|gulsen|gulzhan|haneen|hooman|houshang|hulya|ilhom|ilknur|iraj|jeyhun|\
     kairat|kaveh|kianoush|koorosh|kourosh|laleh|mahsa|mahshid|mahtab|manijeh|mehrnaz|meruert|minoo|mkrtich|mojgan|mojtaba|mozhgan|\
     muge|nairi|nayef|nazanin|nazli|negin|niloofar|niloufar|nisreen|nursultan|oguz|orkhan|parisa|parvaneh|payam|pegah|pouya|raghad|\
     roshanak|rovshan|ruba|rufat|rukiye|sakine|sanaz|sengul|sepideh|setareh|shahla|shahram|shahrzad|shapour|shereen|shohruh|shushan|\
     siavash|soheila|songul|soroush|suhair|tahani|talgat|taraneh|temirlan|thamer|tolgahan|tugba|turkan|ualikhan|ulugbek|ulviyya|\
     vigen|yashar|yerlan|yulduz|zhanar|zohreh|zulfiya",
);
/// Of Africa, up to the letter S.
const AFRICA: WordList = WordList::new(
    "abeba|abebe|abenaa|abrehet|abshir|adanech|adebayo|adebisi|ademola|adesola|adetokunbo|adetola|adewale|adeyinka|adhiambo|adjoa|\
     adjoua|adong|adébáyò|affoue|ahou|ainembabazi|akello|akhona|akissi|aklilu|akuba|alemayehu|amenan|amoin|anab|andriamanana|anesu|\
     anotida|aoko|apio|apiyo|asabe|asefa|atuhaire|auma|auwal|awino|awuor|ayobami|ayot|azeb|babatunde|balarabe|bamidele|befekadu|\
     berhane|betelhem|biodun|bizimana|bolaji|bolanle|bongani|bongiwe|bukunmi|bwalya|cabdi|chenai|cherono|chiazam|chibueze|chibuike|\
     chidi|chidiebere|chidinma|chiedza|chika|chikezie|chikondi|chilufya|chinaza|chinenye|chineye|chinonso|chinwe|chinweike|chioma|\
     chipo|chisomo|chukwuebuka|chukwuka|chukwuma|dahir|dalitso|danladi|dereje|dzifa|ebele|ebere|edem|efua|ejike|ekua|ekwueme|elikem|\
     elorm|ermias|etenesh|ewurabena|eyerusalem|eyob|ezinne|faduma|fezile|fikirte|fikru|folake|folasade|foluke|fowsiya|fungai|gbenga|\
     getachew|gichuru|ginika|girma|gizaw|guled|habimana|haile|haimanot|hakizimana|halimo|hery|hiwot|hlubi|ibukun|idil|ifrah|ijeoma|\
     ingabire|iradukunda|ishimwe|jabali|jabu|jamac|jumoke|kafui|kapembwa|kassahun|kebede|kekeli|kemigisha|kenechukwu|khanyi|khaya|\
     kidan|kidist|kipchoge|kizza|kobina|kobusingye|kodjo|koffi|komla|kondwani|kossi|kouadio|kouame|kouassi|kudzai|kudzanai|kundai|\
     kunle|ladidi|lalao|laraba|lebogang|lemlem|lesego|limbani|lindani|lindiwe|lotanna|lusungu|lwazi|mahlet|makhosazana|mandisa|\
     mawuli|mayamiko|mbali|mbuso|mduduzi|meaza|mekdes|mekonnen|melusi|meron|meseret|mphatso|mufaro|mugisha|mukamana|mukandayisenga|\
     mukantwari|mukasa|mulenga|mulugeta|munashe|munyaradzi|musoke|musonda|mutale|mutheu|mwajuma|mwanahamisi|mwanaidi|mwanaisha|\
     mwansa|mwila|mxolisi|nabirye|nabukenya|nakato|nakimuli|nakitende|naledi|nalishebo|nalubega|namubiru|namukasa|namukolo|namuli|\
     nankya|nansubuga|nantongo|nasimiyu|nasteho|ndayishimiye|ndinda|ngonidzashe|nhyira|nimco|nirina|niyonzima|nkechi|nkiru|nkosana|\
     nnenna|nokutenda|noluthando|nomonde|nompumelelo|nomsa|nondumiso|nsengiyumva|ntombi|nwando|nwanneka|nyaradzo|nyasha|nyokabi|\
     obiageli|obiora|odinaka|okwudili|olabisi|olatunde|olisa|olufemi|olusegun|oluseyi|oluwadamilola|oluwatobi|oluwatoyin|omowunmi|\
     onyeka|onyekachi|osita|ousseynatou|palesa|phindile|phumla|phumzile|puleng|rakiya|rakoto|ramadhani|refilwe|reitumelo|rivo|\
     ropafadzo|rudo|rumbidzai|rutendo|ruvimbo|sabelo|sagal|salamatu|samatar|sbongile|seble|segun|selamawit|selorm|senait|senam|senyo|\
     seun|shabani|shamiso|shingai|sikhanyiso|sikhumbuzo|simbarashe|sithembile|sizwe|somto|sosina|sphamandla|ssali|ssemakula|sucdi|\
     suleekho",
);
/// Of Africa, from the letter T on.
const AFRICA_FROM_T: WordList = WordList::new(
    "tadesse|tafadzwa|tahina|takudzwa|talatu|tamrat|tanaka|tapiwa|tayo|tebogo|teboho|teklu|temesgen|temitayo|tendai|tendekai|tesfaye|\
     tewodros|thabo|thandi|thato|thembi|thoko|thokozani|thokozile|thulile|tichaona|tinashe|tirunesh|tobechukwu|tsehay|tshepo|tumelo|\
     tumusiime|tunji|twesigye|ubax|uchechi|ugochi|ugochukwu|ugonna|ukamaka|umuhoza|umutoni|unathi|urenna|uwase|uwimana|uzoamaka|\
     uzoma|vimbai|voahangy|vusi|vuyani|vuyo|wacera|waithera|wandile|warsame|wasswa|wondwosen|worku|wubit|xolani|xolile|xoliswa|\
     yankho|yayra|yeshi|yeukai|yinka|yohannes|yordanos|zamzam|zandile|zelalem|zenebech|zewdu|zikora|zodwa|zolani|zuhura|zukiswa|\
     zulai|zvikomborero",
);
/// Of the Pacific.
const PACIFIC: WordList = WordList::new(
    "epeli|fa'atau|falaniko|fetu|filipo|hinemoa|hohepa|hēmi|inoke|iosefa|josaia|kailani|kaimana|kalani|kalesi|kamaka|kamalei|kanani|\
     kanoa|kapono|kawika|kealani|kealoha|kekoa|keola|keoni|lanakila|litia|lokelani|losaline|makana|makereta|makoa|malie|mele'ana|\
     mereoni|merewalesi|moani|mosese|nahoa|nalani|netani|ngahuia|noelani|nohea|nohealani|osea|pania|paora|penitoa|piripi|puanani|\
     pulou|rangi|rangimarie|riria|ropate|ruihi|salote|sefo|semisi|sereana|seru|siaosi|sinalei|siosaia|sireli|sitiveni|tafua|talanoa|\
     tanerore|taniela|taraivini|tevita|timoci|tipene|tuilagi|tuimavave|tupou|turei|tāne|uilani|ululani|vailea|vasemaca|viliami|\
     vilimoni|waiora|waisale|waqa|whetu",
);
/// Of the smaller languages of Europe, and Israel.
const EUROPE: WordList = WordList::new(
    "ailsa|aled|amnon|aodhán|arwel|asdis|aviad|aviva|ayelet|batsheva|binyamin|bláthnaid|bogumiła|bogusława|bożena|branwen|caradog|\
     carys|ceridwen|cerys|czesław|dafna|dafydd|daithi|dganit|dilwyn|dilys|dobrosława|dáithí|dídac|eabha|efrat|eilidh|einat|eirlys|\
     elira|eluned|emlyn|emyr|erez|ermal|eulàlia|eurwen|ffion|gearóid|genc|gentiana|geraint|gethin|gezim|gints|gruffydd|gráinne|\
     gwenllian|gwenno|gwilym|hadas|haim|heledd|hila|hywel|iarla|ieuan|illtyd|irit|islwyn|itay|jūratė|lihi|liis|limor|lleucu|llewelyn|\
     llinos|lluís|lluïsa|lowri|lule|maayan|macsen|maebh|mair|majlinda|meadhbh|meirav|meirion|menna|merav|mererid|mhairi|mieczysław|\
     milenko|mileva|mirosław|morag|morfydd|muiris|murdo|máiréad|nachman|naftali|nexhmije|nijolė|nitzan|nurit|oded|odhrán|ofra|ohad|\
     omri|orit|osnat|owain|proinsias|pádraig|qemal|ratko|ravit|reuven|revital|rhodri|rhydian|ronit|rrezarta|ruairidh|ruairí|ruaridh|\
     róisín|sadhbh|saija|sandris|seonaid|shai|shaul|shimon|shiran|shkelqim|shlomo|shulamit|sigal|sigurdur|sinéad|sivan|siân|skaistė|\
     skënder|smadar|sorley|stanisława|steffan|struan|sławomir|tegwen|teleri|teppo|thordis|tihana|tomer|tomos|torquil|tudur|tzipora|\
     tzvi|uilliam|urho|urpo|vered|vjosa|wiesława|xhavit|xhevdet|yakov|yarden|yehudit|yitzhak|yllka|yochai|yossi|yotam|zdzisław|ze'ev|\
     zohar|éanna|živko|žydrė",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_in_any_case() {
        for (word, expected) in [
            ("Minjun", true),
            ("SUTRISNO", true),
            ("ngozika", false),
            ("Grá", false),
            ("Gráinne", true),
            ("GRÁINNE", true),
            ("parser", false),
            ("", false),
        ] {
            assert_eq!(is_first_name(word), expected, "{word}");
        }
    }
}
