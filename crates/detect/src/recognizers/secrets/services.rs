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
    abuseipdb accuweather adafruit adobe adyen adzuna aftership agora ai21 airbrake airship airtable airvisual
    aiven akamai alchemy alegra algolia alibaba alienvault aliyun alphavantage amadeus amazon ambee amplitude ankr
    anthropic anypoint anyscale apacta apideck apiflash apify apilayer apilytics apimatic appcues appdynamics
    appfollow appinsights appoptics appsflyer appsignal appveyor appwrite arbiscan artifactory artsy asaas asana
    assemblyai atera atlassian auth0 authress authy autodesk avalara aviationstack aws axiom axonaut aylien
    ayrshare azure azuredevops azurestorage backblaze backerkit balena bannerbear baremetrics basecamp baseten
    beamer belvo betterstack bigcommerce billomat binance bitbank bitbar bitfinex bitget bitly bitmex bitrise
    bitstamp bittrex bitwarden blazemeter blockcypher blockfrost bluesky blynk bombbomb braintree braintrust
    brandfetch brevo brightcove brightdata browserbase browserless browserstack bscscan bugherd bugsnag buildkite
    bunnycdn buttercms buttondown bybit cachix calcom calendarific calendly campaignmonitor canva capsolver
    cartesia cashfree cdn77 censys cerebras chainstack chargebee chargify chartmogul chatgpt checkly checkmarx
    chromatic circleci clarifai claude clearbit clerk clickatell clicksend clickup clockify clojars cloudant
    cloudconvert cloudflare cloudinary cloudmersive cloudns cloudsigma cockroachdb codacy codeberg codeclimate
    codecov codemagic cohere coinapi coinbase coingecko coinglass coinlayer coinlib coinmarketcap coinstats
    cometchat commercejs configcat confluence confluent contentful contentstack convertkit convex coralogix cosmos
    cosmosdb courier covalent coveralls crossref crowdstrike cryptlex cryptocompare cryptopanic currencylayer
    customerio cybersource dailyco darksky dashscope databento databricks datadog datagov datastax datocms daytona
    deepai deepgram deepinfra deepl deepseek deribit descope desec detectify detectlanguage diffbot digitalocean
    directus discord disqus dnsimple dnspod docusign doppler dropbox duckdns duffel dwolla dynadot dynatrace dynu
    eagleeye easypost ebay ecobee edamam elastic elasticemail elevenlabs emailoctopus endorlabs eodhd etherscan
    etsy eventbrite everhour exchangerate exchangeratesapi exoscale fanart fastly fastspring fauna feishu figma
    filebase filestack finage finnhub firebase firecrawl fireworks fivetran fixer flagsmith flexport flightapi
    flutterwave flyio forecastio foursquare frameio freemius freshbooks freshdesk friendli frontegg fullcontact
    fullstory fusionauth gainsight gandi gateio gcloud geckoboard gemini geoapify geocodio getblock getresponse
    giphy gitbook gitea gitguardian gladia glassnode gnews gocardless godaddy gofile googlemaps googletranslate
    gorgias gotify graphcms graphhopper greenhouse greynoise groq growthbook guardianapi gumroad hashicorp hasura
    haveibeenpwned hcaptcha healthchecks helicone hellosign helpscout heroku hetzner heygen hibp holidayapi
    honeybadger honeycomb hotjar hotmart hubspot huggingface huobi hygraph hypertrack ibm iconfinder iexcloud
    iflytek imagekit imgbb imgur immich influx influxdb infobip infoblox infracost infura inngest insightly
    instamojo instana integromat intercom intrinio ionos ipapi ipapico ipdata ipgeolocation ipify ipinfo
    ipqualityscore ipregistry ipstack iterable iterative iugu iyzico jawg jellyfin jfrog jina jira jotform
    jumpcloud kakao keycdn keygen kickbox kinde klaviyo kong kraken kucoin langchain langfuse langsmith
    languagetool larksuite lastfm lastpass launchdarkly leadfeeder lemlist lemonsqueezy libretranslate lichess
    lightstep linode liveblocks llamacloud lob locationiq logdna logentries logfire loggly logtail logzio lokalise
    loyverse mailboxlayer mailchimp mailerlite mailersend mailgun mailjet mailmodo mailsac mandrill mangopay
    mapbox mapillary mapquest maptiler marketstack materialize matomo mattermost maxmind mediastack mediawiki
    meilisearch mem0 meraki mercadopago messagebird messagemedia messari metaapi meteomatics metrilo mezmo
    midtrans millionverifier minimax miro mistral mixpanel mollie mongoatlas mongodbatlas moonclerk moonshot
    moosend moralis movider mparticle musixmatch mux namecheap namedotcom netcore netlify neverbounce newrelic
    newsapi newscatcher newsdata nexmo nftport ngrok nightfall nordigen notifuse notion novita novu ntfy numlookup
    numverify nvidia nylas nytimes oanda okta omdb omise omnisend onelogin onepassword onesignal onfido onfleet
    openai opencage openrouter openrouteservice opensea openuv openweather openweathermap opsgenie optimizely
    overseerr ovh owm oxylabs packagecloud pagarme pagerduty pandadoc papertrail parsehub partnerstack paypal
    paystack payu pendo percy perplexity personio pexels photoroom pinata pinecone pingdom pipedream pipedrive
    pixabay plaid planetscale plausible plex plivo podio poeditor poloniex polygonscan porkbun positionstack
    posthog postman postmark predibase prefect prismic privateai productboard promptlayer proxycrawl pubnub pulumi
    pushbullet pushdeer pusher pushover pushwoosh qase qdrant qovery quandl quickbase quicknode qweather radarr
    railway rancher rapidapi rawg raygun razorpay readme rebrandly recaptcha recurly redislabs removebg replit
    resend retool revenuecat ringcentral riot rocketchat rocketreach rollbar route4me rubygems rudderstack runpod
    runway salesforce salesloft sambanova samsara sanity saucelabs scaleway scalingo scraperapi scrapingbee
    securitytrails sematext sendbird sendcloud sendgrid sendinblue sendpulse sentry serpapi serper serpstack
    serverchan sevdesk shipengine shippo shipstation shodan shopify shopware signalwire siliconflow simplelogin
    sinch singlestore skylight skyscanner slack smartproxy smartsheet smooch smsapi smscountry snipcart snowflake
    snyk socketlabs sonar sonarcloud sonarr sourcegraph spamhaus sparkpost speechmatics splunk spoonacular
    sportmonks squarespace statsig statuscake storj stormglass storyblok strava stripe stytch subsplash sumologic
    sumup supabase supertokens survicate svix synthesia tailscale tatum tautulli tavily taxjar teamwork telegram
    telesign telnyx tencent tenderly textlocal textmagic tfc thingspeak thirdweb thunderforest thunderstore tibber
    ticketmaster tiingo tines tinify tinybird tinypng tmdb todoist toggl tomorrowio tomtom trakt transifex
    transloadit travis travisci trello truelayer tumblr turso tushare tvdb twelvedata twelvelabs twilio twitch
    twitter twocaptcha typeform typesense ubidots umami unisender unkey unsplash upcloud uploadcare upstage
    upstash uptimekuma uptimerobot urlscan userstack valtown vercel verimail virustotal visualcrossing voiceflow
    volcengine vonage vultr wakatime wandb wasabi weatherapi weatherbit weatherstack weaviate webex webflow
    webshare whatsapp whoxy windy wistia wix wolfram woocommerce workable workato workos worldcoin worldpay wrike
    xai xata xendit xfyun yandex yelp zapier zendesk zenrows zenserp zep zeplin zerobounce zerossl zettle zhipu
    zipcodebase zoho zoominfo zulip zuplo
};

