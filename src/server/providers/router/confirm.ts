import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import { trimEndOf } from '../../../text/trim.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { extremeOf } from './extremes.js'
import type { AskedFor } from './labels.js'
import { brief, cut, fieldsOf, idOf, isSayable, labelOf, outlineOf, speakable } from './labels.js'
import type { Noun } from './nouns.js'
import { nounOf } from './nouns.js'
import { capitalize, listing, say } from './render.js'
import type { CallResult } from './results.js'
import { errorWords, isObject, itemsOf, thingOf, wasDeclined } from './results.js'

const listed = 5
const fieldLimit = 4

/** Tells the outcome of a call in a sentence or a short list. */
export function confirm(
  result: CallResult,
  { catalog, language, text }: { catalog: Catalog; language: Language; text: string },
): string {
  const tool = catalog.find(result.tool)
  const asked = askedFor(text, catalog)
  const noun = nounOf(tool, { name: result.tool, catalog, language })
  if (result.isError) return readError(result, { tool, noun: noun.one, language })
  const writes = tool !== undefined && isWrite(tool, catalog)
  const told = writes
    ? readWrite(result, { tool, noun: noun.one, catalog, language, asked })
    : readContent(result.content, {
        noun,
        language,
        asked,
        text,
        isWhole: !result.truncated && !result.hasNext,
      })
  return [told, ...notes(result, language)].join(' ')
}

function notes({ truncated, hasNext, unplaced = [] }: CallResult, language: Language): string[] {
  const unused =
    unplaced.length > 0
      ? [say(language.sentences.notUsed, { list: listing(unplaced, language.sentences.or) })]
      : []
  return [...unused, ...partNotes({ truncated, hasNext }, language)]
}

function partNotes(
  { truncated, hasNext }: Pick<CallResult, 'hasNext'> & { truncated: CallResult['truncated'] },
  language: Language,
): string[] {
  if (truncated) return [say(language.sentences.partial, { kept: truncated.kept, total: truncated.total })]
  return hasNext ? [language.sentences.next] : []
}

/** A field is asked for by all words of its name. */
function askedFor(text: string, { lexicon }: Catalog): AskedFor {
  const said = new Set(cutWords(text).flatMap((word) => [lexicon.stem(word), ...lexicon.translate(word)]))
  return (name) => cutWords(name).every((word) => said.has(lexicon.stem(word)))
}

function isWrite(tool: ModelTool, catalog: Catalog): boolean {
  const [action = 'list'] = catalog.facts(tool).actions
  if (tool.definition) return !tool.definition.annotations.readOnlyHint && !/^(list|get|find)$/.test(action)
  return catalog.facts(tool).actions.some((action) => !['list', 'get', 'find'].includes(action))
}

/** "Done, invoice 4 deleted."; where the title says what was done in words of its own: "Done: skip to next." */
function readWrite(
  result: CallResult,
  {
    tool,
    noun,
    catalog,
    language,
    asked,
  }: { tool: ModelTool; noun: string; catalog: Catalog; language: Language; asked: AskedFor },
): string {
  const title = tool.definition?.title.trim() ?? ''
  const isPhrase = /\s/.test(title) && catalog.lexicon.actionsIn(title.toLowerCase()).length === 0
  if (!isPhrase)
    return readDone(result, { noun, what: doneWord(tool, { catalog, language }), language, asked })
  const thing = thingOf(result.content)
  const fields = thing ? fieldsOf(thing, { language, limit: fieldLimit, asked }) : ''
  const done = say(language.sentences.doneTitle, { title: title.toLowerCase() })
  return fields === '' ? done : `${done} ${capitalize(fields)}.`
}

function doneWord(tool: ModelTool, { catalog, language }: { catalog: Catalog; language: Language }): string {
  const action = catalog.facts(tool).actions[0]
  if (action === undefined || action === 'list' || action === 'get' || action === 'find')
    return language.done.other
  return language.done[action]
}

function readDone(
  { content, input }: CallResult,
  { noun, what, language, asked }: { noun: string; what: string; language: Language; asked: AskedFor },
): string {
  const thing = thingOf(content)
  const known = thing && labelOf(thing)
  const id = [known, firstId(input), thing && idOf(thing)].find((one) => one !== undefined && isSayable(one))
  const named = id === undefined ? noun : `${noun} ${id}`
  const fields =
    thing && what !== language.done.delete
      ? fieldsOf(withoutValue(thing, id), { language, limit: fieldLimit, asked })
      : ''
  return fields === ''
    ? say(language.sentences.done, { thing: named, what })
    : say(language.sentences.doneOne, { thing: named, what, fields })
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
  {
    noun,
    language,
    asked,
    text: said,
    isWhole,
  }: { noun: Noun; language: Language; asked: AskedFor; text: string; isWhole: boolean },
): string {
  const { sentences } = language
  const list = itemsOf(content)
  if (list) {
    const best = isWhole && extremeOf(list.items, { language, asked, text: said })
    const item = best && brief(best.item, { language, asked: (name) => name === best.field })
    if (item) return say(sentences.extreme, { count: list.items.length, things: noun.many, item })
    return readList(list, { noun, language, asked })
  }
  const thing = thingOf(content)
  if (thing)
    return say(sentences.one, {
      thing: capitalize(noun.one),
      fields: fieldsOf(thing, { language, limit: fieldLimit, asked }) || outlineOf(thing, language),
    })
  const text = speakable(content, language)
  return text
    ? say(sentences.answer, { text: cut(text, 400) })
    : say(sentences.foundNone, { things: noun.many })
}

function readList(
  { items, total }: { items: JsonValue[]; total?: number },
  { noun, language, asked }: { noun: Noun; language: Language; asked: AskedFor },
): string {
  const { sentences } = language
  if (items.length === 0) return say(sentences.foundNone, { things: noun.many })
  const count = total ?? items.length
  const shown = items.slice(0, listed).map((item) => brief(item, { language, asked }))
  const list = shown.join(', ')
  const rest = count - shown.length
  const text = rest > 0 ? say(sentences.more, { list, count: rest }) : list
  return count === 1
    ? say(sentences.foundOne, { thing: noun.one, list: text })
    : say(sentences.found, { count, things: noun.many, list: text })
}

/** Words of an error that only a program can use: `"body.user.name" is required`. */
const namesField = /"[\w-]+(\.[\w:-]+)+"/

function readError(
  result: CallResult,
  { tool, noun, language }: { tool: ModelTool | undefined; noun: string; language: Language },
): string {
  const { sentences } = language
  const detail = sentence(errorWords(result.content))
  const byReason: Record<string, string> = {
    timeout: sentences.tooSlow,
    unreachable: sentences.unreachable,
    'missing-setting': say(sentences.setting, { detail: settingsIn(detail, language) }),
    'invalid-input': say(sentences.notAccepted, { detail: namesField.test(detail) ? '' : detail }),
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

/** The names of missing settings, without how an operator gives them. */
function settingsIn(detail: string, language: Language): string {
  const [head = ''] = detail.split(/ ha(?:s|ve) no value/)
  const names = [...head.matchAll(/"([^"]+)"/g)].map((match) => match[1]!)
  return names.length > 0 ? listing(names, language.sentences.or) : trimEndOf(detail, '.')
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
