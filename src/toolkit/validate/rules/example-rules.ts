import { asObject, asText } from '../../collection/read-shape.js'
import type { ExampleFacts } from '../file-facts.js'
import { below } from '../raw-diagnostic.js'
import { eachRequest, type Report, type Rule } from '../rule.js'
import { headerOf, jsonFault } from './body-and-header-rules.js'
import { derivedMember, fillMember } from './fixes.js'
import { inline, label } from './wording.js'

function mayBeEmpty({ example, owner }: ExampleFacts): boolean {
  return [204, 205, 304].includes(Number(example.code)) || owner.method === 'HEAD'
}

function bodyOf({ example }: ExampleFacts): string {
  return asText(example.body) ?? ''
}

function each(look: (facts: ExampleFacts, report: Report) => void): Rule['check'] {
  return eachRequest(({ examples }, report) => {
    for (const example of examples) look(example, report)
  })
}

/**
 * A member that the prompt for generated collections requires in examples. In the other profiles, it may be missing.
 */
interface WantedMember extends Pick<Rule, 'code' | 'why' | 'bad' | 'good'> {
  member: string
  /** The words for the member in the message, if they differ from its key. */
  what?: string
  missing(facts: ExampleFacts): boolean
}

function wanted({ code, why, bad, good, member, what, missing }: WantedMember): Rule {
  return {
    code,
    severity: { agent: 'off', generated: 'error' },
    why,
    bad,
    good,
    message: (args) => `${label('Example', args)} has no ${what ?? `"${member}"`}.`,
    fixable: (args) => args.derived === 1,
    fix: fillMember(member),
    check: each((facts, report) => {
      if (!missing(facts)) return
      const { example, name, path } = facts
      const derived = !Object.hasOwn(example, member) && derivedMember(member, example) !== undefined
      report(path, { name, derived: derived ? 1 : 0 })
    }),
  }
}

/**
 * Rules for saved responses (examples). The output schemas of tools and the responses of the mock server are made from
 * them.
 */
