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
  'AI21 ANTHROPIC ASSEMBLYAI CARTESIA CEREBRAS CLAUDE COHERE DEEPGRAM DEEPSEEK ELEVENLABS ELEVEN_LABS GEMINI GLADIA',
  'GROQ HF HUGGINGFACE HUGGINGFACEHUB HUGGING_FACE LANGCHAIN LANGSMITH LIVEKIT MISTRAL NVIDIA OPENAI OPENROUTER',
  'PERPLEXITY PLAYHT REPLICATE SPEECHMATICS XAI',
  // Telephone
  'NEXMO TELNYX TWILIO VONAGE',
  // Clouds and their command lines
  'ALICLOUD AWS AZURE CLOUDFLARE CLOUDSDK DIGITALOCEAN FIREBASE GCLOUD GCP GOOGLE HEROKU KUBERNETES NETLIFY SUPABASE',
  'TF_VAR VERCEL',
  // Code hosts, package registries, build servers
  'BITBUCKET DOCKER GH GITHUB GITLAB NPM PYPI TWINE YARN',
  // Monitoring and this machine
  'DATADOG GPG NEW_RELIC SENTRY SSH SUDO',
)

const STORE_WORDS = wordsOf('DATABASE MONGO MONGODB MYSQL POSTGRES POSTGRESQL RABBITMQ REDIS')

/** The last words of names whose values are no secrets, such as `GITHUB_OWNER` and `DATABASE_ID`. */
const PUBLIC_ENDS: ReadonlySet<string> = new Set(
  wordsOf(
    'BRANCH BUCKET COLLECTION DATE EMAIL FROM GROUP ID IDS INDEX LANGUAGE LIMIT LOCATION MODEL NAME NUMBER ORG',
    'ORGANIZATION OWNER PAGE PATH PHONE PORT PROJECT QUERY QUEUE REGION REPO REPOSITORY SHEET SID TABLE TAG TO TOPIC',
    'USER USERNAME VERSION VOICE ZONE',
  ),
)
const ADDRESS_ENDS: ReadonlySet<string> = new Set(wordsOf('DOMAIN ENDPOINT HOST URL'))

/** Words that make a name secret whatever its end is, such as `AWS_ACCESS_KEY_ID`. */
const SECRET_PARTS: ReadonlySet<string> = new Set(
  wordsOf('AUTH CLIENT COOKIE CREDENTIAL CREDENTIALS KEY PASS PASSWORD SECRET SESSION TOKEN'),
)

/** Further names of accounts, whose first words are too common to belong to one owner. */
const ACCOUNT_NAMES = wordsOf(
  'ACTIONS_ID_TOKEN_REQUEST_TOKEN ACTIONS_RUNTIME_TOKEN AMQP_URL ARM_ACCESS_KEY ARM_CLIENT_SECRET BROKER_URL',
  'CIRCLE_TOKEN CI_JOB_TOKEN CI_REGISTRY_PASSWORD CLOUDINARY_URL CODECOV_TOKEN CO_API_KEY DAILY_API_KEY DB_PASSWORD',
  'DB_URL DD_API_KEY DD_APP_KEY ELEVEN_API_KEY FLY_API_TOKEN JINA_API_KEY KUBECONFIG LMNT_API_KEY NETRC',
  'OCI_CLI_KEY_CONTENT PGHOST PGPASSFILE PGPASSWORD PGUSER PINECONE_API_KEY RIME_API_KEY SNYK_TOKEN SONAR_TOKEN',
  'SPEECH_KEY TAVILY_API_KEY VAULT_ADDR VAULT_TOKEN VOYAGE_API_KEY XI_API_KEY',
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

const SETTINGS: ReadonlySet<string> = new Set(ENV_FILE_SETTINGS)
const ACCOUNTS: ReadonlySet<string> = new Set([...SETTINGS, ...ACCOUNT_NAMES])
const RUNTIME: ReadonlySet<string> = new Set(RUNTIME_NAMES)

export function isEnvFileSetting(name: string): boolean {
  return SETTINGS.has(name)
}

/** Whether a name is a setting of `voice`, or a credential of a provider, cloud, host, registry or database. */
export function isAccountName(name: string): boolean {
  if (ACCOUNTS.has(name)) return true
  const isOfStore = beginsWithWord(name, STORE_WORDS)
  if (!isOfStore && !beginsWithWord(name, ACCOUNT_WORDS)) return false
  const words = name.split('_')
  const end = words.at(-1)!
  const isPublic = PUBLIC_ENDS.has(end) || (!isOfStore && ADDRESS_ENDS.has(end))
  return !isPublic || words.some((word) => SECRET_PARTS.has(word))
}

/** Whether a name is a setting of Node, of the system or of `voice` that only the process environment may set. */
export function isRuntimeName(name: string): boolean {
  return RUNTIME.has(name) || beginsWithWord(name, RUNTIME_WORDS)
}

/** Whether a name belongs to a program, so that it never gives a value to a variable of a collection. */
export function isProgramName(name: string): boolean {
  return isAccountName(name) || isRuntimeName(name)
}

function beginsWithWord(name: string, words: readonly string[]): boolean {
  return words.some((word) => name.startsWith(word) && name[word.length] === '_')
}
