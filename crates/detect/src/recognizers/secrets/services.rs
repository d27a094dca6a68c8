//! Names of services as they stand before the names of keys: `stripe_key`, `ghToken`.

use std::{collections::HashSet, sync::LazyLock};

use crate::recognizers::secrets::tokens;

/// Services whose keys have no prefix that tells them, and short names of others.
const SERVICES: &str = "\
    abuseipdb accuweather adafruit adobe adyen adzuna aftership agora aha ai21 airbrake airship airtable airvisual \
    aiven akamai alchemy alegra algolia alibaba alienvault aliyun alphavantage amadeus amazon ambee amplitude \
    anthropic anypoint apacta apideck apiflash apify apilayer apimatic apollo appcues appdynamics appfollow \
    appinsights appoptics appsflyer apptivo appwrite artifactory artsy asana assemblyai atera atlassian auth0 \
    authy autodesk autopilot avalara aviationstack aws axonaut aylien ayrshare azure backblaze bamboo bannerbear \
    baremetrics baseten beamer bigcommerce bigquery billomat binance bing bitbar bitbucket bitfinex bitly bitmex \
    bitrise bittrex blazemeter blockchain blockfrost bluesky bombbomb box braintree brandfetch braze brevo \
    browserstack bscscan bugherd bugsnag buildkite bunny buttercms bybit cachix calendarific calendly \
    campaignmonitor canny capsule censys chargebee chargify chartmogul chatbot chatgpt checkly checkout circleci \
    cisco clarifai claude clearbit clerk clickhouse clicksend clickup clockify cloudant cloudconvert cloudflare \
    cloudinary cloudmersive cloudsmith codacy codeclimate codecov codemagic cohere coinapi coinbase coingecko \
    coinlayer coinmarketcap cometchat commercejs confluence confluent contentful contentstack convertkit \
    couchbase courier coveralls cratesio crowdin cryptocompare currencylayer customerio cypress dailyco databento \
    databricks datadog datagov dd deepai deepgram deepl deepseek deno detectify diffbot digitalocean discord \
    disqus dnsimple docker dockerhub docusign doppler drone dropbox duffel duo dwolla dynadot dynatrace easypost \
    ebay edamam elastic elasticsearch elevenlabs emailoctopus endorlabs etherscan etsy eventbrite everhour exa \
    expo facebook fastly fastspring fauna fb fcm figma filestack finage finnhub firebase firecrawl fixer flask \
    flickr flightapi flutterwave fly flyio formio foursquare frameio freshbooks freshdesk front ftp fullcontact \
    fullstory gcloud gcp geckoboard gemini geoapify geocodio getresponse gh ghcr giphy gitea github gitlab gitter \
    gl gmail gocardless godaddy gofile google grafana graphcms graphhopper groq gumroad harness hashicorp hasura \
    helpscout heroku hetzner hf hibp honeybadger honeycomb hotjar hubspot huggingface hunter hypertrack ibm \
    iconfinder imagekit imgbb imgur influx influxdb infobip infoblox infura insightly instagram instamojo \
    integromat intercom intrinio ipapi ipdata ipgeolocation ipify ipinfo ipstack iterable jenkins jfrog jira \
    jotform jumpcloud kafka kakao keycloak keygen kickbox klaviyo kraken kucoin lark lastfm launchdarkly \
    leadfeeder lemlist lemonsqueezy line linear linkedin linode liveblocks lob locationiq logdna loggly logzio \
    lokalise loyverse mailboxlayer mailchimp mailerlite mailersend mailgun mailjet mailmodo mailsac mandrill \
    mapbox mapquest maps maptiler marketstack mattermost maxmind mediastack meraki messagebird messari metabase \
    metrilo mezmo microsoft midtrans minio miro mistral mixpanel modal mollie monday mongo mongodb moonclerk \
    moosend moralis movider mux mysql nasa nasdaq neptune netcore netlify newrelic newsapi newscatcher nexmo \
    nexus nftport ngc ngrok nightfall notifuse notion novita npm nuget numverify nvidia nylas nytimes oanda okta \
    omdb omnisend onelogin onesignal onfleet openai opencage openrouter openshift openuv openvpn openweather \
    openweathermap opsgenie optimizely oracle ovh owm packagecloud paddle pagarme pagerduty pandadoc parsehub \
    partnerstack paypal paystack pendo percy perplexity pexels phrase pinata pinecone pingdom pinterest pipedream \
    pipedrive pixabay plaid planetscale plivo podio poeditor poloniex polygon portainer positionstack postgres \
    posthog postman postmark prefect prismic privateai proxycrawl pubnub pulumi pushbullet pusher pushover pypi \
    qase quay quickbase quicknode rabbitmq ramp rapidapi rawg raygun razorpay rds readme rebrandly recaptcha \
    recurly reddit redis refiner render replicate replit resend retool revenuecat ringcentral riot rocketreach \
    rollbar rootly route4me rubygems runpod s3 salesforce samsara sanity sauce saucelabs scaleway scalr \
    scraperapi scrapingbee securitytrails segment semaphore sendbird sendgrid sendinblue sentry serpapi serper \
    serpstack sf shippo shodan shopify shortcut sidekiq signalwire sinch skyscanner slack smartsheet smooch smtp \
    snowflake sns snyk sonar sonarcloud sonarqube sourcegraph sparkpost splunk spoonacular sportmonks spotify sqs \
    square squarespace stability statuscake statuspage steam storyblok strapi strava stripe stytch sumologic \
    supabase survicate tailscale tatum tavily taxjar teamwork telegram telesign telnyx tencent terraform tfc \
    thirdweb ticketmaster tiingo tiktok tines tmdb todoist together toggl tomorrowio tomtom travis trello tumblr \
    turso twilio twitch twitter typeform ubidots unsplash uploadcare upstash uptimerobot urlscan userstack \
    vagrant vault vercel verimail virustotal vonage voyage vultr wakatime wandb wasabi weatherapi weatherbit \
    weatherstack webex webflow webhook whoxy wistia wix wolfram woocommerce wordpress workos worldcoin wrike xai \
    xata yandex yelp youtube zapier zendesk zenrows zenserp zeplin zerobounce zoho zoom zoominfo zulip";

/// Reports whether `name`, in lower case, is a service that gives out keys.
pub(crate) fn is_service(name: &str) -> bool {
    static KNOWN: LazyLock<HashSet<&str>> =
        LazyLock::new(|| SERVICES.split_ascii_whitespace().chain(tokens::services()).collect());
    KNOWN.contains(name)
}
