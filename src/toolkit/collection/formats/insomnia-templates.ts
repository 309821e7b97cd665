import type { JsonObject } from '../../model/json.js'
import { eventOf } from './part.js'

/** A tag `{% … %}` of a template of Nunjucks. The quantifiers are bounded, so that a text with many `{%` is read fast. */
const TAG = /\{% *([\w-]{1,40}) ?((?:[^%]|%(?!\})){0,2000})%\}/g
const ARGUMENT = /'([^']*)'|"([^"]*)"|([\w.$-]+)/g
const VARIABLE = /\{\{ {0,9}([^{}]{1,200})\}\}/g

/** The dynamic variables of Postman for tags that make values. */
const MADE: Readonly<Record<string, string>> = { uuid: '$guid', timestamp: '$timestamp' }

/** Turns the templates of Insomnia into variables: `{{ _.a.b | upper }}` becomes `{{a.b}}`. */
export class InsomniaTemplates {
  /** The values of responses that other requests use, by the id of the request: the expression of each name. */
  readonly #captures = new Map<string, Map<string, string>>()
  readonly #names = new Set<string>()

  constructor(readonly leftOut: (what: string) => void) {}

  rewrite(text: string): string {
    if (!text.includes('{')) return text
    return text
      .replace(TAG, (_, tag: string, rest: string) => `{{${this.#nameOf(tag, argumentsOf(rest))}}}`)
      .replace(VARIABLE, (_, expression: string) => `{{${variableOf(expression)}}}`)
  }

  /** Whether the value of a variable is a value of a response. If it is, the variable gets this value. */
  keeps(name: string, value: string): boolean {
    const [whole, tag, rest = ''] = new RegExp(TAG.source).exec(value.trim()) ?? []
    if (tag !== 'response' || whole !== value.trim()) return false
    return this.#capture(argumentsOf(rest), name) !== undefined
  }

  /** Adds scripts that keep the values. `events` has the scripts of each request by its id. */
  addCaptures(events: ReadonlyMap<string, JsonObject[]>): void {
    for (const [id, captures] of this.#captures) {
      const lines = [...captures].map(
        ([name, expression]) => `pm.environment.set(${JSON.stringify(name)}, ${expression});`,
      )
      events.get(id)?.push(...eventOf('test', lines.join('\n')))
    }
  }

  #nameOf(tag: string, given: string[]): string {
    const own = MADE[tag]
    if (own) return own
    if (tag === 'now') return given[0] === 'unix' || given[0] === 'millis' ? '$timestamp' : '$isoTimestamp'
    const captured = tag === 'response' ? this.#capture(given) : undefined
    if (captured) return captured
    if (tag !== 'prompt') this.leftOut(`the template tag "${tag}"`)
    return (tag === 'prompt' && given[0]?.toLowerCase().replace(/[^a-z0-9]+/g, '_')) || tag
  }

  #capture([part, id, path]: string[], wanted?: string): string | undefined {
    if (id === undefined) return undefined
    const steps = stepsOf(decoded(path ?? ''))
    const expression =
      part === 'header'
        ? `pm.response.headers.get(${JSON.stringify(steps.at(-1) ?? '')})`
        : `pm.response.json()${steps.map(member).join('')}`
    const captures = this.#captures.get(id) ?? new Map<string, string>()
    this.#captures.set(id, captures)
    const known = [...captures].find(([, one]) => one === expression)?.[0]
    if (known !== undefined && wanted === undefined) return known
    const name = wanted ?? this.#free(steps.findLast((step) => !/^\d+$/.test(step)) ?? 'response')
    captures.set(name, expression)
    return name
  }

  #free(name: string): string {
    let free = name
    for (let count = 2; this.#names.has(free); count++) free = `${name}_${count}`
    this.#names.add(free)
    return free
  }
}

const member = (step: string) =>
  /^\d+$/.test(step) ? `[${step}]` : /^\w+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`

const argumentsOf = (text: string) =>
  Array.from(text.matchAll(ARGUMENT), ([, single, double, bare]) => single ?? double ?? bare ?? '')

/** Insomnia writes an argument with special characters in base64: `b64::JC50b2tlbg==::46b`. */
function decoded(text: string): string {
  const [, coded] = /^b64::(.*)::46b$/.exec(text) ?? []
  return coded === undefined ? text : Buffer.from(coded, 'base64').toString('utf8')
}

/** The steps of a JSONPath such as `$.data[0].token`. */
const stepsOf = (path: string) => path.replace(/^\$/, '').match(/[\w-]+/g) ?? []

/** The variable of an expression: `_.a['x-y'][0] | upper` is the variable `a.x-y.0`. */
function variableOf(expression: string): string {
  const [plain = ''] = expression.split('|')
  return plain
    .trim()
    .replace(/^_\.?/, '')
    .replace(/\[["']?([^\]["']{0,200})["']?\]/g, '.$1')
    .replace(/^\./, '')
}
