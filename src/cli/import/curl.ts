import { VoiceError } from '../../errors.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import { type CurlOptions, type FormOption, readCurlOptions } from './curl-options.js'
import { formFields, type Imported, multipartField, type PlainRequest, splitPair } from './imported.js'
import { importRequests } from './request-item.js'
import { type ShellCommand, shellCommands } from './shell-words.js'

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
