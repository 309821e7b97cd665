import { cutWords } from '../../../languages/cut-words.js'
import type { Action } from '../../../languages/search-language.js'
import { inputFields } from '../../../text/input-fields.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { readActions } from '../../../toolkit/search/lexicon.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { endingActions } from './contradictions.js'
import { spokenTitle } from './fixed-words.js'
import { fieldsOf, idOf, isSayable, isText, labelOf, shortId } from './labels.js'
import { say } from './render.js'
import type { CallResult } from './results.js'
import { thingOf } from './results.js'
import type { Telling } from './telling.js'
import { spokenFields } from './telling.js'

const fieldLimit = 3

/** Whether a call of a tool changes something. */
export function isWrite(tool: ModelTool, catalog: Catalog): boolean {
  const [action = 'list'] = catalog.facts(tool).actions
  if (tool.definition) return !tool.definition.annotations.readOnlyHint && !readActions.has(action)
  return catalog.facts(tool).actions.some((action) => !readActions.has(action))
}

/**
 * The sentence about a finished write: "Done, invoice 4 is deleted."; only "Done." if the tool's title names no action.
 */
export function tellWrite(
  { content, input }: CallResult,
  { tool, ...telling }: Telling & { tool: ModelTool },
): string {
  const { catalog, language, noun, asked } = telling
  const { sentences } = language
  const [action] = catalog.facts(tool).actions
  const isNamed = noun.one !== sentences.thing && isNamedByVerb(tool, catalog)
  const what = !isNamed || isReading(action) ? undefined : language.done[action]
  const thing = thingOf(content) ?? {}
  const { fields: inputs } = inputFields(input)
  const given = new Set(inputs.map(({ path }) => path.at(-1)))
  const words = new Set(inputs.flatMap(({ value }) => cutWords(String(value))))
  const isGiven = (value: JsonValue | undefined) => cutWords(String(value)).every((word) => words.has(word))
  const [label, own] = [labelOf(thing), idOf(thing)]
  // A name that is not among the arguments is not told: the service chose it, and the user may not know it. After the
  // creation of a record, an id that is among the arguments is not told either, because it is the id of another record.
  const name = isGiven(label) && !isText(thing) ? label : undefined
  const ids =
    action === 'create'
      ? [name, isGiven(own) ? undefined : shortId(own)]
      : [recordId(input, { tool, ...telling }), name]
  const id = ids.find((one) => one !== undefined && isSayable(one))
  const isTold = (field: string) => given.has(field) || asked(field)
  const told = Object.entries(spokenFields(thing, { tool, ...telling, asked: () => false })).filter(
    ([field, value]) => value !== id && (value !== label || isGiven(label)) && isTold(field),
  )
  const fields =
    action && endingActions.has(action)
      ? ''
      : fieldsOf(Object.fromEntries(told), { language, limit: fieldLimit, asked })
  if (what === undefined) return fields === '' ? sentences.doneOnly : say(sentences.doneWith, { fields })
  const named = id === undefined ? say(sentences.theThing, { thing: noun.one }) : `${noun.one} ${id}`
  return say(fields === '' ? sentences.done : sentences.doneOne, { thing: named, what, fields })
}

/**
 * Whether the title of a tool has its verb at the beginning. The verb may also be at the end if the title has no words
 * such as "a" and "of" ("rollback cancel"). In "Resends a pool invite", "invite" is a noun and does not count.
 */
function isNamedByVerb(tool: ModelTool, { titleLexicon: lexicon }: Catalog): boolean {
  const title = cutWords(spokenTitle(tool))
  const isShort = !title.some(lexicon.isStopWord)
  return lexicon
    .actionSpans(title)
    .some(
      ({ start, length }) => start === lexicon.leadOf(title) || (isShort && start + length === title.length),
    )
}

const isReading = (action: Action | undefined): action is 'list' | 'get' | 'find' | undefined =>
  action === undefined || action === 'list' || action === 'get' || action === 'find'

/**
 * The id of the changed record: the last id in the path or, if the path has none, an argument whose name ends with
 * "id". Undefined if the id in the path is the id of a parent record.
 */
function recordId(
  input: JsonObject,
  { tool, catalog, noun }: Pick<Telling, 'catalog' | 'noun'> & { tool: ModelTool },
): string | undefined {
  const { parameters, single } = catalog.facts(tool).resource
  const given = (name: string) => typeof input[name] === 'string' || typeof input[name] === 'number'
  const inPath = parameters.findLast(({ name }) => given(name))
  const isAbout =
    single ||
    catalog.lexicon
      .stems(noun.one.split(' '))
      .some((stem) => catalog.lexicon.stems(inPath?.owner ?? []).includes(stem))
  if (inPath && !isAbout) return undefined
  const name = inPath?.name ?? Object.keys(input).find((one) => /id$/i.test(one) && given(one))
  return name === undefined ? undefined : String(input[name])
}
