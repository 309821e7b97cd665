import { MAX_NESTING } from '../../../protocol/nesting.js'
import { tooDeepAt, tryParseJson } from '../../../protocol/parse-json.js'
import { lineIndex } from '../../collection/line-index.js'
import { asArray, asObject, asText } from '../../collection/read-shape.js'
import { explainSyntax } from '../../collection/syntax-fault.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { replaceJsonComments } from '../../semantics/loose-json.js'
import type { ItemFacts } from '../file-facts.js'
import { below, type Path } from '../raw-diagnostic.js'
import { eachRequest, type RuleCheck } from '../rule.js'
import { inline, label, quoted } from './wording.js'

function rawBody({ request }: ItemFacts): { text: string; language: string | undefined } | undefined {
  const body = asObject(request.body)
  const text = asText(body?.raw)
  if (!body || !text?.trim() || body.disabled === true || (body.mode !== undefined && body.mode !== 'raw'))
    return undefined
  return { text, language: asText(asObject(asObject(body.options)?.raw)?.language) }
}

/** The value of the first enabled header with this name. `name` must be in lower case. */
export function headerOf(list: JsonValue | undefined, name: string): string | undefined {
  const entries = typeof list === 'string' ? list.split(/\r?\n/).map(splitHeader) : asArray(list)
  const found = entries.find((entry) => {
    const header = asObject(entry)
    return asText(header?.key)?.trim().toLowerCase() === name && header?.disabled !== true
  })
  return found === undefined ? undefined : (asText(asObject(found)?.value) ?? '')
}

function splitHeader(line: string): JsonObject {
  const colon = line.indexOf(':')
  return { key: line.slice(0, colon), value: line.slice(colon + 1).trim() }
}

/** The reason why a text is not valid JSON; undefined if it is. Each `{{variable}}` in the text counts as a value. */
export function jsonFault(text: string): string | undefined {
  if (tryParseJson(text) !== undefined) return undefined
  const filled = text.replace(/\{\{[^{}]*\}\}/g, '1')
  if (filled !== text && tryParseJson(filled) !== undefined) return undefined
  if (tooDeepAt(filled, MAX_NESTING) !== undefined)
    return `It is nested more than ${MAX_NESTING} levels deep.`
  const fault = explainSyntax(filled)
  return `${fault.message} (line ${lineIndex(filled).at(fault.start).line} of the text)`
}

const TYPES =
  'string|integer|number|boolean|long|double|float|uuid|dateTime|date-time|date|email|uri|url|byte|binary|array|object|ipv4|ipv6|hostname|password'
const PLACEHOLDER = new RegExp(`^<(?:${TYPES})>$`)
const PLACEHOLDER_IN_JSON = new RegExp(`"<(?:${TYPES})>"`)

