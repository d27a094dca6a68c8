//! Names of services as they stand before the names of keys, `stripe_key`, `ghToken`, or alone in their place: `mixpanel: …`.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use rustc_hash::FxBuildHasher;

use crate::recognizers::{
    secrets::tokens,
    support::word_list::{WordList, is_listed},
};

/// A list of names.
macro_rules! names {
    ($($name:ident)*) => {
        &[$(Cow::Borrowed(stringify!($name)),)*]
    };
}

/// Services that have one key for each account or program, so that a random value behind their name is one.
pub(crate) const SERVICES: &[Cow<'static, str>] = names! {
    abuseipdb abyssale accuweather adafruit adobe adyen adzuna aeroworkflow aftership agora ai21 airbrake airbyte
    airship airtable airvisual aiven akamai alchemy alegra aletheia aletheiaapi algolia alibaba alienvault aliyun
    allsports alphavantage amadeus amazon ambee amplitude ankr anthropic anypoint anyscale apacta apideck apiflash
    apifonica apify apilayer apilytics apimatic apiscience appcues appdynamics appfollow appinsights appoptics
    appsflyer appsignal appsynergy appveyor appwrite arbiscan artifactory artsy asaas asana assemblyai atera
    atlassian audd auth0 authress authy autodesk autoklose avalara avaza aviationstack aws axiom axonaut aylien
    ayrshare azure azuread azuredevops azureopenai azurestorage backblaze backerkit balena bannerbear baremetrics
    baseapi basecamp baseten beamer beebole belvo besttime betterstack bigcommerce billomat binance bitbank bitbar
    bitcoinaverage bitfinex bitget bitly bitmex bitrise bitstamp bittrex bitwarden blablabus blazemeter blitapp
    blockcypher blockfrost bluesky blynk bombbomb boostnote borgbase braintree braintrust brandfetch brevo
    brightcove brightdata browserbase browserless browserstack browshot bscscan buddyns bugherd bugsnag buildkite
    bunnycdn buttercms buttondown bybit cachix caflou calcom calendarific calendly calorieninja campaignmonitor
    campayn cannyio canva capsolver capsulecrm captaindata carboninterface cartesia cashboard cashfree caspio cdn77
    censys centralstation centralstationcrm cerebras cexio chainstack chargebee chargify chartmogul chatfuel chatgpt
    checio checkly checklyhq checkmarx chromatic circleci ciscomeraki clarifai claude clearbit clerk clickatell
    clickhelp clicksend clickup cliengo clinchpad clockify clockworksms clojars cloudant cloudconvert cloudelements
    cloudflare cloudimage cloudinary cloudmersive cloudns cloudplan cloudsigma cloudways cloverly cloze clustdoc
    cockroachdb codacy codeberg codeclimate codecov codemagic cohere coinapi coinbase coingecko coinglass coinlayer
    coinlib coinmarketcap coinstats cometchat commercejs companyhub configcat confluence confluent contentful
    contentstack convertkit convex convier coralogix cosmos cosmosdb courier covalent coveralls crossref crowdstrike
    cryptlex cryptocompare cryptopanic currencycloud currencyfreaks currencylayer currencyscoop currentsapi
    customerguru customerio cybersource d7network d7networks dailyco darksky dashscope databento databricks datadog datafire datagov
    datastax datocms daytona deepai deepgram deepinfra deepl deepseek deribit descope desec detectify detectlanguage
    dfuse diffbot digitalocean directus discord disqus dnsimple dnspod docusign doppler dotdigital dotmailer dovico
    dronahq droneci dropbox duckdns duffel dwolla dynadot dynalist dynatrace dynu dyspatch eagleeye eagleeyenetworks
    easyinsight easypost ebay ecobee edamam edenai eightxeight elastic elasticcloud elasticemail elevenlabs
    emailoctopus enablex endorlabs eodhd etherscan ethplorer etsy eventbrite everhour exchangerate exchangerateapi
    exchangerates exchangeratesapi exoscale faceplusplus fakejson fanart fastforex fastly fastspring fauna feedier
    feishu fetchrss fibery figma filebase fileio filestack finage financialmodelingprep findl finicity finnhub
    firebase firecrawl fireworks fivetran fixer fixerio flagsmith fleetbase flexport flightapi flightlabs
    flightstats flowflu flutterwave flyio fmfw forecastio formbucket formcraft formsite foursquare frameio freemius
    freshbooks freshdesk friendli frontegg fullcontact fullstory fusebill fusionauth fxmarket gainsight gandi gateio
    gcloud geckoboard gemini gengo geoapify geocodify geocodio geoipifi getblock getemail getemails getgeoapi
    getgist getresponse getsandbox giphy gitbook gitea gitguardian gladia glassnode glitterlyapi gnews gocanvas
    gocardless godaddy gofile goodday googlemaps googletranslate gorgias gotify grafanacloud graphcms graphhopper
    greenhouse greynoise groovehq groq growthbook guardianapi gumroad gyazo happi happyscribe hashicorp hasura
    haveibeenpwned hcaptcha healthchecks helicone hellosign helpcrunch helpscout hereapi heroku hetzner heygen hibp
    hiveage holidayapi honeybadger honeycomb hotjar hotmart hubspot huggingface huobi hybiscus hygraph hypeauditor
    hypertrack ibm iconfinder iexcloud iflytek imagekit imagga imgbb imgur immich influx influxdb infobip infoblox
    infracost infura inngest insightly instamojo instana integromat intercom interseller intrinio invoiceocean ionos
    ipapi ipapico ipdata ipgeolocation ipify ipinfo ipinfodb ipquality ipqualityscore ipregistry ipstack iterable
    iterative iugu iyzico jawg jellyfin jfrog jina jira jotform jumpcloud juro kakao kanbantool karmacrm keenio
    keycdn keygen kickbox kickofflabs kinde klaviyo klipfolio knapsackpro kong kontent kraken kucoin kylas langchain
    langfuse langsmith languagelayer languagetool larksuite lastfm lastpass launchdarkly leadfeeder lemlist
    lemonsqueezy lendflow lessannoyingcrm lexigram libretranslate lichess lightstep linemessaging linenotify
    linkpreview linode liveagent liveblocks livestorm llamacloud lob locationiq logdna logentries logfire loggly
    loginradius logtail logzio lokalise loyverse lunchmoney luno madkudu magicbell mailboxlayer mailchimp mailerlite
    mailersend mailgun mailjet mailmodo mailsac manatal mandrill mangopay mapbox mapillary mapquest maptiler
    marketstack materialize matomo mattermost mavenlink maxmind meaningcloud mediastack mediawiki meilisearch
    meistertask mem0 meraki mercadopago mesibo messagebird messagemedia messari metaapi meteomatics metrilo mezmo
    midtrans millionverifier mindmeister minimax miro mistral mistralai mixmax mixpanel mollie mongoatlas
    mongodbatlas moonclerk moonshot moosend moralis movider mparticle mrticktock musixmatch mux myfreshworks
    myintervals namecheap namedotcom nasdaqdatalink netcore nethunt netlify neutrinoapi neverbounce newrelic newsapi
    newscatcher newsdata newyorktimes nexmo nftport ngrok nicereply nightfall nordigen notifuse notion novita novu
    nozbe nozbeteams ntfy numlookup numverify nutritionix nvidia nylas nytimes oanda okta omdb omise omnisend
    onedesk onelogin onepagecrm onepassword onesignal onfido onfleet onwater onwaterio oopspam openai opencage
    opencagedata opengraphr openrouter openrouteservice opensea openuv openweather openweathermap opsgenie
    optimizely overloop overseerr ovh owlbot owm oxylabs packagecloud pagarme pagerduty pandadoc pandascore
    papertrail paralleldots parsehub parseur partnerstack passbase pastebin paymo paymoapp paymongo paypal paystack
    payu pdflayer pdfshift pendo peopledatalabs pepipost percy perplexity personio pexels photoroom pinata pinecone
    pingdom pipedream pipedrive pivotaltracker pixabay plaid planetscale planview planviewleankit planyo plausible
    plex plivo podio poeditor poloniex polygonscan porkbun positionstack postageapp posthog postman postmark powrbot
    predibase prefect prismic privateai prodpad productboard promptlayer prospectcrm prospectio protocolsio
    proxycrawl pubnub pulumi purestake pushbullet pushdeer pusher pushover pushwoosh qase qdrant qovery qualaroo
    quandl qubole quickbase quickmetrics quicknode qweather radarr railway rancher rapidapi rapyd rawg raygun
    razorpay readme reallysimplesystems rebrandly recaptcha recurly redislabs removebg repairshopr replit resend
    restpack retool revampcrm revenuecat ringcentral riot ritekit rocketchat rocketreach rollbar roninapp route4me
    rownd rubygems rudderstack runpod runrunit runscope runway salesblink salescookie salesflare salesforce
    salesloft salesmate sambanova samsara sanity satismeter saucelabs scaleway scalingo scrapeowl scraperapi
    scraperbox scrapersite scrapestack scrapfly scrapingant scrapingbee screenshotapi screenshotlayer securitytrails
    selectpdf sematext sendbird sendcloud sendgrid sendinblue sendpulse sentry serpapi serper serphouse serpstack
    serverchan sevdesk sheety sherpadesk shipday shipengine shippo shipstation shodan shopify shopware shotstack
    shutterstock signalfx signalwire signaturit signupgenius sigopt siliconflow simfin simplelogin simplesat
    simplynoted simvoly sinch singlestore sirv siteleaf skrapp skybiometry skylight skyscanner slack smartproxy
    smartsheet smartsheets smartystreets smooch smsapi smscountry snipcart snowflake snyk socketlabs sonar
    sonarcloud sonarr sourcegraph spamhaus sparkpost speechmatics speechtextai splunk spoonacular sportmonks
    sportsmonk spotinst squarespace sslmate stabilityai stackhawk statsig statuscake stitchdata stockdata storecove
    storj stormglass storyblok storychief strava stripe stripo stytch subsplash sugester sumologic sumup supabase
    supernotes supertokens surveyanyplace surveybot surveysparrow survicate svix swiftype synthesia tailscale
    tallyfy tatum tautulli tavily taxjar teamgate teamwork telegram telesign telnyx tencent tenderly text2data
    textanywhere textlocal textmagic textrazor tfc theoddsapi thingspeak thinkific thirdweb thousandeyes
    thunderforest thunderstore tibber ticketmaster tiingo timezoneapi tines tinify tinybird tinypng tmdb tmetric
    todoist togetherai toggl toggltrack tomorrowio tomtom tradier trakt transifex transloadit travelpayouts travis
    travisci trello truelayer tumblr turso tushare tvdb twelvedata twelvelabs twilio twitch twitter twocaptcha
    tyntec typeform typesense ubidots umami unifyid unisender unkey unplugg unsplash upcdatabase upcloud uplead
    uploadcare upstage upstash uptimekuma uptimerobot upwave urlscan userflow userstack valtown vatlayer vercel
    verimail veriphone versioneye viewneo virustotal visualcrossing voiceflow voicegain volcengine vonage voodoosms
    vouchery vpnapi vultr vyte wakatime walkscore wandb wasabi weatherapi weatherbit weatherstack weaviate webex
    webflow webscraper webscraping webshare weekdone weightsandbiases wepay whatsapp whoxy windy wistia wix wolfram
    woocommerce workable workato workos worksnaps workstack worldcoin worldcoinindex worldpay worldweather wrike xai
    xata xendit xfyun yandex yelp ynab youneedabudget yousign zapier zendesk zenkit zenrows zenscrape zenserp zep
    zeplin zerobounce zerossl zettle zhipu zipapi zipbooks zipcodeapi zipcodebase zoho zonka zonkafeedback zoominfo
    zulip zuplo
};