/// Services whose names are also words, or those of programs of which files list versions, digests and commits.
pub(crate) const PRODUCTS: &[Cow<'static, str>] = names! {
    aha apollo apptivo autopilot bamboo bigquery bing bitbucket blockchain braze canny capsule cisco clickhouse
    cloudsmith couchbase cratesio crowdin cypress docker dockerhub drone elasticsearch exa expo fcm flask formio
    gcp ghcr github gitlab gitter gmail google grafana harness hunter jenkins kafka keycloak lark metabase
    microsoft minio mongo mongodb mysql nasa nasdaq neptune nexus ngc npm nuget openshift openvpn oracle paddle
    polygon portainer postgres pypi quay rabbitmq ramp rds redis refiner replicate rootly s3 sauce scalr segment
    semaphore shortcut sidekiq sns sonarqube sqs stability statuspage steam strapi terraform together vagrant
    vault voyage wordpress zoom
};

/// Services whose names alone name too many other things, or profiles and works.
const ABBREVIATIONS: &[Cow<'static, str>] = names! {
    box bunny chatbot checkout dd deno duo facebook fb flickr fly front ftp gh gl hf instagram line linear
    linkedin maps modal monday phrase pinterest reddit render sf smtp spotify square tiktok vimeo webhook youtube
};

/// Services of [`SERVICES`] whose keys are UUIDs.
const UUID_SERVICES: &WordList = &WordList::new(
    "bunnycdn|codecov|coinapi|coinmarketcap|convertkit|crowdstrike|deepl|elasticemail|gocardless|heroku|honeycomb|hubspot|inngest|loggly|\
     logentries|logtail|mongoatlas|mongodbatlas|nordigen|nylas|onesignal|openrouteservice|opsgenie|postmark|railway|scaleway|sematext|\
     serverchan|sevdesk|snyk|splunk|statuscake|stormglass|tenderly|textlocal|truelayer|tushare|twelvelabs|umami|workato|railwayapp",
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

/// Reports whether `name`, in lower case, is a service that gives out keys.
pub(crate) fn is_service(name: &str) -> bool {
    static KNOWN: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let listed = [SERVICES, PRODUCTS, ABBREVIATIONS].into_iter().flatten().map(AsRef::as_ref);
        listed.chain(tokens::services()).collect()
    });
    KNOWN.contains(name)
}
