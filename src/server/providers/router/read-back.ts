import { isIdName } from '../../../toolkit/meaning/id-names.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { brief, cut, fieldsOf, idOf, labelOf, outlineOf, speakable } from './labels.js'
import type { RouterPack } from './language/pack.js'
import { nounOf } from './nouns.js'
import type { CallResult } from './results.js'
import { errorWords, isObject, itemsOf, thingOf, wasDeclined } from './results.js'
import { capitalize, say } from './say.js'

const listed = 5
const fieldLimit = 6

/** Tells the outcome of a call in a sentence or a short list. */
export function readBack(
  result: CallResult,
  { catalog, pack }: { catalog: Catalog; pack: RouterPack },
): string {
  const tool = catalog.find(result.tool)
  const noun = nounOf(tool, { name: result.tool, catalog, pack })
  if (result.isError) return readError(result, { tool, noun: noun.one, pack })
  const writes = tool !== undefined && isWrite(tool, catalog)
  const text = writes
    ? readWrite(result, { tool, noun: noun.one, catalog, pack })
    : readContent(result.content, { noun, pack })
  return [text, ...notes(result, pack)].join(' ')
}

function notes({ truncated, hasNext }: CallResult, pack: RouterPack): string[] {
  if (truncated) return [say(pack.sentences.partial, { kept: truncated.kept, total: truncated.total })]
  return hasNext ? [pack.sentences.next] : []
}

function isWrite(tool: ModelTool, catalog: Catalog): boolean {
  if (tool.definition) return !tool.definition.annotations.readOnlyHint
  return catalog.facts(tool).actions.some((action) => !['list', 'get', 'find'].includes(action))
}

/** "Done, invoice 4 deleted."; where the title says what was done in words of its own: "Done: skip to next." */
function readWrite(
  result: CallResult,
  { tool, noun, catalog, pack }: { tool: ModelTool; noun: string; catalog: Catalog; pack: RouterPack },
): string {
  const title = tool.definition?.title.trim() ?? ''
  const isPhrase = /\s/.test(title) && catalog.lexicon.actionsIn(title.toLowerCase()).length === 0
  if (!isPhrase) return readDone(result, { noun, what: doneWord(tool, { catalog, pack }), pack })
  const thing = thingOf(result.content)
  const fields = thing ? fieldsOf(thing, { pack, limit: 4 }) : ''
  const done = say(pack.sentences.doneTitle, { title: title.toLowerCase() })
  return fields === '' ? done : `${done} ${capitalize(fields)}.`
}

function doneWord(tool: ModelTool, { catalog, pack }: { catalog: Catalog; pack: RouterPack }): string {
  const action = catalog.facts(tool).actions[0]
  if (action === undefined || action === 'list' || action === 'get' || action === 'find')
    return pack.done.other
  return pack.done[action]
}

function readDone(
  { content, input }: CallResult,
  { noun, what, pack }: { noun: string; what: string; pack: RouterPack },
): string {
  const thing = thingOf(content)
  const known = thing && (labelOf(thing) ?? idOf(thing))
  const id = known ?? firstId(input)
  const named = id === undefined ? noun : `${noun} ${id}`
  const fields = thing ? fieldsOf(withoutValue(thing, id), { pack, limit: 4 }) : ''
  return fields === ''
    ? say(pack.sentences.done, { thing: named, what })
    : say(pack.sentences.doneOne, { thing: named, what, fields })
}

/** The fields beside the one that was said already. */
function withoutValue(thing: JsonObject, said: string | number | undefined): JsonObject {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== said))
}

function firstId(input: JsonObject): string | undefined {
  const entry = Object.entries(input).find(([name, value]) => /id$/i.test(name) && typeof value !== 'object')
  return entry === undefined ? undefined : String(entry[1])
}

function readContent(
  content: JsonValue,
  { noun, pack }: { noun: { one: string; many: string }; pack: RouterPack },
): string {
  const { sentences } = pack
  const list = itemsOf(content)
  if (list) return readList(list, { noun, pack })
  const thing = thingOf(content)
  if (thing)
    return say(sentences.one, {
      thing: capitalize(noun.one),
      fields: fieldsOf(thing, { pack, limit: fieldLimit }) || outlineOf(thing, pack),
    })
  const text = speakable(content, pack)
  return text
    ? say(sentences.answer, { text: cut(text, 400) })
    : say(sentences.foundNone, { things: noun.many })
}

function readList(
  { items, total }: { items: JsonValue[]; total?: number },
  { noun, pack }: { noun: { one: string; many: string }; pack: RouterPack },
): string {
  const { sentences } = pack
  if (items.length === 0) return say(sentences.foundNone, { things: noun.many })
  const count = total ?? items.length
  const shown = items.slice(0, listed).map((item) => brief(item, pack))
  const list = shown.join(', ')
  const rest = count - shown.length
  const text = rest > 0 ? say(sentences.more, { list, count: rest }) : list
  return count === 1
    ? say(sentences.foundOne, { thing: noun.one, list: text })
    : say(sentences.found, { count, things: noun.many, list: text })
}

function readError(
  result: CallResult,
  { tool, noun, pack }: { tool: ModelTool | undefined; noun: string; pack: RouterPack },
): string {
  const { sentences } = pack
  const detail = sentence(errorWords(result.content))
  const byReason: Record<string, string> = {
    timeout: sentences.tooSlow,
    unreachable: sentences.unreachable,
    'missing-setting': say(sentences.setting, { detail }),
    'invalid-input': say(sentences.notAccepted, { detail }),
  }
  const known = wasDeclined(result) ? sentences.refused : byReason[result.reason ?? '']
  if (known !== undefined) return known.trim()
  const { status = 0 } = result
  if (isMockMiss(result.content)) return say(sentences.noExample, { detail }).trim()
  if (status === 404 || status === 410)
    return namesRecord(result, tool)
      ? say(sentences.notFound, { thing: noun })
      : say(sentences.noAddress, { detail }).trim()
  if (status === 401 || status === 403) return sentences.notAllowed
  if (status === 429) return sentences.busy
  if (status >= 500) return sentences.broken
  if (status >= 400) return say(sentences.notAccepted, { detail }).trim()
  return say(sentences.failed, { detail }).trim()
}

/** Whether a call said which record it is about: only then does a 404 tell that there is none. */
function namesRecord({ input }: CallResult, tool: ModelTool | undefined): boolean {
  const inPath = tool?.definition?.bindings.flatMap((one) => (one.in === 'path' ? [one.parameter] : [])) ?? []
  const hasDefault = inPath.some((name) => tool?.parameters.properties?.[name]?.default !== undefined)
  return hasDefault || Object.keys(input).some((name) => inPath.includes(name) || isIdName(name))
}

/** The 404 of `voice mock` for a request that no saved example answers. */
function isMockMiss(content: JsonValue): boolean {
  return isObject(content) && content.error === 'no-matching-example'
}

function sentence(text: string): string {
  const line = cut(text, 200)
  return line === '' || /[.!?]$/.test(line) ? line : `${line}.`
}
