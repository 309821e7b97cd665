import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The request of a curl command. */
export interface CurlOptions {
  urls: string[]
  method?: string
  headers: { key: string; value: string }[]
  /** The values of `-d`. If `get` is true, they are parts of the query. Otherwise, they are parts of the body. */
  data: string[]
  form: string[]
  get: boolean
  head: boolean
  /** The path of the file to upload, from `-T`. */
  upload?: string
  ignored: string[]
}

type Take = (options: CurlOptions, value: string) => void

const header: Take = ({ headers }, value) => {
  const at = value.indexOf(':')
  if (at > 0) headers.push({ key: value.slice(0, at).trim(), value: value.slice(at + 1).trim() })
}
const data: Take = (options, value) => void options.data.push(value)
const set = (options: CurlOptions, change: Partial<CurlOptions>) => void Object.assign(options, change)
const form: Take = (options, value) => void options.form.push(value)

/** Options with a value that affect the request. */
const WITH_VALUE: Record<string, Take> = {
  request: (options, value) => set(options, { method: value }),
  url: ({ urls }, value) => void urls.push(value),
  header,
  data,
  'data-raw': data,
  'data-ascii': data,
  'data-binary': data,
  'data-urlencode': (options, value) => data(options, urlencoded(value)),
  json: (options, value) => {
    data(options, value)
    for (const key of ['Content-Type', 'Accept']) header(options, `${key}: application/json`)
  },
  form,
  'form-string': form,
  user: (options, value) => header(options, `Authorization: Basic ${value}`),
  'oauth2-bearer': (options, value) => header(options, `Authorization: Bearer ${value}`),
  'upload-file': (options, value) => set(options, { upload: value }),
}

const FLAGS: Record<string, (options: CurlOptions) => void> = {
  get: (options) => set(options, { get: true }),
  head: (options) => set(options, { head: true }),
}

const SHORT = new Map(
  `X request, H header, d data, F form, u user, T upload-file, G get, I head, A user-agent, b cookie, c cookie-jar, e referer, m max-time,
  o output, r range, w write-out, x proxy, E cert, K config, D dump-header, C continue-at, y speed-time, Y speed-limit, L location, s silent,
  S show-error, k insecure, v verbose, i include, f fail, g globoff, N no-buffer, O remote-name, 4 ipv4, 6 ipv6`
    .split(/,\s+/)
    .map((pair) => [pair.charAt(0), pair.slice(2)] as const),
)

/** Ignored options that have a value. Any other unknown option is read as a switch, without a value. */
const IGNORED_WITH_VALUE: ReadonlySet<string> = new Set(
  `user-agent cookie cookie-jar referer max-time output range write-out proxy cert config dump-header continue-at speed-time speed-limit
  connect-timeout retry retry-delay retry-max-time resolve cacert capath key cert-type key-type interface limit-rate max-redirs
  proxy-user noproxy unix-socket ciphers tls-max aws-sigv4 proto stderr trace trace-ascii`.split(/\s+/),
)

const OPTIONS: NonNullable<ParseArgsConfig['options']> = {}
for (const name of [...Object.keys(WITH_VALUE), ...IGNORED_WITH_VALUE]) OPTIONS[name] = { type: 'string' }
for (const [short, name] of SHORT) OPTIONS[name] = { type: 'boolean', ...OPTIONS[name], short }

/**
 * Reads the words after `curl`. Like curl, accepts combined switches (`-sSL`) and values without a space before them
 * (`-XPOST`).
 */
export function readCurlOptions(words: string[]): CurlOptions {
  const options: CurlOptions = {
    urls: [],
    headers: [],
    data: [],
    form: [],
    get: false,
    head: false,
    ignored: [],
  }
  const { tokens } = parseArgs({ args: words, options: OPTIONS, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional') options.urls.push(token.value)
    if (token.kind === 'option') take(options, token.name, token.value)
  }
  return options
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
