import { cutWords } from '../../../languages/cut-words.js'
import { searchedStem } from '../../../toolkit/search/known-stem.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Goal } from './goal.js'
import type { Listening } from './situation.js'

type Sentence = Listening & { text: string }

/** Whether a sentence forbids something, or says what this tool is not for: then the tool changes nothing. */
export function isForbidden(tool: ModelTool, sentence: Sentence): boolean {
  return (
    sentence.language.forbidding.test(sentence.text.trim()) ||
    isOpposite(tool, sentence) ||
    isOtherCurrency(tool, sentence) ||
    makesWhatExists(tool, sentence) ||
    isOfOtherThing(tool, sentence)
  )
}

/** "turn down leave 7" accepts none. */
function isOpposite(tool: ModelTool, { text, catalog, language }: Sentence): boolean {
  const { lexicon } = catalog
  const stemsOf = (phrase: string) => ` ${cutWords(phrase).map(lexicon.stem).join(' ')} `
  const said = stemsOf(text)
  const verbs = catalog.facts(tool).verbs.map((verb) => ` ${verb} `)
  const names = (side: readonly string[]) => side.some((verb) => verbs.includes(stemsOf(verb)))
  const says = (side: readonly string[]) => side.some((verb) => said.includes(stemsOf(verb)))
  return language.opposites.some(
    ([one, other]) =>
      (names(one) && says(other) && !says(one)) || (names(other) && says(one) && !says(other)),
  )
}

/** A tool that is named after one currency is not meant where another one is said. */
function isOtherCurrency(tool: ModelTool, { text, catalog, language }: Sentence): boolean {
  const codes = new Set(Object.values(language.currencies).map((code) => code.toLowerCase()))
  const own = catalog.facts(tool).title.filter((stem) => codes.has(stem))
  const said = cutWords(text).flatMap((word) => {
    const code = language.currencies[word]?.toLowerCase() ?? word
    return codes.has(code) ? [code] : []
  })
  return own.length > 0 && said.length > 0 && !said.some((code) => own.includes(code))
}

/** "put Ana into room R12" and "put version 4 of contract 7": between or behind prepositions, a thing with its code exists. */
function makesWhatExists(tool: ModelTool, { text, catalog }: Sentence): boolean {
  const { actions, target, title } = catalog.facts(tool)
  if (actions[0] !== 'create') return false
  const { prepositions } = catalog.lexicon.language
  const words = cutWords(text).filter((word) => !catalog.lexicon.isStopWord(word) || prepositions.has(word))
  const made = new Set([...target, ...title.slice(1, 2)])
  return words.some(
    (word, at) =>
      made.has(catalog.lexicon.stem(word)) &&
      /\d/.test(words[at + 1] ?? '') &&
      // At the beginning it is the verb: "book 2 of those", "to book 2".
      ((at > 1 && prepositions.has(words[at - 1]!)) || (at > 0 && prepositions.has(words[at + 2] ?? ''))),
  )
}

/** Whether the thing right behind the verb is one of other tools: "add an issue to publication 1" copies no publication. */
function isOfOtherThing(tool: ModelTool, { text, catalog }: Sentence): boolean {
  const { lexicon, vocabulary } = catalog
  const { title, segments, folder, parameters, actions, resource } = catalog.facts(tool)
  const object = objectOf(cutWords(text), catalog)
  const named = [...title, ...segments.flat()]
  // What is changed by its number is a record; else it may be a field: "change the title".
  const isRecord = resource.single && actions[0] === 'update' && object.some((word) => /\d/.test(word))
  const own = new Set(isRecord ? named : [...named, ...folder, ...parameters])
  const things = object.flatMap((word) => {
    const stem = searchedStem(word, { lexicon, vocabulary })
    return stem !== undefined && vocabulary.isSubject(stem) ? [stem] : []
  })
  return (
    things.length > 0 &&
    !things.some((stem) => own.has(stem) || lexicon.related(stem).some((one) => own.has(one)))
  )
}

/** The words between the verb of a sentence and the next preposition, without those that say nothing. */
function objectOf(words: string[], { lexicon }: Listening['catalog']): string[] {
  const [verb] = lexicon.actionSpans(words)
  if (!verb) return []
  const behind = words.slice(verb.start + verb.length)
  const { prepositions, naming } = lexicon.language
  const end = behind.findIndex((word) => prepositions.has(word) || naming.has(word))
  const phrase = behind.slice(0, end < 0 ? behind.length : end).filter((word) => !lexicon.isStopWord(word))
  return phrase.filter((word, at) => at === phrase.length - 1 || !lexicon.isActionWord(word))
}

/** Whether the address ends in the id of another record than the one that was said: `/patients/1` for "patient 15". */
export function isAnotherRecord({ tool, unplaced }: Goal): boolean {
  const last = tool.definition?.path.split('/').at(-1) ?? ''
  const numbers = unplaced.filter((text) => /^\d+$/.test(text))
  return /^\d+$/.test(last) && numbers.length > 0 && !numbers.includes(last)
}
