import { asObject, asText } from '../../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { mapMembers } from '../../model/map-members.js'
import { contentTypeOf } from '../../semantics/request-body.js'
import type { ExampleFacts } from '../file-facts.js'
import { below } from '../raw-diagnostic.js'
import { type Check, eachRequest, type Report, type RuleChecks } from '../rule.js'
import { jsonFault } from './body-and-header-rules.js'
import { derivedMember, EXAMPLE_MEMBERS } from './fixes.js'

/** Whether a real answer may have no body: by its status or method, or because its headers say that it has none. */
function mayBeEmpty({ example, owner, parsed }: ExampleFacts): boolean {
  const saysSo = parsed.headers.some(({ key, value }) => /^content-length$/i.test(key) && value === '0')
  return saysSo || [204, 205, 304].includes(Number(example.code)) || owner.method === 'HEAD'
}

function bodyOf({ example }: ExampleFacts): string {
  return asText(example.body) ?? ''
}

function each(look: (facts: ExampleFacts, report: Report) => void): Check {
  return eachRequest(({ examples }, report) => {
    for (const example of examples) look(example, report)
  })
}

type ExampleMember = (typeof EXAMPLE_MEMBERS)[keyof typeof EXAMPLE_MEMBERS]

const LACKS: Record<ExampleMember, (example: JsonObject) => boolean> = {
  name: ({ name }) => isBlank(name),
  originalRequest: ({ code, originalRequest }) =>
    Number(code) >= 400 && !asObject(originalRequest) && !asText(originalRequest),
  status: ({ status }) => isBlank(status),
  code: ({ code }) => !Number.isInteger(Number(code ?? Number.NaN)) || Number(code) <= 0,
  _postman_previewlanguage: ({ _postman_previewlanguage: language }) => isBlank(language),
  header: ({ header }) => !Array.isArray(header),
  cookie: ({ cookie }) => !Array.isArray(cookie),
}

const isBlank = (value: JsonValue | undefined) => (asText(value) ?? '').trim() === ''

function checkMember(member: ExampleMember): Check {
  return each(({ example, name, path }, report) => {
    if (!LACKS[member](example)) return
    const derived = !Object.hasOwn(example, member) && derivedMember(member, example) !== undefined
    report(path, { name, derived: derived ? 1 : 0 })
  })
}

/** Rules for saved responses, from which output schemas and answers of the mock are made. */
export const exampleRules: RuleChecks = {
  'example-missing'({ items }, report) {
    for (const { name, path, examples } of items)
      if (examples.length === 0) report(path, { name, total: items.length })
  },
  'example-empty': each((facts, report) => {
    if (bodyOf(facts).trim() === '' && !mayBeEmpty(facts)) report(facts.path, { name: facts.name })
  }),
  'example-content-type-missing': each((facts, report) => {
    const { header } = facts.example
    if (!header || bodyOf(facts).trim() === '' || contentTypeOf(facts.parsed.headers) !== undefined) return
    report(facts.path, { name: facts.name })
  }),
  'example-body-invalid': each((facts, report) => {
    const { example, path, name } = facts
    const body = bodyOf(facts)
    if (body.trim() === '') return
    const type = contentTypeOf(facts.parsed.headers)
    const isJson = type === undefined ? example._postman_previewlanguage === 'json' : /[/+]json\b/i.test(type)
    const fault = isJson ? jsonFault(body) : undefined
    if (fault) report(below(path, 'body'), { name, fault })
  }),
  'example-status-odd': each(({ example, path }, report) => {
    const { code } = example
    if (typeof code === 'number' && code !== 0 && (code < 100 || code > 599))
      report(below(path, 'code'), { found: code })
  }),
  ...mapMembers(EXAMPLE_MEMBERS, checkMember),
}
