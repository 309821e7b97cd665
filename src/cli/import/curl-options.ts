import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The value of `-F`, or of `--form-string`, where `@` and `;` have no meaning. */
export interface FormOption {
  field: string
  isText: boolean
}

/** The request of a curl command. */
export interface CurlOptions {
  urls: string[]
  method?: string
  headers: { key: string; value: string }[]
  /** The values of `-d`. If `get` is true, they are parts of the query. Otherwise, they are parts of the body. */
  data: string[]
  /** The file of `-d @FILE`. */
  dataFile?: string
  /** Pieces of the query. */
  query: string[]
  form: FormOption[]
  get: boolean
  head: boolean
  /** The path of the file to upload, from `-T`. */
  upload?: string
  /** The text that the script gives as standard input. */
  stdin?: string
  /** User and password, separated by a colon. */
  user?: string
  /** The scheme of the auth with user and password. */
  scheme: 'Basic' | 'Digest' | 'NTLM'
  ignored: string[]
}

type Take = (options: CurlOptions, value: string) => void

/** Adds a header. Like curl, `Name:` adds none, and `Name;` adds one without a value. */
const header: Take = ({ headers }, value) => {
  const [, key = '', mark, text = ''] = /^([^:;]+)(:|;\s*$)([\s\S]*)/.exec(value) ?? []
  if (mark && (mark !== ':' || text.trim() !== '')) headers.push({ key: key.trim(), value: text.trim() })
}
const data: Take = (options, value) => void options.data.push(value)
/** Adds a text to the body, or sets the file that is the body: `@FILE`. */
const dataOrFile: Take = (options, value) => {
  if (!value.startsWith('@')) data(options, value)
  else if (value === '@-') data(options, options.stdin ?? '')
  else set(options, { dataFile: value.slice(1) })
}
const set = (options: CurlOptions, change: Partial<CurlOptions>) => void Object.assign(options, change)
const form: Take = (options, field) => void options.form.push({ field, isText: false })

/** Options with a value that affect the request. */
const WITH_VALUE: Record<string, Take> = {
  request: (options, value) => set(options, { method: value }),
  url: ({ urls }, value) => void urls.push(value),
  header,
  data: dataOrFile,
  'data-raw': data,
  'data-ascii': dataOrFile,
  'data-binary': dataOrFile,
  'data-urlencode': (options, value) => data(options, urlencoded(value)),
  json: (options, value) => {
    dataOrFile(options, value)
    if (options.data.length > 1) set(options, { data: [options.data.join('')] })
    for (const key of ['Content-Type', 'Accept'])
      if (!hasHeader(options, key)) header(options, `${key}: application/json`)
  },
  'url-query': ({ query }, value) =>
    void query.push(value.startsWith('+') ? value.slice(1) : urlencoded(value)),
  form,
  'form-string': (options, value) => void options.form.push({ field: value, isText: true }),
  user: (options, value) => set(options, { user: value }),
  'oauth2-bearer': (options, value) => header(options, `Authorization: Bearer ${value}`),
  'upload-file': (options, value) => set(options, { upload: value }),
}

const FLAGS: Record<string, (options: CurlOptions) => void> = {
  get: (options) => set(options, { get: true }),
  head: (options) => set(options, { head: true }),
  digest: (options) => set(options, { scheme: 'Digest' }),
  ntlm: (options) => set(options, { scheme: 'NTLM' }),
}

const SHORT = new Map(
  `X request, H header, d data, F form, u user, T upload-file, G get, I head, A user-agent, b cookie, c cookie-jar, e referer, m max-time,
  o output, r range, w write-out, x proxy, E cert, K config, D dump-header, C continue-at, y speed-time, Y speed-limit, U proxy-user, z time-cond, L location, s silent,
  S show-error, k insecure, v verbose, i include, f fail, g globoff, N no-buffer, O remote-name, 4 ipv4, 6 ipv6`
    .split(/,\s+/)
    .map((pair) => [pair.charAt(0), pair.slice(2)] as const),
)

/** Ignored options that have a value. Any other unknown option is read as a switch, without a value. */
const IGNORED_WITH_VALUE: ReadonlySet<string> = new Set(
  `user-agent cookie cookie-jar referer max-time output range write-out proxy cert config dump-header continue-at speed-time speed-limit
  connect-timeout retry retry-delay retry-max-time resolve cacert capath key cert-type key-type interface limit-rate max-redirs
  proxy-user noproxy unix-socket ciphers tls-max aws-sigv4 proto stderr trace trace-ascii abstract-unix-socket alt-svc connect-to
  create-file-mode crlfile curves delegation dns-interface dns-ipv4-addr dns-ipv6-addr dns-servers doh-url engine etag-compare
  etag-save expect100-timeout happy-eyeballs-timeout-ms haproxy-clientip hsts keepalive-time libcurl local-port login-options
  max-filesize netrc-file output-dir parallel-max pass pinnedpubkey preproxy proto-default proto-redir proxy-cacert proxy-capath
  proxy-cert proxy-cert-type proxy-ciphers proxy-crlfile proxy-header proxy-key proxy-key-type proxy-pass proxy-pinnedpubkey
  proxy-service-name proxy-tls13-ciphers proxy1.0 rate request-target service-name socks4 socks4a socks5 socks5-hostname time-cond
  tls13-ciphers trace-config variable`.split(/\s+/),
)

const OPTIONS: NonNullable<ParseArgsConfig['options']> = {}
for (const name of [...Object.keys(WITH_VALUE), ...IGNORED_WITH_VALUE]) OPTIONS[name] = { type: 'string' }
for (const [short, name] of SHORT) OPTIONS[name] = { type: 'boolean', ...OPTIONS[name], short }

/**
 * Reads the words after `curl`. Like curl, accepts combined switches (`-sSL`) and values without a space before them
 * (`-XPOST`).
 */
export function readCurlOptions(words: string[], stdin?: string): CurlOptions {
  const options: CurlOptions = {
    urls: [],
    headers: [],
    data: [],
    query: [],
    form: [],
    get: false,
    head: false,
    scheme: 'Basic',
    ignored: [],
    ...(stdin === undefined ? {} : { stdin }),
  }
  const { tokens } = parseArgs({ args: words, options: OPTIONS, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') options.urls.push(token.value)
    if (token.kind === 'option') take(options, token.name, token.value)
  }
  const { user, scheme } = options
  if (user !== undefined && !hasHeader(options, 'Authorization'))
    header(options, `Authorization: ${scheme} ${user}`)
  return options
}

function hasHeader({ headers }: CurlOptions, name: string): boolean {
  return headers.some(({ key }) => key.toLowerCase() === name.toLowerCase())
}

function take(options: CurlOptions, name: string, value = ''): void {
  const withValue = WITH_VALUE[name]
  if (withValue) withValue(options, value)
  else if (FLAGS[name]) FLAGS[name](options)
  else options.ignored.push(name.length > 1 ? `--${name}` : `-${name}`)
}

/** Encodes the text of `name=text`, `=text` or `text`, but not the name: `q=a b` gives `q=a%20b`. */
function urlencoded(value: string): string {
  const at = value.indexOf('=')
  const name = at > 0 ? `${value.slice(0, at)}=` : ''
  return name + encodeURIComponent(value.slice(at + 1))
}