export const exampleRules: Rule[] = [
  {
    code: 'example-missing',
    severity: { agent: 'info', generated: 'error' },
    why: 'Saved examples tell an agent what a call returns. They also tell the mock what to answer.',
    bad: '{ "name": "Get pet", "request": "{{base_url}}/pets/1", "response": [] }',
    good: '{ "name": "Get pet", "request": "{{base_url}}/pets/1", "response": [{ "name": "Found", "code": 200, "body": "{}" }] }',
    message: (args) => `${label('Request', args)} has no saved example.`,
    together: {
      cause: () => '',
      message: (args) => `${args.together} of ${args.total} requests have no saved example.`,
    },
    check({ items }, report) {
      for (const { name, path, examples } of items)
        if (examples.length === 0) report(path, { name, total: items.length })
    },
  },
  {
    code: 'example-empty',
    severity: { agent: 'info', generated: 'error' },
    why: 'An example without a body is of no use, unless the real answer has no body.',
    bad: '{ "name": "Found", "code": 200, "body": "" }',
    good: '{ "name": "Found", "code": 200, "body": "{ \\"name\\": \\"Rex\\" }" }',
    message: (args) => `${label('Example', args)} has an empty body.`,
    together: { cause: () => '', message: (args) => `${args.together} examples have an empty body.` },
    check: each((facts, report) => {
      if (bodyOf(facts).trim() === '' && !mayBeEmpty(facts)) report(facts.path, { name: facts.name })
    }),
  },
  {
    code: 'example-content-type-missing',
    severity: { agent: 'info', generated: 'error' },
    why: 'The Content-Type says how to read the body. Without it, the mock must guess.',
    bad: '{ "name": "Found", "header": [], "body": "{}" }',
    good: '{ "name": "Found", "header": [{ "key": "Content-Type", "value": "application/json" }], "body": "{}" }',
    message: (args) => `${label('Example', args)} has a body and no Content-Type.`,
    together: {
      cause: () => '',
      message: (args) => `${args.together} examples have a body and no Content-Type.`,
    },
    check: each((facts, report) => {
      const { header } = facts.example
      if (!header || bodyOf(facts).trim() === '' || headerOf(header, 'content-type') !== undefined) return
      report(facts.path, { name: facts.name })
    }),
  },
  {
    code: 'example-body-invalid',
    severity: { agent: 'info', generated: 'error' },
    why: 'If an example is declared as JSON and does not parse, nothing can be learned from it.',
    bad: '{ "_postman_previewlanguage": "json", "body": "{ \\"name\\": \\"Rex\\", ... }" }',
    good: '{ "_postman_previewlanguage": "json", "body": "{ \\"name\\": \\"Rex\\" }" }',
    message: (args) =>
      `The body of ${inline('example', args)} is called JSON and does not parse: ${args.fault}`,
    check: each((facts, report) => {
      const { example, path, name } = facts
      const body = bodyOf(facts)
      if (body.trim() === '') return
      const type = headerOf(example.header, 'content-type')
      const isJson =
        type === undefined ? example._postman_previewlanguage === 'json' : /[/+]json\b/i.test(type)
      const fault = isJson ? jsonFault(body) : undefined
      if (fault) report(below(path, 'body'), { name, fault })
    }),
  },
  {
    code: 'example-status-odd',
    severity: { agent: 'warning', generated: 'error' },
    why: 'HTTP status codes go from 100 to 599. No client expects another code.',
    bad: '"code": 2000',
    good: '"code": 200',
    message: (args) => `${args.found} is no HTTP status code.`,
    check: each(({ example, path }, report) => {
      const { code } = example
      if (typeof code === 'number' && code !== 0 && (code < 100 || code > 599))
        report(below(path, 'code'), { found: code })
    }),
  },
  wanted({
    code: 'example-name-missing',
    member: 'name',
    why: 'People tell the examples of a request apart by their names.',
    bad: '{ "code": 200 }',
    good: '{ "name": "Found", "code": 200 }',
    missing: ({ name }) => name.trim() === '',
  }),
  wanted({
    code: 'example-request-missing',
    member: 'originalRequest',
    why: 'Only an example of an error needs an `originalRequest`. It shows for which request the mock must answer with the error.',
    bad: '{ "name": "Not found", "code": 404 }',
    good: '{ "name": "Not found", "code": 404, "originalRequest": { "method": "GET", "url": "{{base_url}}/pets/99" } }',
    missing: ({ example }) =>
      Number(example.code) >= 400 && !asObject(example.originalRequest) && !asText(example.originalRequest),
  }),
  wanted({
    code: 'example-status-missing',
    member: 'status',
    why: 'Postman shows this reason phrase beside the status code.',
    bad: '{ "name": "Found", "code": 200 }',
    good: '{ "name": "Found", "code": 200, "status": "OK" }',
    missing: ({ example }) => !asText(example.status)?.trim(),
  }),
  wanted({
    code: 'example-code-missing',
    member: 'code',
    why: 'The status code tells success from failure.',
    bad: '{ "name": "Found" }',
    good: '{ "name": "Found", "code": 200 }',
    missing: ({ example }) =>
      !Number.isInteger(Number(example.code ?? Number.NaN)) || Number(example.code) <= 0,
  }),
  wanted({
    code: 'example-language-missing',
    member: '_postman_previewlanguage',
    why: 'Postman formats the body of an example by this language.',
    bad: '{ "name": "Found" }',
    good: '{ "name": "Found", "_postman_previewlanguage": "json" }',
    missing: ({ example }) => !asText(example._postman_previewlanguage)?.trim(),
  }),
  wanted({
    code: 'example-headers-missing',
    member: 'header',
    why: 'The headers of an answer contain its Content-Type and the links to further pages.',
    bad: '{ "name": "Found" }',
    good: '{ "name": "Found", "header": [{ "key": "Content-Type", "value": "application/json" }] }',
    what: '"header" list',
    missing: ({ example }) => !Array.isArray(example.header),
  }),
  wanted({
    code: 'example-cookies-missing',
    member: 'cookie',
    why: 'Postman writes a cookie list into every example.',
    bad: '{ "name": "Found" }',
    good: '{ "name": "Found", "cookie": [] }',
    what: '"cookie" list',
    missing: ({ example }) => !Array.isArray(example.cookie),
  }),
]