/// Services whose names are also words, or those of programs of which files list versions, digests and commits.
pub(crate) const PRODUCTS: &[Cow<'static, str>] = names! {
    aha apollo apptivo autopilot bamboo bigquery bing bitbucket blockchain braze bulbul canny capsule cisco
    clickhouse cloudsmith copper couchbase cratesio crowdin cypress dandelion delighted deputy ditto docker
    dockerhub drone elasticsearch enigma exa expo fcm flask formio fulcrum gcp ghcr github gitlab gitter gmail
    google grafana guru harness heap hive humanity hunter impala jenkins jupiter kafka karma keen keycloak lark
    loops magnetic metabase microsoft minio mite mongo mongodb mysql nasa nasdaq neptune nexus ngc nimble noticeable
    npm nuget openshift openvpn oracle paddle pivotal polygon portainer postgres prospect pypi quay rabbitmq ramp
    raven rds redis refiner replicate roaring rootly s3 sauce scalr segment semaphore sentiment shortcut sidekiq sns
    sonarqube sqs stability statuspage steam strapi streak swell terraform together tru twist unleash vagrant vault
    voyage wordpress zoom
};

/// Services whose names alone name too many other things, or profiles and works.
const ABBREVIATIONS: &[Cow<'static, str>] = names! {
    box bunny chatbot checkout dd deno duo facebook fb flickr fly front ftp gh gl hf instagram line linear
    linkedin maps modal monday phrase pinterest reddit render sf smtp spotify square tiktok vimeo webhook youtube
};

