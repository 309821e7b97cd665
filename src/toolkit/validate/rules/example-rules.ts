import { asObject, asText } from '../../collection/read-shape.js'
import type { ExampleFacts } from '../file-facts.js'
import { below } from '../raw-diagnostic.js'
import { eachRequest, type Report, type RuleCheck } from '../rule.js'
import { headerOf, jsonFault } from './body-and-header-rules.js'
import { derivedMember, fillMember } from './fixes.js'
import { inline, label } from './wording.js'

function mayBeEmpty({ example, owner }: ExampleFacts): boolean {
  return [204, 205, 304].includes(Number(example.code)) || owner.method === 'HEAD'
}

function bodyOf({ example }: ExampleFacts): string {
  return asText(example.body) ?? ''
}

function each(look: (facts: ExampleFacts, report: Report) => void): RuleCheck['check'] {
  return eachRequest(({ examples }, report) => {
    for (const example of examples) look(example, report)
  })
}

/**
 * A member that the prompt for generated collections requires in examples. In the other profiles, it may be missing.
 */
interface WantedMember {
  code: string
  member: string
  /** The words for the member in the message, if they differ from its key. */
  what?: string
  missing(facts: ExampleFacts): boolean
}

function wanted({ code, member, what, missing }: WantedMember): RuleCheck {
  return {
    code,
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
export const exampleRules: RuleCheck[] = [
  {
    code: 'example-missing',
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
    message: (args) => `${label('Example', args)} has an empty body.`,
    together: { cause: () => '', message: (args) => `${args.together} examples have an empty body.` },
    check: each((facts, report) => {
      if (bodyOf(facts).trim() === '' && !mayBeEmpty(facts)) report(facts.path, { name: facts.name })
    }),
  },
  {
    code: 'example-content-type-missing',
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
    missing: ({ name }) => name.trim() === '',
  }),
  wanted({
    code: 'example-request-missing',
    member: 'originalRequest',
    missing: ({ example }) =>
      Number(example.code) >= 400 && !asObject(example.originalRequest) && !asText(example.originalRequest),
  }),
  wanted({
    code: 'example-status-missing',
    member: 'status',
    missing: ({ example }) => !asText(example.status)?.trim(),
  }),
  wanted({
    code: 'example-code-missing',
    member: 'code',
    missing: ({ example }) =>
      !Number.isInteger(Number(example.code ?? Number.NaN)) || Number(example.code) <= 0,
  }),
  wanted({
    code: 'example-language-missing',
    member: '_postman_previewlanguage',
    missing: ({ example }) => !asText(example._postman_previewlanguage)?.trim(),
  }),
  wanted({
    code: 'example-headers-missing',
    member: 'header',
    what: '"header" list',
    missing: ({ example }) => !Array.isArray(example.header),
  }),
  wanted({
    code: 'example-cookies-missing',
    member: 'cookie',
    what: '"cookie" list',
    missing: ({ example }) => !Array.isArray(example.cookie),
  }),
]
