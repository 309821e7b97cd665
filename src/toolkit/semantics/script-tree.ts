import { createRequire } from 'node:module'
import type { AnyNode, CallExpression, MemberExpression, Pattern } from 'acorn'
import { distinctBy } from '../model/group-by.js'
import { pointerOf } from '../model/json-pointer.js'
import { lazy } from '../model/lazy.js'
import type { Capture } from '../model/tool.js'

export type AnswerPath = Capture['from']

/** Loaded for the first script that is read, because most collections have none. */
const parser = lazy(() => createRequire(import.meta.url)('acorn') as typeof import('acorn'))

/** Limits of a script and of what is followed in it: characters, values of a name, places of a value, steps. */
const [MAX_CODE, MAX_VALUES, MAX_PLACES, MAX_STEPS] = [200_000, 8, 8, 500]

/** A part of an expression: `x.data.token` for the name `token` of `{ data: { token } } = x`. */
interface Assigned {
  value: AnyNode
  steps: readonly string[]
}

const SETTER =
  /^(?:pm\.(?:environment|globals|collectionVariables|variables)\.set|postman\.set(?:Environment|Global)Variable)$/

/** The grammar of Postman's sandbox, which runs a script inside of an async function. */
const GRAMMAR = {
  ecmaVersion: 'latest',
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
} as const

/** The calls and assignments of a script. It is parsed, not run; a script with mistakes has none, as Postman runs none of it. */
export class ScriptTree {
  readonly #code: string
  readonly #calls: CallExpression[] = []
  readonly #names = new Map<string, Assigned[]>()
  readonly #declared = new Map<string, string>()
  /** Names that are declared twice with different values. Only an engine could tell which one counts. */
  readonly #ambiguous = new Set<string>()

  constructor(code: string) {
    this.#code = code.slice(0, MAX_CODE)
    try {
      this.#read(parser().parse(this.#code, GRAMMAR))
    } catch (error) {
      // The parser calls itself for each level of brackets. A script with thousands of levels is not read.
      if (!(error instanceof SyntaxError) && !(error instanceof RangeError)) throw error
    }
  }