/// Services of [`SERVICES`] whose keys are UUIDs.
const UUID_SERVICES: &WordList = &WordList::new(
    "airvisual|apacta|appcues|baseapi|blazemeter|bugsnag|bunnycdn|cannyio|captaindata|clicksend|cliengo|\
     cloudmersive|codecov|coinapi|coingecko|coinmarketcap|convertkit|crowdstrike|deepai|deepl|elasticemail|findl|\
     gocardless|graphhopper|heroku|holidayapi|honeycomb|hubspot|inngest|insightly|integromat|kontent|kucoin|kylas|\
     logentries|loggly|loginradius|logtail|mailersend|messagebird|mongoatlas|mongodbatlas|moosend|nftport|nordigen|\
     nylas|onesignal|openrouteservice|opsgenie|postmark|railway|railwayapp|rownd|runscope|saucelabs|scaleway|\
     selectpdf|sematext|sendbird|serverchan|sevdesk|signalfx|signalwire|snyk|splunk|squarespace|statuscake|\
     stormglass|tatum|tenderly|textlocal|truelayer|tushare|twelvelabs|umami|urlscan|vouchery|workato|zenscrape|\
     zenserp",
);

/// What the name of a service alone tells of its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A key is random.
    Random,
    /// A key is random or a UUID.
    Uuid,
    /// A key is random, and of more than hexadecimal digits: such are also digests and commits.
    Mixed,
}