export const bodyAndHeaderRules: RuleCheck[] = [
  {
    code: 'body-invalid-json',
    message: (args) =>
      `The body of ${inline('request', args)} is declared JSON and does not parse: ${args.fault}`,
    check: eachRequest((facts, report) => {
      const body = rawBody(facts)
      if (!body) return
      const type = headerOf(facts.request.header, 'content-type')
      const isJson =
        body.language === 'json' || (!body.language && type !== undefined && /[/+]json\b/i.test(type))
      // Comments are not sent. Only their line breaks are kept, because the message names a line of the text.
      const sent = (text: string) => replaceJsonComments(text, (comment) => comment.replace(/[^\n]/g, ''))
      const fault = isJson ? jsonFault(sent(body.text)) : undefined
      if (fault) report(below(facts.requestPath, 'body', 'raw'), { name: facts.name, fault })
    }),
  },
  {
    code: 'content-type-missing',
    message: (args) => `${label('Request', args)} sends JSON and says so nowhere; it goes out as text/plain.`,
    hint: () => 'Set "options.raw.language" to "json", or add the header Content-Type: application/json.',
    check: eachRequest((facts, report) => {
      const body = rawBody(facts)
      if (!body || body.language !== undefined || !/^\s*[{[]/.test(body.text)) return
      if (
        headerOf(facts.request.header, 'content-type') !== undefined ||
        tryParseJson(body.text) === undefined
      )
        return
      report(below(facts.requestPath, 'body'), { name: facts.name })
    }),
  },
  {
    code: 'graphql-variables-invalid',
    message: (args) => `The GraphQL variables of ${inline('request', args)} do not parse: ${args.fault}`,
    check: eachRequest(({ name, request, requestPath }, report) => {
      const body = asObject(request.body)
      const variables = asObject(body?.graphql)?.variables
      if (body?.mode !== 'graphql' || typeof variables !== 'string' || !variables.trim()) return
      const fault = jsonFault(variables)
      if (fault) report(below(requestPath, 'body', 'graphql', 'variables'), { name, fault })
    }),
  },
  {
    code: 'placeholder-value',
    message: (args) =>
      `${label('Request', args)} has the placeholder ${quoted(args.found)} in its ${args.part}.`,
    together: {
      cause: (args) => String(args.found),
      message: (args) => `${args.together} requests have the placeholder ${quoted(args.found)}.`,
    },
    hint: () => 'Write a realistic value.',
    check: eachRequest((facts, report) => {
      const found = firstPlaceholder(facts)
      if (found) report(found.path, { name: facts.name, found: found.text, part: found.part })
    }),
  },
  {
    code: 'get-with-body',
    message: (args) => `${label('Request', args)} is a ${args.method} with a body.`,
    check: eachRequest((facts, report) => {
      const { name, method, requestPath } = facts
      if ((method === 'GET' || method === 'HEAD') && rawBody(facts))
        report(below(requestPath, 'body'), { name, method })
    }),
  },
  {
    code: 'duplicate-header',
    message: (args) => `The header ${quoted(args.key)} is sent twice.`,
    check: eachRequest(({ request, requestPath }, report) => {
      const headers = asArray(request.header)
      if (headers.length < 2) return
      const seen = new Set<string>()
      for (const [index, entry] of headers.entries()) {
        const header = asObject(entry)
        const key = asText(header?.key)?.trim().toLowerCase()
        if (!key || header?.disabled === true) continue
        if (seen.has(key)) report(below(requestPath, 'header', index), { key: asText(header?.key) })
        seen.add(key)
      }
    }),
  },
]

interface FoundPlaceholder {
  path: Path
  text: string
  part: string
}

/** The first placeholder in a request, such as the `<string>` of a converter. Further placeholders are not reported. */
function firstPlaceholder(facts: ItemFacts): FoundPlaceholder | undefined {
  const { request, requestPath, urlPath } = facts
  const inBody = PLACEHOLDER_IN_JSON.exec(rawBody(facts)?.text ?? '')?.[0]
  if (inBody) return { path: below(requestPath, 'body', 'raw'), text: inBody.slice(1, -1), part: 'body' }
  const url = asObject(request.url)
  const body = asObject(request.body)
  return (
    inEntries(url?.query, 'query', () => below(urlPath, 'query')) ??
    inEntries(url?.variable, 'path variables', () => below(urlPath, 'variable')) ??
    inEntries(request.header, 'headers', () => below(requestPath, 'header')) ??
    inEntries(body?.urlencoded, 'body', () => below(requestPath, 'body', 'urlencoded')) ??
    inEntries(body?.formdata, 'body', () => below(requestPath, 'body', 'formdata'))
  )
}

/**
 * The first placeholder in a list of parameters, headers or fields. `pathOf` is called only if there is a placeholder,
 * because few lists have one.
 */
function inEntries(
  list: JsonValue | undefined,
  part: string,
  pathOf: () => Path,
): FoundPlaceholder | undefined {
  const entries = asArray(list)
  const index = entries.findIndex((entry) => placeholderOf(entry) !== undefined)
  const text = placeholderOf(entries[index])
  return text === undefined ? undefined : { path: below(pathOf(), index, 'value'), text, part }
}

function placeholderOf(entry: JsonValue | undefined): string | undefined {
  const value = asObject(entry)?.value
  return typeof value === 'string' && PLACEHOLDER.test(value) ? value : undefined
}