  /** The calls that set a variable whose name is a plain text, and the expressions of the values. */
  setters(): { variable: string; value: AnyNode }[] {
    return this.#calls.flatMap(({ callee, arguments: [name, value] }) => {
      const variable = textOf(name)
      return variable && value && SETTER.test(this.#text(callee)) ? [{ variable, value }] : []
    })
  }

  /** What a script says with `expect`: the value, and the code behind the call. */
  expectations(): { value: AnyNode; chain: string }[] {
    return this.#calls.flatMap(({ callee, arguments: [value], end }) =>
      value && /(?:^|\.)expect$/.test(this.#text(callee)) ? [{ value, chain: this.#code.slice(end) }] : [],
    )
  }

  /** Where in a response the value of an expression is, through assigned names; of alternatives (`?:`, `||`, `??`), all. */
  placesOf(value: AnyNode): AnswerPath[] {
    const places = this.#follow(value, [], { left: MAX_STEPS })
    return distinctBy(places, (place) => JSON.stringify(place)).slice(0, MAX_PLACES)
  }

  #read(program: AnyNode): void {
    const waiting: AnyNode[] = [program]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node.type === 'CallExpression') this.#calls.push(node)
      if (node.type === 'VariableDeclarator' && node.init)
        this.#assign(node.id, { value: node.init, steps: [] }, true)
      if (node.type === 'AssignmentExpression' && node.operator === '=')
        this.#assign(node.left, { value: node.right, steps: [] })
      const inner = Object.values(node).flat().filter(isNode)
      for (const one of inner.reverse()) waiting.push(one)
    }
    for (const name of this.#ambiguous) this.#names.delete(name)
  }

  #assign(target: Pattern, { value, steps }: Assigned, declares = false): void {
    const at = (part: Pattern | null, step: string) =>
      part && this.#assign(part, { value, steps: [...steps, step] }, declares)
    if (target.type === 'AssignmentPattern') this.#assign(target.left, { value, steps }, declares)
    if (target.type === 'ArrayPattern')
      for (const [index, part] of target.elements.entries()) at(part, String(index))
    if (target.type === 'ObjectPattern')
      for (const part of target.properties)
        if (part.type === 'Property') at(part.value, nameOf(part.key, part.computed) ?? '')
    if (target.type !== 'Identifier') return
    const written = JSON.stringify([this.#text(value), steps])
    const before = this.#declared.get(target.name)
    if (declares && before !== undefined && before !== written) this.#ambiguous.add(target.name)
    if (declares) this.#declared.set(target.name, written)
    const known = this.#names.get(target.name) ?? []
    if (known.length < MAX_VALUES) this.#names.set(target.name, [...known, { value, steps }])
  }

  #follow(node: AnyNode, steps: readonly string[], left: { left: number }): AnswerPath[] {
    if (left.left-- <= 0) return []
    const follow = (next: AnyNode, more = steps) => this.#follow(next, more, left)
    switch (node.type) {
      case 'ChainExpression':
        return follow(node.expression)
      case 'ConditionalExpression':
        return [...follow(node.consequent), ...follow(node.alternate)]
      case 'LogicalExpression':
        return node.operator === '&&' ? follow(node.right) : [...follow(node.left), ...follow(node.right)]
      case 'TemplateLiteral':
        return node.expressions.length === 1 && node.quasis.every(({ value }) => value.raw === '')
          ? follow(node.expressions[0]!)
          : []
      case 'MemberExpression': {
        const name = stepOf(node)
        return name === undefined ? [] : follow(node.object, [name, ...steps])
      }
      case 'CallExpression':
        return this.#ofCall(node, steps, follow)
      case 'Identifier':
        return this.#ofName(node.name, steps, follow)
      default:
        return []
    }
  }

  #ofName(name: string, steps: readonly string[], follow: Follow): AnswerPath[] {
    if (name === 'responseBody') return [{ in: 'body', pointer: pointerOf(steps) }]
    if (name === 'responseHeaders' && steps.length === 1) return [{ in: 'header', name: steps[0]! }]
    const values = (this.#names.get(name) ?? []).filter(({ value }) => !isPlain(value))
    const places = values.map(({ value, steps: before }) => follow(value, [...before, ...steps]))
    // If one of the values of the name is computed, the value may not come from the response.
    return places.every((found) => found.length > 0) ? places.flat() : []
  }

  #ofCall(
    { callee, arguments: [given] }: CallExpression,
    steps: readonly string[],
    follow: Follow,
  ): AnswerPath[] {
    const name = this.#text(callee)
    if (name === 'pm.response.json' || name === 'pm.response.text')
      return [{ in: 'body', pointer: pointerOf(steps) }]
    if (/^(?:pm\.response\.headers\.(?:get|one)|postman\.getResponseHeader)$/.test(name)) {
      const header = textOf(given)
      return header && /^(?:value)?$/.test(steps.join('.')) ? [{ in: 'header', name: header }] : []
    }
    // They keep the place of a value. The text of a whole body is read once more.
    const isWhole = (place: AnswerPath) => place.in === 'body' && place.pointer === ''
    if (name === 'JSON.parse' && given && follow(given, []).some(isWhole)) return follow(given, steps)
    if (name === 'String' && given) return follow(given, steps)
    const isKeeping = callee.type === 'MemberExpression' && /^(?:toString|trim)$/.test(stepOf(callee) ?? '')
    return isKeeping && !given && callee.type === 'MemberExpression' ? follow(callee.object, steps) : []
  }

  /** The code of an expression without white space and `?.`, in which names are compared. */
  #text({ start, end }: AnyNode): string {
    return this.#code.slice(start, end).replace(/\s+/g, '').replaceAll('?.', '.')
  }
}

type Follow = (node: AnyNode, steps?: readonly string[]) => AnswerPath[]

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && typeof (value as AnyNode).type === 'string'

/** The text of a literal, also in backticks; undefined for any other expression. */
function textOf(node: AnyNode | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.raw
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/** The name of a member: `a` of `.a`, `['a']` and `[0]`; undefined if it is computed. */
function nameOf(key: AnyNode, isComputed: boolean): string | undefined {
  if (!isComputed && key.type === 'Identifier') return key.name
  return key.type === 'Literal' && typeof key.value === 'number' ? String(key.value) : textOf(key)
}

const stepOf = ({ property, computed }: MemberExpression) => nameOf(property, computed)

/** Whether an expression is a plain or empty value, which initializes or clears a variable. */
export function isPlain(node: AnyNode): boolean {
  if (node.type === 'Literal') return true
  if (node.type === 'ObjectExpression') return node.properties.length === 0
  if (node.type === 'ArrayExpression') return node.elements.length === 0
  if (node.type === 'UnaryExpression') return isPlain(node.argument)
  return textOf(node) !== undefined || (node.type === 'Identifier' && node.name === 'undefined')
}
