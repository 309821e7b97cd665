import { parseVariables } from '../../collection/parse-environment.js'
import { parseRequest } from '../../collection/parse-request.js'
import { asText } from '../../collection/read-shape.js'
import type { ValuePlace } from '../../meaning/effect/effect-values.js'
import type { EffectKind } from '../../meaning/effect/executed-text.js'
import { beginsReading, isSearch } from '../../meaning/effect/words.js'
import { type Effect, type EffectContext, effectOf } from '../../meaning/effect.js'
import type { Facts, ItemFacts } from '../facts.js'
import type { Rule } from '../rule.js'
import { inline, label, times } from './wording.js'

/** What is kept in every tool, as a message calls it. */
const KINDS: Partial<Record<EffectKind, string>> = {
  graphql: 'GraphQL document',
  sql: 'query text',
  script: 'script',
  method: 'method of a remote call',
  override: 'HTTP method override',
}

/** What calls can do, against what requests are called. */
export const effectRules: Rule[] = [
  {
    code: 'fixed-operation',
    severity: { agent: 'info', generated: 'info' },
    why: 'What a server executes decides what a call does: GraphQL documents, SQL, scripts, methods of remote calls and method overrides are sent as the file has them, so that no model turns a read into a write.',
    bad: '{ "name": "Search", "request": { "method": "POST", "body": { "mode": "raw", "raw": "{ \\"sql\\": \\"SELECT ...\\" }" } } }',
    good: '{ "name": "Search", "request": { "method": "POST", "body": { "mode": "raw", "raw": "{ \\"text\\": \\"red shoes\\" }" } } }',
    message: (args) =>
      `The ${args.what} of ${inline('request', args)} is no parameter: it is sent as the file has it. Such values are kept ${times(args.count)}.`,
    hint: (args) =>
      `"inputs": { "TOOL.${args.place}": "input" } in voice.config.json opens it for one tool; its calls then ask first.`,
    check(facts, report) {
      const found = new Map<string, { item: ItemFacts; place: string; count: number }>()
      for (const [item, { kept }] of effectsOf(facts)) {
        for (const { kind, place } of kept) {
          const what = KINDS[kind]
          const known = what && found.get(what)
          if (known) known.count++
          else if (what) found.set(what, { item, place: nameOf(place), count: 1 })
        }
      }
      for (const [what, { item, place, count }] of found)
        report(item.requestPath, { name: item.name, what, place, count })
    },
  },
  {
    code: 'read-that-writes',
    severity: { agent: 'warning', generated: 'warning' },
    why: 'A request that is named like a read and changes something misleads people and agents; its calls ask first, whatever it is called.',
    bad: '{ "name": "Search users", "request": { "method": "POST", "body": { "mode": "graphql", "graphql": { "query": "mutation { deleteUsers }" } } } }',
    good: '{ "name": "Delete users", "request": { "method": "POST", "body": { "mode": "graphql", "graphql": { "query": "mutation { deleteUsers }" } } } }',
    message: (args) =>
      `${label('Request', args)} is named like a read, but its ${args.what} may change something; its calls ask first.`,
    check(facts, report) {
      for (const [{ name, requestPath }, { writing, open }] of effectsOf(facts)) {
        const [value] = [...writing, ...open]
        if (value && (beginsReading(name) || isSearch(name, '')))
          report(requestPath, { name, what: KINDS[value.kind] ?? `value "${value.name}"` })
      }
    },
  },
]

/** What the call of each request can do. */
function effectsOf(facts: Facts): [ItemFacts, Effect][] {
  const variables = [...parseVariables(facts.collection.variable), ...facts.given]
  const values = new Map(
    variables.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, asText(value) ?? '']),
  )
  const context: EffectContext = {
    isFilled: (name) => (values.get(name) ?? '') !== '',
    isParameter: () => false,
    ownValue: (name) => values.get(name) || undefined,
    modeOf: () => undefined,
    listOf: () => undefined,
  }
  return facts.items.map((item) => [
    item,
    effectOf(item.name, parseRequest(item.request, { auth: undefined, profile: {} }), context),
  ])
}

const nameOf = (place: ValuePlace): string =>
  place.in === 'body' ? ['body', ...place.path].join('.') : place.key
