import { type ParseArgsConfig, parseArgs } from 'node:util'
import names from '../../../templates/curl-options.json'
import { VoiceError } from '../../errors.js'
import { cutText } from '../../text/cut.js'
import type { JsonObject } from '../model/json.js'
import {
  formFields,
  type Imported,
  importRequests,
  multipartField,
  type PlainRequest,
  splitPair,
} from './request-item.js'

/** Converts curl commands to a collection; a comment before a command becomes the name of its request. */
export function importCurl(text: string): Imported {
  const commands = shellCommands(text).filter(({ words }) => isCurl(words[0]))
  const read = commands.map((command) => ({
    command,
    options: readCurlOptions(command.words.slice(1), command.stdin),
  }))
  const requests = read.flatMap(({ command, options }) =>
    options.urls.map((url) => requestOf(url, { command, options })),
  )
  if (requests.length === 0)
    throw new VoiceError('not-a-collection', 'There is no curl command with an address in this text.')
  const ignored = [...new Set(read.flatMap(({ options }) => options.ignored))].join(', ')
  return importRequests(requests, {
    name: 'Imported from curl',
    from: requests.length === 1 ? 'a curl command' : `${requests.length} curl commands`,
    remarks: ignored === '' ? [] : [`Options that say nothing of the API were left out: ${ignored}.`],
  })
}

function isCurl(word: string | undefined): boolean {
  return /(^|[\\/])curl(\.exe)?$/.test(word ?? '')
}

