import type { JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { accepts } from './kinds.js'
import type { Slot } from './slots.js'
import { standsAt, type Token } from './token.js'
import { type Reading, tokenize } from './tokens.js'
import { endingActions } from './verbs.js'

/** A field that a sentence empties: "clear the note of shelf 7". */
export interface Emptied {
  /** The sentence as a change of the field: "change the note of shelf 7". */
  text: string
  /** The field among the inputs of a tool. Undefined if the tool changes another field. */
  slotOf(tool: ModelTool): Slot | undefined
}

/**
 * The field that a sentence asks to remove. The field must be in the body of a tool, and no tool may remove records that
 * are called like it: "delete the comment of post 3" then removes a comment.
 */
export function emptiedIn(reading: Reading): Emptied | undefined {
  const { text, catalog } = reading
  const { lexicon } = catalog
  const tokens = tokenize(reading)
  const [verb, ...more] = lexicon.actionSpans(tokens.map(({ lower }) => lower))
  const [changing] = lexicon.language.actions.update
  if (verb?.action !== 'delete' || more.length > 0 || changing === undefined) return undefined
  const isField = (slot: Slot) =>
    slot.route[0] === 'body' &&
    !slot.thing &&
    isObject(lexicon.stems(slot.words), verb.start + verb.length, reading)
  const slotIn = (tool: ModelTool) => catalog.slots(tool).find(isField)
  const slotOf = (tool: ModelTool) => (catalog.facts(tool).actions[0] === 'update' ? slotIn(tool) : undefined)
  const field = catalog.tools.map(slotIn).find((slot) => slot !== undefined)
  if (!field || catalog.tools.some((tool) => removes(tool, lexicon.stems(field.words), catalog)))
    return undefined
  const [first, last] = [tokens[verb.start]!, tokens[verb.start + verb.length - 1]!]
  return { text: text.slice(0, first.start) + changing + text.slice(last.end), slotOf }
}

/** Whether a tool removes records of the kind that a field is called after. */
function removes(tool: ModelTool, field: readonly string[], catalog: Catalog): boolean {
  const { actions, title, target } = catalog.facts(tool)
  return (
    endingActions.has(actions[0]!) && field.every((stem) => title.includes(stem) || target.includes(stem))
  )
}

/** Whether the name of a field is what the verb removes: "clear the due date of task 4", "clear task 4's due date". */
function isObject(name: readonly string[], from: number, reading: Reading): boolean {
  const { text, language, catalog } = reading
  const { prepositions, own } = catalog.lexicon.language
  const tokens = tokenize(reading)
  const isAround = (token: Token) => language.articles.includes(token.lower) || own.has(token.lower)
  const start = tokens.findIndex((token, at) => at >= from && !isAround(token))
  const behind = (at: number) => tokens[at + name.length]
  const isOf = ({ lower }: Token) => prepositions.has(lower) || language.sources.has(lower)
  if (start >= 0 && standsAt(tokens, name, start)) {
    const next = behind(start)
    return next === undefined || tokens[start + name.length - 1]!.pause || isOf(next)
  }
  const at = tokens.findIndex((_, index) => index > start && standsAt(tokens, name, index))
  const before = tokens[at - 1]
  const isOwned = before && /['’]s?\s+$/u.test(text.slice(before.end, tokens[at]!.start))
  return Boolean(isOwned) && (behind(at) === undefined || tokens[at + name.length - 1]!.pause)
}

/** The value of an empty field: null, no text or no items. Undefined if the field must have a value. */
export function emptyValue({ schema, required, choices }: Slot): JsonValue | undefined {
  if (required) return undefined
  if (accepts(schema, 'null')) return null
  const isFree = choices.length === 0 && schema.format === undefined && !schema.minLength
  if (accepts(schema, 'string')) return isFree ? '' : undefined
  return accepts(schema, 'array') && !schema.minItems ? [] : undefined
}
