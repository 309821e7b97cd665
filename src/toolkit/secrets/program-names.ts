import { isCredentialLike } from './credential-name.js'

/**
 * The names of the environment that belong to programs: the settings of `voice`, and the credentials and settings of
 * providers, clouds and runtimes. A variable of a collection never gets its value from such a name, because a
 * downloaded collection must not be able to read these values. All names are compared with their case: programs read
 * these names in exactly this form.
 */

export const ENV_FILE_SETTINGS: readonly string[] = [
  'SERVICE_API_KEY',
  'API_BASE_URL',
  'LLM_API_KEY',
  'LLM_BASE_URL',
  'STT_API_KEY',
  'STT_BASE_URL',
  'TTS_API_KEY',
  'TTS_BASE_URL',
  // The providers' own variables for API keys
  'ANTHROPIC_API_KEY',
  'AZURE_API_KEY',
  'AZURE_OPENAI_API_KEY',
  'CEREBRAS_API_KEY',
  'DEEPGRAM_API_KEY',
  'DEEPSEEK_API_KEY',
  'ELEVENLABS_API_KEY',
  'FIREWORKS_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'TOGETHER_API_KEY',
  'XAI_API_KEY',
  // The credentials with which requests of telephone carriers are verified
  'TELNYX_PUBLIC_KEY',
  'TWILIO_AUTH_TOKEN',
  'VONAGE_SIGNATURE_SECRET',
]

const wordsOf = (...lines: string[]): readonly string[] => lines.flatMap((line) => line.split(' '))

/**
 * Names that begin with one of these words and `_` belong to the account of a provider, cloud, host or registry, unless
 * {@link PUBLIC_ENDS} or {@link ADDRESS_ENDS} says that their value is no secret.
 */
const ACCOUNT_WORDS = wordsOf(
  // Language models and speech
  'AI21 ANTHROPIC ASSEMBLYAI BEDROCK CARTESIA CEREBRAS CHATGPT CLAUDE COHERE DALLE DEEPGRAM DEEPSEEK ELEVENLABS',
  'ELEVEN_LABS GEMINI GLADIA GROQ HF HUGGINGFACE HUGGINGFACEHUB HUGGING_FACE LANGCHAIN LANGFUSE LANGSMITH LIVEKIT',
  'MISTRAL NVIDIA OPENAI OPENROUTER PERPLEXITY PINECONE PLAYHT REPLICATE SERPAPI SERPER SPEECHMATICS TAVILY WANDB XAI',
  // Telephone
  'INFOBIP MESSAGEBIRD NEXMO PLIVO SINCH TELNYX TWILIO VONAGE',
  // Clouds, hosts and their command lines
  'ALIBABA ALICLOUD ALIYUN AWS AZURE AZUREAD CLOUDFLARE CLOUDSDK DIGITALOCEAN FASTLY FIREBASE GCLOUD GCP GOOGLE',
  'HCLOUD HEROKU HETZNER KUBERNETES LINODE NETLIFY OVH SCALEWAY SUPABASE TENCENTCLOUD TF_TOKEN TF_VAR VERCEL VULTR',
  'YANDEX',
  // Code hosts, package registries, build servers
  'ARTIFACTORY BITBUCKET BUILDKITE CIRCLECI CODECOV DOCKER DOCKERHUB DOPPLER GH GITEA GITHUB GITLAB INFISICAL JENKINS',
  'JFROG NPM NUGET PULUMI PYPI QUAY SNYK SONAR TERRAFORM TWINE YARN',
  // Monitoring and this machine
  'AMPLITUDE BUGSNAG DATADOG GPG GRAFANA HONEYCOMB LAUNCHDARKLY LOGTAIL MIXPANEL NEW_RELIC PAGERDUTY POSTHOG ROLLBAR',
  'SENTRY SPLUNK SSH SUDO',
)

/**
 * Services that an application calls with a key of its own. A name with one of these words, or with one of
 * {@link ACCOUNT_WORDS}, is a program's if it also has one of {@link SECRET_PARTS}: `STRIPE_SECRET_KEY`,
 * `PROD_AWS_ACCESS_KEY_ID`.
 */
