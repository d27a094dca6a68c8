//! Names of persons of China, Japan and Korea: frequent family names, and the characters that given names are made of.

use crate::recognizers::support::word_list::{WordList, is_listed};

/// Reports whether `name` begins with a frequent family name of China or Korea.
pub(crate) fn begins_with_family(name: &str) -> bool {
    let first = name.chars().next().unwrap_or(' ');
    let families = || HAN_FAMILIES.split('|').chain(HANGUL_FAMILIES.split('|'));
    HAN_FAMILY.contains(first) || HANGUL_FAMILY.contains(first) || families().any(|family| name.starts_with(family))
}

/// Reports whether `name` is a frequent Japanese family name.
pub(crate) fn is_japanese_family(name: &str) -> bool {
    [JAPANESE_FAMILIES, MORE_JAPANESE_FAMILIES, RARER_JAPANESE_FAMILIES].iter().any(|list| is_listed(name, list))
}

/// The length of the longest frequent Japanese family name that begins `text`.
pub(crate) fn japanese_family_len(text: &str) -> Option<usize> {
    /// Most characters of one.
    const LONGEST: usize = 4;
    let ends = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST);
    ends.filter(|end| is_japanese_family(&text[..*end])).max()
}

/// The length of the frequent Korean family name that begins `text`.
pub(crate) fn hangul_family_len(text: &str) -> Option<usize> {
    let long = HANGUL_FAMILIES.split('|').find(|family| text.starts_with(family));
    let first = || text.chars().next().filter(|c| HANGUL_FAMILY.contains(*c)).map(char::len_utf8);
    long.map(str::len).or_else(first)
}

/// Reports whether `c` is a frequent Chinese family name.
pub(crate) fn is_han_family(c: char) -> bool {
    HAN_FAMILY.contains(c)
}

/// Reports whether `name` begins with a Chinese family name of two characters: `欧阳`.
pub(crate) fn has_compound_family(name: &str) -> bool {
    HAN_FAMILIES.split('|').any(|family| name.starts_with(family))
}

/// Reports whether `word` is a Korean family name of two syllables: `남궁`.
pub(crate) fn is_compound_hangul_family(word: &str) -> bool {
    HANGUL_FAMILIES.split('|').any(|family| word == family)
}

/// Reports whether `c` is a character of many Chinese given names.
pub(crate) fn is_han_given(c: char) -> bool {
    HAN_GIVEN.contains(c)
}

/// Reports whether `name` is a frequent Japanese given name that is no word.
pub(crate) fn japanese_given_name(name: &str) -> bool {
    is_listed(name, JAPANESE_GIVEN)
}

/// Reports whether `c` ends many Japanese given names.
pub(crate) fn may_end_japanese_given(c: char) -> bool {
    JAPANESE_GIVEN_END.contains(c)
}

pub(super) fn is_chinese(name: &str) -> bool {
    let family = HAN_FAMILIES.split('|').find(|family| name.starts_with(family));
    let rest = family.and_then(|family| name.strip_prefix(family)).or_else(|| {
        let first = name.chars().next().filter(|c| HAN_FAMILY.contains(*c))?;
        name.get(first.len_utf8()..)
    });
    let Some(given) = rest.map(|rest| rest.trim_start_matches(['·', ' '])) else { return false };
    // Universities and parts of the world are called so: `南宫大学`.
    const THINGS: [&str; 6] = ["大学", "大學", "国家", "國家", "大道", "天文"];
    let is_word = given.chars().nth(1).is_none() && HAN_WORD_ENDS.contains(given) || THINGS.contains(&given);
    (1..=2).contains(&given.chars().count()) && given.chars().all(|c| HAN_GIVEN.contains(c)) && !is_word
}

pub(super) fn is_japanese(name: &str) -> bool {
    let given = japanese_family_len(name).map(|family| name[family..].trim_start_matches([' ', '\u{3000}']));
    given.is_some_and(|given| {
        (1..=4).contains(&given.chars().count())
            && (JAPANESE_GIVEN_END.contains(given.chars().next_back().unwrap_or(' ')))
    })
}