/// The shape of the keys of the service `name`, in lower case, if its name stands for them.
pub(crate) fn key_shape(name: &str) -> Option<Shape> {
    static SHAPES: LazyLock<HashMap<&str, Shape, FxBuildHasher>> = LazyLock::new(|| {
        let shape = |name: &str| if is_listed(name, UUID_SERVICES) { Shape::Uuid } else { Shape::Random };
        let services = SERVICES.iter().map(|name| (name.as_ref(), shape(name)));
        services.chain(PRODUCTS.iter().map(|name| (name.as_ref(), Shape::Mixed))).collect()
    });
    SHAPES.get(name).copied()
}

/// Reports whether `name`, in lower case, is a service whose name is no word.
pub(crate) fn names_service(name: &str) -> bool {
    matches!(key_shape(name), Some(Shape::Random | Shape::Uuid))
}

/// The shape of the keys of the service that up to three of `words`, the last one of a text first, name together: `Last.fm`.
pub(crate) fn joined_service(words: &[&str]) -> Option<Shape> {
    /// Most words of a name.
    const MOST: usize = 3;
    let joined = |words: &[&str]| words.iter().rev().map(|word| word.to_ascii_lowercase()).collect::<String>();
    let shape = |last: usize| {
        (1..=MOST.min(words.len() - last)).find_map(|count| key_shape(&joined(&words[last..last + count])))
    };
    (0..words.len()).find_map(shape)
}

/// Reports whether `name`, in lower case, is a service that gives out keys.
pub(crate) fn is_service(name: &str) -> bool {
    static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let listed = [SERVICES, PRODUCTS, ABBREVIATIONS].into_iter().flatten().map(AsRef::as_ref);
        listed.chain(tokens::services()).collect()
    });
    KNOWN.contains(name)
}