function requestOf(
  url: string,
  { command, options }: { command: ShellCommand; options: CurlOptions },
): PlainRequest {
  const { data, dataFile, form, headers } = options
  const inQuery = options.get ? [...options.query, ...data] : options.query
  const sendsBody = !options.get && (data.length > 0 || dataFile !== undefined || form.length > 0)
  const fallback = options.head ? 'HEAD' : options.upload ? 'PUT' : sendsBody ? 'POST' : 'GET'
  const [plain = '', user] = splitUser(/^[a-z]+:\/\//i.test(url) ? url : `http://${url}`)
  const isSigned = headers.some(({ key }) => /^authorization$/i.test(key))
  const upload = options.upload ?? (sendsBody ? dataFile : undefined)
  const body = upload ? { mode: 'file', file: { src: upload } } : sendsBody ? bodyOf(options) : undefined
  return {
    name: command.comment || undefined,
    method: options.method?.toUpperCase() ?? fallback,
    url: inQuery.length > 0 ? `${plain}${plain.includes('?') ? '&' : '?'}${inQuery.join('&')}` : plain,
    headers:
      user === undefined || isSigned
        ? headers
        : [...headers, { key: 'Authorization', value: `${options.scheme} ${user}` }],
    body,
  }
}

/** The address without user and password, and these two. */
function splitUser(url: string): [plain: string, user?: string] {
  const [, scheme = '', user, rest = ''] = /^([a-z]+:\/\/)(?:([^/?#]*)@)?([\s\S]*)$/i.exec(url) ?? []
  return user === undefined ? [url] : [scheme + rest, user]
}

function bodyOf({ data, form, headers }: CurlOptions): JsonObject {
  if (form.length > 0) return { mode: 'formdata', formdata: form.map(formField) }
  const type = headers.find(({ key }) => /^content-type$/i.test(key))?.value ?? ''
  const text = data.join('&')
  const isJson = /json/.test(type) || (type === '' && /^\s*[[{]/.test(text))
  if (isJson) return { mode: 'raw', raw: text, options: { raw: { language: 'json' } } }
  if (type !== '' && !/urlencoded/.test(type)) return { mode: 'raw', raw: text }
  return { mode: 'urlencoded', urlencoded: formFields(text) }
}

/** Reads a field of `-F`: `name=value` or `name=@file`. A `;type=...` or `;filename=...` after the value is dropped. */
function formField({ field, isText }: FormOption): JsonObject {
  const { key, value: written } = splitPair(field)
  if (isText) return multipartField(key, { value: written })
  const value = written.replace(/;(type|filename)=[^;]*/g, '')
  return multipartField(key, { value, file: /^[@<]/.test(value) ? value.slice(1) : undefined })
}

interface FormOption {
  field: string
  isText: boolean
}

interface CurlOptions {
  urls: string[]
  method?: string
  headers: { key: string; value: string }[]
  /** The values of `-d`. If `get` is true, they are parts of the query. Otherwise, they are parts of the body. */
  data: string[]
  dataFile?: string
  query: string[]
  form: FormOption[]
  get: boolean
  head: boolean
  upload?: string
  stdin?: string
  /** User and password, separated by a colon. */
  user?: string
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

const SHORT = new Map(Object.entries(names.short))

/** Ignored options that have a value. Any other unknown option is read as a switch, without a value. */
const IGNORED_WITH_VALUE: ReadonlySet<string> = new Set(names.ignoredWithValue.split(' '))

const OPTIONS: NonNullable<ParseArgsConfig['options']> = {}
for (const name of [...Object.keys(WITH_VALUE), ...IGNORED_WITH_VALUE]) OPTIONS[name] = { type: 'string' }
for (const [short, name] of SHORT) OPTIONS[name] = { type: 'boolean', ...OPTIONS[name], short }

/**
 * Reads the words after `curl`. Like curl, accepts combined switches (`-sSL`) and values without a space before them
 * (`-XPOST`).
 */
function readCurlOptions(words: string[], stdin?: string): CurlOptions {
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

interface ShellCommand {
  words: string[]
  comment?: string
  /** The text that the script gives as standard input (`<<EOF`, `<<<`). */
  stdin?: string
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' }
const TOKEN =
  /\\\r?\n|\^\r?\n|(?<![^\s;&|])#[^\n]*|\$'((?:\\[\s\S]|[^'\\])*)'|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|&&|\|\|?|[;\n]|[^\S\n]+|\\([\s\S])|([^\s'"\\;|&$#^]+|[\s\S])/g

/** A word that redirects input or output, with its target: `>out.json`, `2>&1`, `<<<text`; not a placeholder `<id>`. */
const REDIRECTION = /^(?:\d*>>?|<<<|<(?![^<]*>))([\s\S]*)$/

/** The start of a text in the script, which ends at the line with the delimiter: `<<EOF`. */
const HERE_DOCUMENT = /(?<!<)<<-?[^\S\n]*(['"]?)(\w+)\1/

/**
 * Splits a shell script into its commands. Understands quotes, `$'...'`, continued lines, comments and redirections.
 * Does not expand variables and does not run the commands.
 */
export function shellCommands(script: string): ShellCommand[] {
  const text = inCmd(script) ?? withHereStrings(script)
  const commands: ShellCommand[] = []
  let [words, word]: [string[], string | undefined] = [[], undefined]
  let comment: string | undefined
  let before = ''
  let stdin: string | undefined
  /** Whether the first character of the word is neither quoted nor escaped. */
  let isBare = false
  /** The redirection whose target is the next word. */
  let open: string | undefined
  const endWord = () => {
    if (word === undefined) return
    const [whole, target] = (open === undefined && isBare && REDIRECTION.exec(word)) || []
    if (whole === undefined && open === undefined) words.push(word)
    else if (open === undefined && target === '') open = whole
    else {
      if ((open ?? whole)?.startsWith('<<<')) stdin = open === undefined ? target : word
      open = undefined
    }
    word = undefined
  }
  const endCommand = () => {
    endWord()
    if (words.length > 0) {
      commands.push({ words, comment, ...(stdin === undefined ? {} : { stdin }) })
      comment = undefined
    }
    words = []
    open = undefined
    stdin = undefined
  }
  for (const match of text.matchAll(TOKEN)) {
    const [token, ansi, single, double, escaped, plain] = match
    if (/^[\\^]\r?\n$/.test(token)) continue
    // A comment with an empty line below it is about the file, not about the next command.
    if (token === '\n' && before === '\n') comment = undefined
    before = token
    if (/^['"]$/.test(plain ?? '') && isCurl(words[0])) throw unclosed(text.slice(match.index))
    if (token.startsWith('#') && word === undefined) {
      if (words.length === 0 && !token.startsWith('#!')) comment = token.replace(/^#+\s*/, '').trim()
    } else if (/^(&&|\|\|?|[;\n])$/.test(token) || (token === '&' && word === undefined)) endCommand()
    else if (/^[^\S\n]+$/.test(token)) endWord()
    else {
      const value =
        (ansi !== undefined && unescapeAnsi(ansi)) ||
        single ||
        (double !== undefined && unescapeDouble(double)) ||
        escaped ||
        plain
      const isEmptyQuote = ansi === '' || single === '' || double === ''
      if (word === undefined) isBare = plain !== undefined
      word = (word ?? '') + (isEmptyQuote ? '' : value || token)
    }
  }
  endCommand()
  return commands
}

function unclosed(rest: string): VoiceError {
  const [line = ''] = cutText(rest, 40).split('\n')
  const sentence = `A quote of a curl command is not closed: ${line} (close it, or write \\${line.charAt(0)} for the character itself).`
  return new VoiceError('not-a-collection', sentence)
}

/**
 * A text for `cmd.exe`, as browsers on Windows copy a request: `^` escapes the next character, also a quote. Returns
 * the text without these escapes; undefined for other shells.
 */
function inCmd(script: string): string | undefined {
  if (!/\bcurl(\.exe)?\s+\^"/i.test(script)) return undefined
  return script.replace(/\^(\r?\n(?:\r?\n)?|[\s\S])/g, (_, next: string) =>
    /^\r?\n/.test(next) ? next.replace(/^\r?\n/, '') : next,
  )
}

/** Writes the texts in a script (`<<EOF`) as words: `<<<'text'`. */
function withHereStrings(script: string): string {
  const lines = script.split('\n')
  const lastOf = new Map(lines.map((line, index) => [line.trim(), index]))
  const written: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    const [start, , delimiter = ''] = HERE_DOCUMENT.exec(line) ?? []
    if (start === undefined || (lastOf.get(delimiter) ?? 0) <= index) written.push(line)
    else {
      const body: string[] = []
      while (lines[++index]!.trim() !== delimiter) body.push(lines[index]!)
      written.push(line.replace(start, () => `<<<'${body.join('\n').replaceAll("'", "'\\''")}'`))
    }
  }
  return written.join('\n')
}

function unescapeAnsi(text: string): string {
  return text.replace(
    /\\(u([0-9a-f]{1,4})|x([0-9a-f]{1,2})|[\s\S])/gi,
    (_, all: string, unicode?: string, hex?: string) => {
      const code = unicode ?? hex
      return code === undefined ? (ESCAPES[all] ?? all) : String.fromCharCode(Number.parseInt(code, 16))
    },
  )
}

function unescapeDouble(text: string): string {
  return text.replace(/\\([\s\S])/g, (all, next: string) =>
    next === '\n' ? '' : /["\\$`]/.test(next) ? next : all,
  )
}
