import { MAX_NESTING } from '../../../protocol/nesting.js'
import { tooDeepAt, tryParseJson } from '../../../protocol/parse-json.js'
import { lineIndex } from '../../collection/line-index.js'
import { asArray, asObject, asText } from '../../collection/read-shape.js'
import { explainSyntax } from '../../collection/syntax-fault.js'
import type { JsonValue } from '../../model/json.js'
import { replaceJsonComments } from '../../semantics/loose-json.js'
import { contentTypeOf } from '../../semantics/request-body.js'
import { xmlFault } from '../../semantics/xml-leaves.js'
import type { ItemFacts } from '../file-facts.js'
import { below, type Path } from '../raw-diagnostic.js'
import { eachRequest, type RuleChecks } from '../rule.js'

function rawBody({ request }: ItemFacts): { text: string; language: string | undefined } | undefined {
  const body = asObject(request.body)
  const text = asText(body?.raw)
  if (!body || !text?.trim() || body.disabled === true || (body.mode !== undefined && body.mode !== 'raw'))
    return undefined
  return { text, language: asText(asObject(asObject(body.options)?.raw)?.language) }
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

export const bodyAndHeaderRules: RuleChecks = {
  'body-invalid-json': eachRequest((facts, report) => {
    const body = rawBody(facts)
    if (!body) return
    const type = contentTypeOf(facts.parsed.request.headers)
    const isJson =
      body.language === 'json' || (!body.language && type !== undefined && /[/+]json\b/i.test(type))
    // Comments are not sent. Only their line breaks are kept, because the message names a line of the text.
    const sent = (text: string) => replaceJsonComments(text, (comment) => comment.replace(/[^\n]/g, ''))
    const fault = isJson ? jsonFault(sent(body.text)) : undefined
    if (fault) report(below(facts.requestPath, 'body', 'raw'), { name: facts.name, fault })
  }),
  'body-invalid-xml': eachRequest((facts, report) => {
    const body = rawBody(facts)
    if (!body?.text.trimStart().startsWith('<') || PLACEHOLDER.test(body.text.trim())) return
    const type = contentTypeOf(facts.parsed.request.headers)
    const isXml = body.language === 'xml' || (!body.language && type !== undefined && /[/+]xml\b/i.test(type))
    const fault = isXml ? xmlFault(body.text) : undefined
    if (!fault) return
    const line = lineIndex(body.text).at(fault.start).line
    report(
      below(facts.requestPath, 'body', 'raw'),
      { name: facts.name, fault: `${fault.message} (line ${line} of the text)` },
      { offset: fault.start },
    )
  }),
  'content-type-missing': eachRequest((facts, report) => {
    const body = rawBody(facts)
    if (!body || body.language !== undefined || !/^\s*[{[]/.test(body.text)) return
    if (contentTypeOf(facts.parsed.request.headers) !== undefined || tryParseJson(body.text) === undefined)
      return
    report(below(facts.requestPath, 'body'), { name: facts.name })
  }),
  'graphql-variables-invalid': eachRequest(({ name, request, requestPath }, report) => {
    const body = asObject(request.body)
    const variables = asObject(body?.graphql)?.variables
    if (body?.mode !== 'graphql' || typeof variables !== 'string' || !variables.trim()) return
    const fault = jsonFault(variables)
    if (fault) report(below(requestPath, 'body', 'graphql', 'variables'), { name, fault })
  }),
  'placeholder-value': eachRequest((facts, report) => {
    // The schemas of an OpenAPI block say what such a value stands for.
    const found = facts.parsed.operation ? undefined : firstPlaceholder(facts)
    if (found) report(found.path, { name: facts.name, found: found.text, part: found.part })
  }),
  'get-with-body': eachRequest((facts, report) => {
    const { name, method, requestPath } = facts
    if ((method === 'GET' || method === 'HEAD') && rawBody(facts))
      report(below(requestPath, 'body'), { name, method })
  }),
  'duplicate-header': eachRequest(({ request, requestPath }, report) => {
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
}

interface FoundPlaceholder {
  path: Path
  text: string
  part: string
}

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

/** The first placeholder in a list. `pathOf` is called only for one, because few lists have any. */
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