const SERVICE_WORDS = wordsOf(
  'ADYEN AIRTABLE ALCHEMY ALGOLIA ASANA ATLASSIAN AUTH0 BRAINTREE BREVO CLERK CLOUDINARY COGNITO DISCORD DROPBOX',
  'ETHERSCAN FACEBOOK FCM FIGMA HCAPTCHA HUBSPOT INFURA INSTAGRAM INTERCOM JIRA KEYCLOAK LINKEDIN MAILCHIMP MAILGUN',
  'MAILJET MAPBOX MICROSOFT MOLLIE MSTEAMS NEXTAUTH OIDC OKTA ONESIGNAL OPENWEATHER OPENWEATHERMAP PAYPAL PLAID',
  'POSTMARK PUSHER RAZORPAY RECAPTCHA REDDIT RESEND SALESFORCE SAML SENDGRID SENDINBLUE SES SHOPIFY SLACK SPOTIFY',
  'STRIPE TELEGRAM TIKTOK TRELLO TURNSTILE TWITCH TWITTER VAPID WHATSAPP YOUTUBE ZAPIER ZENDESK',
)

/**
 * Words that name no program: parts of an API, roles, stages and things of common businesses. A name of a credential has
 * an owner if it has another word: `VERIFF_API_KEY` belongs to a program, `API_KEY`, `TEST_USER_TOKEN` and
 * `SHOP_API_KEY` do not.
 */
const ORDINARY_WORDS = wordsOf(
  'ACCESS ACCOUNT ACTIVATION ADMIN ADMINISTRATOR AGENCIA AGENCY AGENT ANONYMOUS APARTMENT API APP APPLICATION',
  'APPROVER ARTICLE AUDITOR AUTH AUTHENTICATION AUTHOR AUTHORIZATION BAD BANK BASE BASIC BEARER BLOG BOOK BOOKING',
  'BOOKS BOOKSTORE BOT BRANCH BUYER BY CALLBACK CAR CARD CART CASHIER CATALOG CHAT CHECKOUT CITY CLIENT CLIENTE',
  'CLINIC CLOUD CODE COMPANY CONFIRM CONFIRMATION CONSUMER CONTACT COURSE CSRF CURRENT CUSTOMER DATA DEFAULT DEMO DEV',
  'DEVELOPER DEVELOPMENT DEVICE DOCTOR DOCUMENT DRIVER E2E EMPLOYEE EMPRESA ENDPOINT ENV EVENT EXAMPLE EXISTING',
  'EXPIRED FILE FIRST FLIGHT FOOD FORGOT FROM GAME GATEWAY GENERATED GLOBAL GROUP GUEST HEADER HOST HOTEL HTTP HTTPS',
  'ID IDENTITY IN INTEGRATION INTERNAL INVALID INVITATION INVITE INVOICE IS ITEM JSON LAST LEARNER LIBRARY LIVE LOAN',
  'LOCAL LOGIN LOYALTY MAIN MANAGER MEMBER MERCHANT MESSAGE MOBILE MOVIE MUSIC MY NEW NEWS NEXT NO NORMAL',
  'NOTIFICATION OAUTH OF OK OLD ON OPERATOR ORDER ORDERS ORG ORGANIZATION OTHER OTP OUR OWNER PARENT PARTNER PATIENT',
  'PAYMENT PAYMENTS PERSON PET PETS PETSTORE PHONE PIN PLATFORM PLAYER POSTMAN PREPROD PREVIOUS PROD PRODUCT',
  'PRODUCTION PRODUCTS PROFILE PROJECT PUBLIC PUSH QA READ READER READONLY RECIPE REFRESH REGISTER REGISTERED REGULAR',
  'REQUEST RESET RESOURCE RESTAURANT ROLE ROOM ROOT SALES SAMPLE SANDBOX SCHOOL SECOND SELLER SERVER SERVICE SESSION',
  'SHOP SHOPPING SITE STAFF STAGE STAGING STATIC STORE STUDENT SUBSCRIPTION SUPER SUPERADMIN SUPERUSER SUPPLIER',
  'SUPPORT SYSTEM TARGET TASK TASKS TEACHER TEAM TEMP TEMPORARY TENANT TEST TESTER TESTING THE THIRD TICKET TO TODO',
  'TRAVEL UAT UI UPDATE UPLOAD URL USER USERS USUARIO VALID VALUE VAR VARIABLE VENDOR VERIFICATION VERIFY VIEWER',
  'VISITOR WEATHER WEB WEBHOOK WEBSITE WORKER WORKSPACE WRITE WRITER WRONG XSRF YOUR',
)

/**
 * Databases, queues, file stores and mail servers. A name with one of these words is a program's if it ends like an
 * address, which may have a password, or has one of {@link SECRET_PARTS}: `REDIS_HOST`, `SAML_DATABASE_URL`.
 */