pub(super) fn is_korean(name: &str) -> bool {
    let bare = name.replace(' ', "");
    let family = HANGUL_FAMILIES.split('|').find(|family| bare.starts_with(family));
    let len = family.map_or_else(
        || bare.chars().next().filter(|c| HANGUL_FAMILY.contains(*c)).map(char::len_utf8),
        |family| Some(family.len()),
    );
    let Some(given) = len.and_then(|len| bare.get(len..)) else { return false };
    // Young animals, dishes and ways of building are called so.
    const OTHERS: [&str; 9] =
        ["강아지", "송아지", "한정식", "이유식", "조리식", "유동식", "고정식", "공개식", "현장식"];
    let count = given.chars().count();
    let fits = count == 2 || count == 1 && family.is_some();
    fits && given.chars().all(|c| HANGUL_GIVEN.contains(c)) && !OTHERS.contains(&bare.as_str())
}

/// Frequent family names of one character, in China, Taiwan, Hong Kong, Korea and Vietnam.
const HAN_FAMILY: &str = "王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何高林罗羅郑鄭梁谢謝宋唐许許韩韓冯馮邓鄧曹彭曾肖蕭田董袁潘于於蒋蔣蔡余杜叶葉程苏蘇魏吕呂丁任沈姚卢盧姜崔钟鍾谭譚陆陸汪范范石廖贾賈夏韦韋付傅方白邹鄒孟熊秦邱江尹薛闫閻段雷侯龙龍史陶黎贺賀顾顧毛郝龚龔邵万萬钱錢严嚴覃武戴莫孔向汤湯金文簡简翁施詹柯倪殷莊庄骆祝涂歐欧卓蓝藍翟阮凌駱洪池俞辛伍岑庞龐纪紀葛聂聶晏耿焦巫鲁魯戚闵閔郜褚狄佟佘邝鄺谌缪繆瞿娄婁冉卞甄冼亓阚闞蔺藺栾欒霍祁樊裴虞乔喬鲍鮑";
const HAN_FAMILIES: &str = "欧阳|歐陽|司马|司馬|上官|诸葛|諸葛|司徒|东方|東方|夏侯|皇甫|尉迟|公孙|公孫|慕容|令狐|端木|南宫|南宮|长孙|宇文|独孤";
/// Characters of given names.
const HAN_GIVEN: &str = "曦墨汐沐珩昭潇瀟骁泓滢瀅漪灏灝烁煊煦熙琨瑛祎祯禎翀茵荃莹瑩菡薪谦謙赟贇轲韬韜骞騫骥麟诺諾冠佩珊庭伟偉芳娜秀英敏静靜丽麗强強磊军軍洋勇艳豔杰傑娟涛濤明超兰蘭霞平刚剛桂建文华華国國志红紅玉春梅海燕云雲雪琳婷宇浩轩軒梓涵欣怡晨俊博思佳嘉雨梦夢琪诗詩彤萱瑶瑤颖穎莹瑩晓曉凯凱峰鹏鵬飞飛辉輝斌波宁寧亮健民永成德福荣榮瑞祥顺順贵貴良忠义義仁智康乐樂凤鳳珍翠月琴慧淑贞貞惠美爱愛莲蓮菊松柏青蕾倩雅雯妍婉娇嬌媛芬芝芸茜菲蓉薇薇蓓馨宏弘泽澤润潤源洁潔清渊涵淼浩瀚昊昕昱晟晖暉旭昌晶楠桐梁森彬彪振挺擎政敬斐新旺朋枫楓栋棟毅沛泉淇湘瑜瑾璐璇璟珊珂玲玮瑋琦琛琰琼瓊皓睿硕碩祺禄竣筠纯純绍紹维維翔聪聰胜勝腾騰舒航良艺藝芷若苗茂荷萍葵蔚虎裕豪贤賢赫超越跃迪逸道邦郁鑫铭銘锋鋒锐銳镇長长阳陽隆霖霄靖韵颂飞馥驰骏駿鸣鳴鹤麒黛龙龍子小大一天家学學世正伯仲季叔少恩恒恆悦悅惟怀忆悠可君吉启啟咏哲善喜圣坤垚城基堂增士如姗娅婕婧媚嫣安宗定宛宜宝寶尚展岚嵐岩崇川巍帆帅平广廣庆慶延彦彥彰徽心忍慈懿成才承远遠佩翰妤诺諾筱霏渝岳峻丞宥宸翊芯甯苡伶仪儀孟瑄暄榕樺钧鈞诚誠儒奕弈毓蕙芮蕊苒荔菁蓁舜尧堯捷冠桓桦煜燁烨炜煒煌灿燦焕煥熠榆柔妮曼琬珮姵佑祐霈霓";

