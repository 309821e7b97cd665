import { beginningOf } from '../../../toolkit/meaning/words.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { idOf, labelOf } from './labels.js'
import { nounOf } from './nouns.js'
import type { CallResult } from './results.js'
import { isObject, itemsOf, thingOf } from './results.js'
import type { Conversation, Listening } from './situation.js'

/** A thing an earlier answer brought. */
interface Known {
  noun: string
  id: string | number
  label?: string
}

/**
 * Puts things in the place of words that point at them: "delete the second one", "rename it", "what about Rex?" become "delete
 * invoice 2", "rename invoice 2"... All that follows then only has to understand the plain form.
 */
export function resolveReferences(
  text: string,
  { conversation, ...listening }: Listening & { conversation: Conversation },
): string {
  const lists = conversation.results.map((result) => knownThings(result, listening))
  const named = replaceNames(text, { things: lists.flat(), ...listening })
  const placed = replacePlaces(named, {
    list: lists.find((list) => list.length > 1) ?? lists[0] ?? [],
    ...listening,
  })
  return beginningOf(replacePronouns(placed, { thing: lastThing(conversation, listening), ...listening }))
}

function knownThings(result: CallResult, listening: Listening): Known[] {
  if (result.isError) return []
  const noun = resultNoun(result.tool, listening)
  const items = itemsOf(result.content)?.items ?? [thingOf(result.content) ?? null]
  return items.flatMap((item) => known(item, noun))
}

function known(item: JsonValue, noun: string): Known[] {
  if (!isObject(item)) return isPlainId(item) ? [{ noun, id: item }] : []
  const id = idOf(item, noun.split(' '))
  const label = labelOf(item)
  return isPlainId(id) ? [{ noun, id, ...(label !== undefined && { label }) }] : []
}

/** What an API calls an id becomes part of the speaker's sentence, so it must not be a sentence itself. */
function isPlainId(id: JsonValue | undefined): id is string | number {
  return typeof id === 'number' || (typeof id === 'string' && /^[\p{L}\p{N}._:@/-]{1,128}$/u.test(id))
}

function resultNoun(name: string, { catalog, pack }: Listening): string {
  return nounOf(catalog.find(name), { name, catalog, pack }).one
}

function replaceNames(text: string, { things, catalog, pack }: Listening & { things: Known[] }): string {
  let resolved = text
  for (const thing of things) {
    const label = thing.label?.trim()
    if (!label || label.length < 2 || catalog.lexicon.isStopWord(label.toLowerCase())) continue
    // Most things of a list are not spoken of: looking is cheaper than a pattern for each.
    if (!resolved.toLowerCase().includes(label.toLowerCase())) continue
    const pattern = `(?<![\\p{L}\\p{N}"'])${escapeRegExp(label)}(?:['’]s)?(?![\\p{L}\\p{N}"'])`
    const found = new RegExp(pattern, 'iu').exec(resolved)
    if (!found) continue
    const head = resolved.slice(0, found.index).trimEnd()
    const before = head.split(/[^\p{L}]+/u).at(-1)!
    if (givesName(before.toLowerCase(), { catalog, pack })) continue
    const repeats = before !== '' && before.toLowerCase() === thing.noun.split(' ').at(-1)
    const start = repeats ? head.length - before.length : found.index
    resolved = resolved.slice(0, start) + plain(thing) + resolved.slice(found.index + found[0].length)
  }
  return resolved
}

/** After these words a name is given, not used: "called Rex", "to Rex". */
function givesName(word: string, { catalog, pack }: Pick<Listening, 'catalog' | 'pack'>): boolean {
  return catalog.lexicon.language.naming.has(word) || pack.renaming.has(word) || word === 'is'
}

function replacePlaces(text: string, { list, pack }: Listening & { list: Known[] }): string {
  const words = Object.keys(pack.ordinals).join('|')
  const nouns = [...new Set(list.map((thing) => escapeRegExp(thing.noun)))]
  const after = [...pack.placeholders, ...nouns].join('|')
  const pattern = new RegExp(
    `(?:${pack.articles.join('|')})?\\s*\\b(?<place>${words})(?:\\s+(?:${after}))?(?=\\s*(?:[.,;!?]|$|\\s\\p{L}))`,
    'iu',
  )
  return text.replace(pattern, (match, place: string) => {
    const at = pack.ordinals[place.toLowerCase()]!
    const thing = list.at(at > 0 ? at - 1 : at)
    return thing ? ` ${plain(thing)}` : match
  })
}

function replacePronouns(text: string, { thing, pack }: Listening & { thing: Known | undefined }): string {
  if (!thing) return text
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pack.pronouns.join('|')})(?![\\p{L}\\p{N}'’])`, 'iu')
  return text.replace(pattern, plain(thing))
}

/** The thing spoken of last: the only one of the last answer, else the one the last call was made with. */
function lastThing(conversation: Conversation, listening: Listening): Known | undefined {
  const [result] = conversation.results
  if (!result) return undefined
  const things = knownThings(result, listening)
  return things.length === 1 ? things[0] : fromInput(result, listening)
}

function fromInput(result: CallResult, { catalog, pack }: Listening): Known | undefined {
  const tool = catalog.find(result.tool)
  if (!tool) return undefined
  for (const slot of catalog.slots(tool)) {
    const id = slot.thing && valueAt(result.input, slot.route)
    if (!slot.thing || !isPlainId(id)) continue
    return { noun: [...slot.thing.slice(0, -1), pack.singular(slot.thing.at(-1)!)].join(' '), id }
  }
  return undefined
}

function valueAt(input: JsonObject, route: string[]): JsonValue | undefined {
  let at: JsonValue | undefined = input
  for (const step of route) at = isObject(at) ? at[step] : undefined
  return at
}

/** "invoice 7"; an id that does not look like one is quoted, so that it is not taken for words. */
function plain({ noun, id }: Known): string {
  return /^[\w-]*\d[\w-]*$/.test(String(id)) ? `${noun} ${id}` : `${noun} "${id}"`
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
