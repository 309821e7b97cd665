import type { JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'

/**
 * Maximum nesting of a schema that the grammar describes. Deeper values may be any JSON: small models write wrong
 * values there even with a grammar.
 */
const MAX_DEPTH = 8
/**
 * Maximum number of repetitions in a grammar, because the engine expands each of them. If a schema allows a longer text
 * or list, the grammar does not limit it. Only the maximum tokens of the whole input then apply.
 */
const MAX_REPEATS = 20

/**
 * Grammar rules for values of all types. Spaces are allowed only where models usually write them. Otherwise, a model
 * could write spaces without end.
 */
const VALUES = [
  'text ::= "\\"" character* "\\""',
  String.raw`character ::= [^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})`,
  'integer ::= "-"? ("0" | [1-9] [0-9]{0,14})',
  'number ::= integer ("." [0-9]{1,9})? ([eE] [-+]? [0-9]{1,2})?',
  'boolean ::= "true" | "false"',
  `list0 ::= "[]" | "[" scalar (", " scalar)* "]"`,
  `object0 ::= "{}" | "{" text ": " scalar (", " text ": " scalar)* "}"`,
  'scalar ::= text | number | boolean | "null"',
  `list ::= "[]" | "[" any (", " any)* "]"`,
  `object ::= "{}" | "{" text ": " any (", " text ": " any)* "}"`,
  'any ::= scalar | list0 | object0',
]

/**
 * A grammar for the arguments of one tool: JSON that is valid for the tool's schema, with members in the order of the
 * schema. The notation: https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md
 */
export function inputGrammar(tool: ModelTool): string {
  const rules = new Rules()
  return rules.grammar(rules.valueOf({ type: 'object', ...tool.parameters }, 0))
}

/** A grammar for an answer in words. Small models tend to write tool calls or code, so the grammar allows neither. */
export const WORDS_GRAMMAR = 'root ::= [^{}<>|\\x60 \\n\\t] [^{}\\x60]*'

class Rules {
  readonly #rules: string[] = []

  grammar(root: string): string {
    return [`root ::= ${root}`, ...this.#rules, ...VALUES].join('\n')
  }

  valueOf(schema: JsonSchema, depth: number): string {
    if (schema.const !== undefined) return literal(JSON.stringify(schema.const))
    if (schema.enum && schema.enum.length > 0) return this.#oneOf(schema.enum.map(asLiteral))
    if (schema.anyOf && schema.anyOf.length > 0)
      return this.#oneOf(schema.anyOf.map((one) => this.valueOf(one, depth + 1)))
    const types = [schema.type ?? (schema.properties ? 'object' : schema.items ? 'array' : [])].flat()
    if (types.length === 0 || depth > MAX_DEPTH) return 'any'
    return this.#oneOf(types.map((type) => this.#typed(type, { schema, depth })))
  }

  #typed(type: string, { schema, depth }: { schema: JsonSchema; depth: number }): string {
    switch (type) {
      case 'string':
        return textOf(schema)
      case 'integer':
      case 'number':
      case 'boolean':
        return type
      case 'null':
        return '"null"'
      case 'array':
        return schema.items ? this.#list(schema, depth) : 'list'
      case 'object':
        return schema.properties && Object.keys(schema.properties).length > 0
          ? this.#object(schema, depth)
          : schema.additionalProperties === false || depth === 0
            ? '"{}"'
            : 'object'
      default:
        return 'any'
    }
  }

  #list({ items = {}, maxItems }: JsonSchema, depth: number): string {
    const item = this.valueOf(items, depth + 1)
    return this.#rule(`"[]" | "[" ${item} (", " ${item})${repeats(0, (maxItems ?? Infinity) - 1)} "]"`)
  }

  /** The rules for the members of an object, in the order of the schema. */
  #object({ properties = {}, required = [] }: JsonSchema, depth: number): string {
    const members = Object.entries(properties).map(([name, schema]) => ({
      isRequired: required.includes(name),
      rule: this.#rule(`${literal(`${JSON.stringify(name)}: `)} ${this.valueOf(schema, depth + 1)}`),
    }))
    // The loop goes from the last member to the first. Both rules match the rest of the object. `following` is used
    // after a member, so a comma comes before the next member. `beginning` is used if no member comes before the rest.
    let following = '"}"'
    let beginning = '"}"'
    for (const { isRequired, rule } of members.toReversed()) {
      const rest = following
      following = this.#rule(isRequired ? `", " ${rule} ${rest}` : `", " ${rule} ${rest} | ${rest}`)
      beginning = this.#rule(isRequired ? `${rule} ${rest}` : `${rule} ${rest} | ${beginning}`)
    }
    return this.#rule(`"{" ${beginning}`)
  }

  #oneOf(choices: string[]): string {
    return choices.length === 1 ? choices[0]! : this.#rule(choices.join(' | '))
  }

  #rule(body: string): string {
    const name = `r${this.#rules.length}`
    this.#rules.push(`${name} ::= ${body}`)
    return name
  }
}

const asLiteral = (value: JsonValue) => literal(JSON.stringify(value))

const FORMATS: Readonly<Record<string, string>> = {
  date: String.raw`"\"" [0-9]{4} "-" [0-9]{2} "-" [0-9]{2} "\""`,
}

function textOf({ format, minLength = 0, maxLength = Infinity }: JsonSchema): string {
  const known = format === undefined ? undefined : FORMATS[format]
  if (known) return `(${known})`
  return `("\\"" character${repeats(minLength, maxLength)} "\\"")`
}

/** The repetition operator, such as `{1,20}`. A limit above `MAX_REPEATS` is left out. */
function repeats(least: number, most: number): string {
  const from = Math.min(Math.max(0, least), MAX_REPEATS)
  if (most <= MAX_REPEATS) return `{${from},${Math.max(from, most)}}`
  return from === 0 ? '*' : `{${from},}`
}

function literal(text: string): string {
  const escaped = text
    .replace(/[\\"]/g, '\\$&')
    .replace(/\n/g, '\\n')
    .replace(/\r/g, '\\r')
    .replace(/\t/g, '\\t')
    // This pattern omits the other control characters: biome forbids them in patterns, and `JSON.stringify` has escaped
    // them already.
    .replace(/[\u007f-\u009f\u2028\u2029]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `"${escaped}"`
}