/// Characters of given names that end ordinary words of two characters, too.
const HAN_WORD_ENDS: &str = "一大小天家学學世正长長明雅峰强強新平子成立业星龙龍海洋国國文金日才心定展";

/// Frequent Japanese family names.
const JAPANESE_FAMILIES: &WordList = &WordList::new(
    "佐藤|鈴木|高橋|田中|伊藤|渡辺|渡邊|渡邉|山本|中村|小林|加藤|吉田|山田|佐々木|山口|松本|井上|木村|斎藤|斉藤|齋藤|清水|山崎|池田|橋本|阿部|石川|山下|中島|石井|小川|前田|岡田|長谷川|藤田|後藤|近藤|村上|遠藤|青木|坂本|福田|太田|西村|藤井|金子|岡本|藤原|中野|三浦|原田|中川|松田|竹内|小野|田村|中山|和田|石田|森田|上田|内田|柴田|酒井|宮崎|横山|高木|安藤|宮本|大野|小島|谷口|今井|工藤|高田|増田|丸山|杉山|村田|大塚|新井|小山|平野|藤本|河野|上野|野口|武田|松井|千葉|岩崎|菅原|久保|佐野|野村|松尾|市川|菊地|菊池|木下|杉本|古川|大西|島田|水野|桜井|高野|渡部|吉川|山内|西田|飯田|西川|小松|北村|安田|五十嵐|川口|平田|関口|中田|久保田|服部|東野|川崎|岩田|土屋|福島|本田|辻本|樋口|秋山|田口|永井|中西|山中|吉村|川上|石原|大橋|松岡|馬場|浜田|森本|星野|矢野|浅野|大島|吉岡",
);
const MORE_JAPANESE_FAMILIES: &WordList = &WordList::new(
    "岩本|片山|早川|小池|伊東|古賀|西野|岡崎|荒木|大久保|野田|熊谷|吉野|今村|川村|望月|大谷|秋田|内藤|松原|菅野|宮田|横田|黒田|石橋|須藤|浅井|松永|上村|坂口|黒木|奥村|川島|篠原|中尾|大石|本間|沢田|小沢|小澤|田辺|田島|村井|白石|小泉|飯塚|平井|天野|榎本|宮下|宮川|中井|栗原|小野寺|福井|神田|森山|荒井|河合|松浦|桑原|杉浦|北川|西山|大森|竹田|石塚|相川|三宅|水谷|大竹|江口|堀内|土井|稲垣|稲葉|北野|長田|長野|尾崎|成田|植田|根本|高山|荻野|荻原|柳田|関根|石黒|石崎|石山|小田|小倉|小野田|小室|中谷|中沢|中澤|中本|中原|篠田|鎌田|滝沢|滝澤|柏木|細川|細田|梅田|梅原|杉原|皆川|宇野|江藤|堀川|堀田|岸本|岸田|大川|大塚|大山|大田|大村|大和田|畑中|川田|川端|川原|福本|福原|米田|米山|塚本|宮城|宮原|飯島|泉|庄司|古田|古谷|若林|笠原|片岡|門脇|金沢|神谷|亀井|菊川|岩瀬|井口|井田|井手|今西|入江|上原|臼井|内山|梅津|落合|海老原|加納|甲斐|北島|木原|黒川|黒沢|小西|小谷|小森|権藤|斎木|坂井|坂田|桜田|佐久間|沢村|塩田|志村|島崎|下田|白井|新谷|杉田|関谷|瀬戸|高井|高島|高見|高村|竹中|田上|田畑|津田|土田|戸田|中岡|長尾|永田|永野|新田|西尾|西岡|西川|野崎|萩原|長谷部|橋口|浜口|早坂|原口|春日|日高|平山|広瀬|藤岡|藤川|藤村|古賀|星|堀江|前川|増井|松村|三上|三木|水口|溝口|三好|村山|森川|森下|安井|柳沢|山岸|山際|山根|山村|湯浅|横井|米倉|若松|渡会",
);
/// And rarer ones, without those that are places or words, too.
const RARER_JAPANESE_FAMILIES: &WordList = &WordList::new(
    "大河内|小笠原|勅使河原|綾小路|御手洗|東海林|長曽我部|武者小路|伊集院|西園寺|二階堂|久我|鷹司|五味|五島|一ノ瀬|一之瀬|一瀬|三枝|三輪|三谷|七尾|八木|八代|八田|八重樫|九鬼|十河|千田|千野|万代|上川|上杉|上条|上林|\
     中条|中根|中垣|中嶋|中江|下川|下村|丹羽|丹野|久米|久野|久松|亀田|五十川|井川|井沢|井澤|今泉|今野|仁科|仲村|伊達|伊沢|伊澤|伊原|佐伯|佐竹|佐原|佐山|依田|倉田|倉持|児玉|入山|内海|内村|円谷|冨田|冨永|前野|\
     加瀬|加茂|勝又|北沢|北澤|北条|半田|及川|友田|古屋|古橋|古山|吉井|吉原|吉本|吉沢|吉澤|名取|向井|君島|味岡|和久井|喜多|喜田|嘉納|国枝|園田|坂上|坂巻|城戸|堀口|堀越|塚原|塚越|塩見|塩谷|増子|増山|大坪|大澤|\
     大沢|大滝|大瀧|大畑|大貫|奥田|奥野|宇佐美|宇田川|安倍|安西|安斎|安東|宍戸|室井|宮内|宮坂|宮島|宮沢|宮澤|宮里|寺井|寺島|寺田|寺西|富樫|富永|小堀|小宮|小寺|小柳|小椋|小橋|小畑|小竹|小菅|小関|尾上|尾形|尾関|\
     山上|山名|山室|山添|山縣|山県|岡村|岡野|岡部|岡島|岩井|岩上|岩下|岩城|岩永|岩間|島村|嶋田|川井|川合|川名|川野|川西|川又|市原|市村|布施|平岡|平林|平良|平松|廣瀬|廣田|引地|弓削|影山|後閑|徳永|徳田|恩田|戸塚|\
     戸川|手塚|折原|持田|新里|新垣|日下|日比野|早田|星川|曽我|曽根|曾根|木内|木島|木暮|木田|本橋|村岡|村瀬|村松|杉江|杉村|東條|東条|松下|松丸|松崎|松木|松野|松嶋|板垣|板倉|林田|柘植|柚木|柳原|栗田|栗山|桐谷|\
     桑田|桑野|梅本|梶原|梶田|森岡|森口|森島|森脇|森谷|植松|楠本|榊原|槇原|樋渡|横尾|横川|横溝|櫻井|櫛田|武井|武内|武藤|比嘉|水島|水澤|江川|江原|池上|池内|池谷|沖田|河田|河村|泉谷|津川|津島|浅田|浅川|浅見|海野|\
     清原|清野|渥美|滝川|滝口|瀧本|瀬川|瀬尾|喜屋武|月見里|小鳥遊|与那嶺|阿久津|曽根崎|桐生|鷲尾|雀部|鳩山|漆原|神宮寺",
);
/// Frequent Japanese given names, in characters and in syllables.
const JAPANESE_GIVEN: &WordList = &WordList::new(
    "太郎|花子|一郎|次郎|三郎|健太|健一|健二|健太郎|翔太|翔|大輔|大介|大樹|拓也|拓真|拓郎|直人|直樹|直子|直美|和也|和子|和夫|和彦|和美|浩二|浩一|浩子|裕子|裕太|裕樹|裕美|由美|由美子|由紀|由香|由佳|優子|優太|優斗|優花|陽子|     陽菜|陽太|陽介|洋子|洋介|洋一|恵子|恵美|恵美子|美咲|美穂|美香|美和|美紀|美智子|美代子|美由紀|真由美|真由子|真理|真理子|真紀|真一|麻衣|麻美|麻里|舞子|彩|彩花|彩香|彩乃|綾|綾子|綾香|綾乃|沙織|沙耶|沙也加|早紀|香織|香奈|香菜|佳奈|     佳子|佳代|加奈|加代子|加奈子|奈々|奈緒|奈緒子|奈美|七海|菜々子|菜摘|葵|凛|結衣|結菜|結愛|莉子|莉奈|里奈|里美|理恵|理沙|律子|典子|則子|紀子|法子|規子|幸子|幸一|幸雄|幸恵|京子|恭子|今日子|孝子|貴子|貴之|貴史|隆|隆史|隆之|     高志|武志|武史|智子|智美|智也|智之|朋子|朋美|友美|友子|友里|知子|千尋|千夏|千春|千代子|千恵|千恵子|久美子|久子|久美|敏子|敏夫|敏行|俊介|俊彦|俊夫|淳子|順子|純子|純一|潤子|信子|信夫|信一|伸一|慎一|慎太郎|晋太郎|進一|     誠司|誠一|正人|正雄|正子|昌子|昭夫|昭子|明子|明美|秋子|晶子|章子|文子|文夫|史子|史郎|博子|博之|博史|弘子|弘美|宏美|宏之|寛子|英子|英樹|英明|秀樹|秀夫|秀子|哲也|哲郎|達也|達夫|竜也|竜太|龍一|龍之介|亮太|亮介|涼介|涼子|涼太|     良子|良平|良太|遼|遼太|蓮|颯太|颯|悠斗|悠太|悠真|悠人|悠子|湊斗|陸斗|陸|海斗|海翔|大翔|蒼太|蒼|樹里|朔太郎|慶子|圭子|圭介|啓介|啓子|景子|敬子|桂子|計子|公子|邦子|邦夫|国子|静香|静子|節子|世津子|勢津子|瀬奈|園子|聡|聡子|聡美|     孝之|孝志|剛志|毅|修一|修平|秋男|晴香|晴美|春香|春菜|遥|遥香|遥菜|桃子|桃花|瞳|百合子|百恵|雪子|雪乃|義雄|義男|勝男|勝也|克也|勉|稔|茂雄|繁|清子|喜美子|君子|絹代|澄子|澄江|芳子|芳江|好子|和江|春江|初枝|光子|光男|     みゆき|あゆみ|さくら|ひろみ|あかり|ひかり|まゆみ|まゆ|まい|まなみ|みほ|みさき|みか|みき|めぐみ|ゆうき|ゆうた|ゆうこ|ゆかり|ゆか|ゆみこ|ゆみ|えりか|えり|かおり|かおる|かなこ|かな|けいこ|さおり|さちこ|さとみ|しおり|すみれ|ちひろ|     ともこ|なおこ|なつみ|なな|のぞみ|はるか|はるな|ひとみ|ひなた|ひなの|まさみ|まりこ|まり|みどり|みなみ|ももこ|りえ|りさ|りな|りこ|りく|れいこ|れな|わかな|たかし|たけし|けんじ|けんた|こうじ|さとし|しんじ|だいき|つばさ|ひろし|まこと|ゆうじ",
);
/// Last characters of Japanese given names.
const JAPANESE_GIVEN_END: &str = "子郎美一二三夫雄男介太代江枝恵香奈菜花華里理沙紗衣希樹貴輝輔助平也哉斗人仁志司史治次正明昭弘浩博裕宏広隆孝健賢誠真慎進勝豊実稔茂清潔修治学剛強武彦子乃音葉愛優結翔蓮陸海空大輝陽颯悠湊樹璃凛桜咲紀幸行之光信孝義和久保徳俊利吉敏哲朗亮良涼遼駿凌絵织織穂歩舞麻未実みりかなこえおきさとたつのはほまもやゆよらるろじみいあうけく";

/// Frequent Korean family names, and syllables of given names.
const HANGUL_FAMILY: &str = "김이박최정강조윤장임한오서신권황안송류유전홍고문양손배백허남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석선설마길연위표명기반왕금옥육인맹제모피편탁봉";
const HANGUL_FAMILIES: &str = "남궁|황보|제갈|선우|독고|사공|서문";
/// Syllables of Korean given names.
pub(crate) const HANGUL_GIVEN: &str = "담식민지현수영은서준우진아연하예윤도시주경정희미혜선성상승재동태호훈석철광용창종병명인원빈율나라리린유채가다숙순옥춘화애란신규범찬한환혁근건길남대덕두만복봉삼욱웅솔슬별람완일익중태헌형후흥학필택탁강결겸관교권균금본말름득례숭룡률묵옹";