const STORE_WORDS = wordsOf(
  'AMQP BROKER CASSANDRA CELERY CLICKHOUSE CLOUDAMQP COCKROACHDB COUCHDB DATABASE DATASOURCE DB DYNAMODB ELASTIC',
  'ELASTICSEARCH INFLUXDB JAWSDB JDBC KAFKA LDAP MAIL MAILER MARIADB MEILI MEILISEARCH MEMCACHED MINIO MONGO MONGODB',
  'MSSQL MYSQL NATS NEO4J OPENSEARCH ORACLE PG PLANETSCALE POSTGRES POSTGRESQL QSTASH RABBITMQ REDIS REDISCLOUD S3',
  'SFTP SMTP SNOWFLAKE SQLALCHEMY TURSO TYPESENSE UPSTASH',
)

/** The last words of names whose values are no secrets, such as `GITHUB_OWNER` and `DATABASE_ID`. */
const PUBLIC_ENDS: ReadonlySet<string> = new Set(
  wordsOf(
    'BRANCH BUCKET COLLECTION DATE EMAIL FROM GROUP ID IDS INDEX LANGUAGE LIMIT LOCATION MODEL NAME NUMBER ORG',
    'ORGANIZATION OWNER PAGE PATH PHONE PORT PROJECT QUERY QUEUE REGION REPO REPOSITORY SHEET SID TABLE TAG TO TOPIC',
    'USER USERNAME VERSION VOICE ZONE',
  ),
)
const ADDRESS_ENDS: ReadonlySet<string> = new Set(wordsOf('DOMAIN ENDPOINT HOST URL'))
const STORE_ADDRESS_ENDS: ReadonlySet<string> = new Set(
  wordsOf('DSN ENDPOINT HOST HOSTS SERVER SERVERS STRING URI URL URLS'),
)

/** Words that make a name secret whatever its end is, such as `AWS_ACCESS_KEY_ID`. */
const SECRET_PARTS: ReadonlySet<string> = new Set(
  wordsOf(
    'ACCESSKEY ACCESSTOKEN APIKEY APISECRET APITOKEN AUTH AUTHTOKEN CERT CERTIFICATE CLIENT COOKIE CREDENTIAL CREDENTIALS',
    'CREDS DSN HOOK JWT KEY KEYS LICENSE PASS PASSPHRASE PASSWD PASSWORD PAT PEM PRIVATE PWD SALT SAS SECRET SECRETKEY',
    'SECRETS SESSION SIGNATURE SIGNING TOKEN TOKENS WEBHOOK',
  ),
)
/** Names of keys that pages contain, so that everybody can read them. `STRIPE_KEY` is the publishable key of Stripe. */
const PUBLIC_KEYS = /_(?:PUBLIC|PUBLISHABLE|SITE)_KEY$|^STRIPE_KEY$/

/** Further names of accounts, whose first words are too common to belong to one owner. */
const ACCOUNT_NAMES = wordsOf(
  'ALCHEMY_URL BW_SESSION CLOUDINARY_URL CO_API_KEY DD_API_KEY DD_APP_KEY DIRECT_URL EDGE_CONFIG EMAIL_SERVER',
  'EXPO_TOKEN FAL_KEY GIT_TOKEN KUBECONFIG KV_URL NETRC PGHOST PGPASSFILE PGPASSWORD PGSERVICE PGUSER',
  'PRISMA_ACCELERATE_URL REDISCLI_AUTH SPEECH_KEY SSHPASS VAULT_ADDR WOLFRAM_APP_ID XI_API_KEY X_ACCESS_TOKEN_SECRET',
  'X_API_SECRET X_BEARER_TOKEN X_CLIENT_SECRET YOU_API_KEY',
)

/**
 * Ends of names of secrets that servers keep to sign, to encrypt and to check the requests of others. A name that is one
 * of these, or ends with `_` and one of these, is a program's: `JWT_SECRET`, `SHOP_ENCRYPTION_KEY`.
 */
const SERVER_SECRETS = wordsOf(
  'ACCESS_KEY_ID ACCESS_KEY_SECRET ANON_KEY APP_KEY APP_KEYS AUTHKEY AUTH_SECRET CONNECTION_STRING COOKIE_KEYS',
  'COOKIE_SECRET CREDS_IV CREDS_KEY CRON_SECRET CRYPTO_KEY CSRF_SECRET ENCRYPTION_KEY ENCRYPTION_SECRET ENC_KEY',
  'HASH_SALT JWT_KEY JWT_SECRET LICENSE_KEY MASTER_KEY MNEMONIC PASSWORD_SALT PRIVATE_KEY PUBLISH_KEY REFRESH_SECRET',
  'SECRET_ACCESS_KEY SECRET_KEY SECRET_KEY_BASE SEED_PHRASE SERVICE_ACCOUNT_JSON SERVICE_ACCOUNT_KEY SERVICE_ROLE_KEY',
  'SERVICE_SECRET SESSION_KEY SESSION_SECRET SIGNING_KEY SIGNING_SECRET SSL_KEY STORAGE_KEY TLS_KEY TOKEN_SALT',
  'TOKEN_SECRET WEBHOOK_SECRET',
)

