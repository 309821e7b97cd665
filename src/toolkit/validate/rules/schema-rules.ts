import type { Args } from '../raw-diagnostic.js'
import type { RuleCheck } from '../rule.js'
import { convert, fixMissing, fixName, isConvertible, isFixableName, isHarmlessName } from './fixes.js'

/**
 * The messages for violations of the collection schema. These rules have no `check`, because the schema walk finds the
 * violations.
 */
export const schemaRules: RuleCheck[] = [
  {
    code: 'request-missing',
    message: (args) =>
      `${args.name ? `"${args.name}"` : 'This item'} is neither a request nor a folder: it has no "request" and no "item".`,
    hint: didYouMean,
    fixable: ({ meant }) => meant !== undefined,
    fix: fixName,
  },
  {
    code: 'request-and-folder',
    message: () => 'This item has both "request" and "item"; it must be a request or a folder.',
  },
  {
    code: 'member-missing',
    message: (args) => `${incompleteObject(args)} has no ${names(args)}${insteadOf(args)}.`,
    hint: didYouMean,
    fixable: isFixableName,
    fix: fixMissing,
  },
  {
    code: 'wrong-type',
    message: (args) => `${subject(args)} must be ${typeNames(args.expected)}, found ${foundType(args)}.`,
    fixable: isConvertible,
    fix: convert,
  },
  {
    code: 'wrong-value',
    message: (args) => `${subject(args)} must be ${alternatives(args.expected)}, found ${args.found}.`,
    hint: didYouMean,
  },
  {
    code: 'too-small',
    message: (args) => `${subject(args)} must be at least ${args.minimum}, found ${args.found}.`,
  },
  {
    code: 'too-long',
    message: (args) => `${subject(args)} must have at most ${args.maximum} characters, found ${args.found}.`,
  },
  {
    code: 'unknown-key',
    message: (args) => `${ownerName(args)} has no member "${args.found}"; it is ignored.`,
    hint: didYouMean,
    fixable: isHarmlessName,
    fix: fixName,
  },
]

const OWNERS: Record<string, string> = {
  collection: 'The collection',
  info: '"info"',
  item: 'The item',
  folder: 'The folder',
  request: 'The request',
  url: 'The URL',
  body: 'The body',
  response: 'The example',
  header: 'The header',
  cookie: 'The cookie',
  auth: 'The auth',
  event: 'The event',
  variable: 'The variable',
  'voice-config': 'The configuration',
}

function ownerName(args: Args): string {
  return OWNERS[String(args.owner)] ?? `The ${args.owner}`
}

/**
 * How a message names an object that lacks a member. It uses the key of the object, or the kind of the object if the
 * key only repeats the kind (`url`).
 */
function incompleteObject(args: Args): string {
  const { key, owner } = args
  return typeof key === 'string' && key !== owner ? `"${key}"` : ownerName(args)
}

/** The part of a message that names the misspelt key of a missing member: `, but "shema"`. */
function insteadOf({ written }: Args): string {
  return written === undefined ? '' : `, but "${written}"`
}

function didYouMean(args: Args): string | undefined {
  return args.meant ? `did you mean "${args.meant}"?` : undefined
}

function names(args: Args): string {
  return list(args.names)
    .map((name) => `"${name}"`)
    .join(' or ')
}

/** How a message names the member or list entry with the problem. */
function subject({ key }: Args): string {
  if (typeof key === 'string') return `"${key}"`
  return typeof key === 'number' ? `Entry ${key + 1} of this list` : 'The document'
}

const TYPE_NAMES: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
}

function foundType({ expected, found }: Args): string {
  if (found === 'number' && list(expected).includes('integer')) return 'a fraction'
  return found === 'integer' ? 'a number' : (TYPE_NAMES[String(found)] ?? String(found))
}

function alternatives(expected: Args[string]): string {
  const all = list(expected)
  return all.length > 1 ? `one of ${all.join(', ')}` : String(all[0])
}

function typeNames(types: Args[string]): string {
  const all = list(types).map((type) => TYPE_NAMES[type] ?? type)
  return all.length > 1 ? `${all.slice(0, -1).join(', ')} or ${all.at(-1)}` : (all[0] ?? 'something else')
}

function list(value: Args[string]): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : []
}