const RUNTIME_WORDS = wordsOf('NODE OTEL VOICE')

/** Further names of settings of Node and of the system. */
const RUNTIME_NAMES = wordsOf(
  'ALL_PROXY HTTPS_PROXY HTTP_PROXY NO_PROXY all_proxy https_proxy http_proxy no_proxy BASH_ENV DYLD_INSERT_LIBRARIES',
  'DYLD_LIBRARY_PATH ENV LD_AUDIT LD_LIBRARY_PATH LD_PRELOAD OPENSSL_CONF OPENSSL_MODULES PATH PYTHONPATH',
  'SSLKEYLOGFILE SSL_CERT_DIR SSL_CERT_FILE UV_THREADPOOL_SIZE',
)

/** The beginning of the names with which the operator gives a value to a variable of a collection. */
export const VARIABLE_PREFIX = 'VOICE_VAR_'

/** Names of the environment are in upper case. */
const ENVIRONMENT_NAME = /^[A-Z][A-Z\d_]*$/
/** Maximum length of a name of a program. */
const MAX_LENGTH = 100

const SETTINGS: ReadonlySet<string> = new Set(ENV_FILE_SETTINGS)
const ACCOUNTS: ReadonlySet<string> = new Set([...SETTINGS, ...ACCOUNT_NAMES])
const RUNTIME: ReadonlySet<string> = new Set(RUNTIME_NAMES)
const OWNERS: ReadonlySet<string> = new Set(ACCOUNT_WORDS)
const SERVICES: ReadonlySet<string> = new Set([...ACCOUNT_WORDS, ...SERVICE_WORDS])
const ORDINARY: ReadonlySet<string> = new Set([...ORDINARY_WORDS, ...SECRET_PARTS])
const STORES: ReadonlySet<string> = new Set(STORE_WORDS)

export function isEnvFileSetting(name: string): boolean {
  return SETTINGS.has(name)
}

/**
 * Whether a name is a setting of `voice`, or belongs to a program: it is a credential whose name says of whom, a secret
 * that only a server has, the address of a database, or a setting of a provider or cloud.
 */
export function isAccountName(name: string): boolean {
  if (ACCOUNTS.has(name)) return true
  if (name.length > MAX_LENGTH || PUBLIC_KEYS.test(name)) return false
  const words = name.split('_')
  const end = words.at(-1)!
  const isSecret = words.some((word) => SECRET_PARTS.has(withoutNumber(word)))
  const isPublic = PUBLIC_ENDS.has(end) || ADDRESS_ENDS.has(end)
  if (words.length > 1 && beginsWithOne(OWNERS, words) && (isSecret || !isPublic)) return true
  if (!ENVIRONMENT_NAME.test(name)) return false
  return (
    SERVER_SECRETS.some((secret) => `_${name}`.endsWith(`_${secret}`)) ||
    (isSecret && (hasOne(SERVICES, words) || hasOne(STORES, words))) ||
    (isCredentialLike(name) && words.some(isOwner)) ||
    (STORE_ADDRESS_ENDS.has(end) && hasOne(STORES, words))
  )
}

/** Whether words of a name are one of these owners, whose names have one or two words. */
const hasOne = (owners: ReadonlySet<string>, words: readonly string[]) =>
  words.some((_, at) => beginsWithOne(owners, words.slice(at)))

const beginsWithOne = (owners: ReadonlySet<string>, [first, second]: readonly string[]) =>
  owners.has(first!) || owners.has(withoutNumber(first!)) || owners.has(`${first}_${second}`)

/** Whether a word of the name of a credential says to whom the credential belongs. */
function isOwner(word: string): boolean {
  const plain = withoutNumber(word)
  return plain.length > 1 && !ORDINARY.has(plain) && !isCredentialLike(plain)
}

const withoutNumber = (word: string) => word.replace(/\d{1,3}$/, '')

/** Whether a name is a setting of Node, of the system or of `voice` that only the process environment may set. */
export function isRuntimeName(name: string): boolean {
  return RUNTIME.has(name) || RUNTIME_WORDS.some((word) => name.startsWith(`${word}_`))
}

/** Whether a name belongs to a program, so that it never gives a value to a variable of a collection. */
export function isProgramName(name: string): boolean {
  return isAccountName(name) || isRuntimeName(name)
}
