import type { Language } from '../../../languages/language.js'
import { uncapitalize } from '../../../text/capitalize.js'
import { withoutNumber } from '../../../toolkit/semantics/step-number.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { nounOf } from './nouns.js'
import { cut } from './records.js'
import type { RouterConversation } from './situation.js'

/** Replaces the `{placeholders}` of a sentence by values. */
export function say(sentence: string, values: Record<string, string | number> = {}): string {
  return sentence
    .replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder))
    .replace('....', '...')
    .trim()
}

/** Joins items as in a sentence: `["a", "b", "c"]` and the `joint` "and" give "a, b and c". */
export function listing(items: string[], joint: string): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${joint} ${items.at(-1)}`
}

/** Cuts a text into groups of a few words, as a language model streams it. The joined groups are the text again. */
export function wordGroups(text: string, size = 4): string[] {
  const words = text.trim() === '' ? [] : text.trimEnd().split(/(?<=\S)(?=\s)/)
  const groups: string[] = []
  for (let at = 0; at < words.length; at += size) groups.push(words.slice(at, at + size).join(''))
  if (groups.length !== 1 || words.length < 2) return groups
  return [words.slice(0, -1).join(''), words.at(-1)!]
}

type Speaking = { catalog: Catalog; language: Language }

/** What the agent says if an utterance asks for no tool, such as a greeting, or if no tool was found for it. */
export function fixedWords(conversation: RouterConversation, { catalog, language }: Speaking): string {
  const { sentences } = language
  const isLost = conversation.state === 'lost'
  const { sentence = 'greeting', values } = conversation.say ?? {}
  if (catalog.tools.length === 0 && (isLost || sentence === 'abilities')) return sentences.noTools
  const list = listing(subjects({ catalog, language }), sentences.or)
  const abilities = list === '' ? sentences.noTools : say(sentences.abilities, { list })
  if (isLost && conversation.wasLost) return say(sentences.askAgain, { question: abilities })
  const said = conversation.said ?? sentences.nothingPending
  return say(sentences[isLost ? 'noFit' : sentence], { abilities, list, said, ...values })
}

const subjectsShown = 3
/** Maximum number of tools that are used to find the subjects. */
const subjectsRead = 300

/**
 * The subjects of the tools, as short nouns, the most frequent first: from the ends of the paths, else the folders, else
 * the nouns in the titles, else the titles themselves.
 */
function subjects({ catalog, language }: Speaking): string[] {
  const { titleLexicon: lexicon } = catalog
  const tools = catalog.tools.slice(0, subjectsRead)
  const ways: ((tool: ModelTool) => string)[] = [
    (tool) => {
      const { target } = catalog.facts(tool).resource
      const isVerb = target.length > 1 && target.some((word) => lexicon.isActionWord(word))
      return !isVerb && lexicon.language.isPlural(target.at(-1) ?? '') ? target.join(' ') : ''
    },
    ({ definition }) => spokenName(definition?.folder[0] ?? '').toLowerCase(),
    (tool) => {
      const { many } = nounOf(tool, { name: tool.name, catalog, language })
      return many.replace(language.sentences.things, '')
    },
  ]
  const found: string[] = []
  for (const way of ways) if (found.length < 2) found.push(...byFrequency(tools.map(way).filter(isSubject)))
  const titles = tools.map(spokenTitle)
  const short = titles.filter(isSubject)
  const named = found.length > 0 ? found : short.length > 0 ? short : titles.slice(0, 1)
  return [...new Set(named)].slice(0, subjectsShown)
}

const technique =
  /\b(auth\w*|oauth\d*|login|token|tokens|setup|status|details|settings|access|routes|versions?|php|graphql|graph|live|api|apis|general|default)\b/i

/** Whether users may ask for a subject by this name: it has at most three words and no technical one. */
const isSubject = (name: string) => name !== '' && name.split(' ').length <= 3 && !technique.test(name)

function byFrequency(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).map(([name]) => name)
}

/** The titles of two tools. If both titles are the same, the names of the tools, which always differ. */
export function optionNames(first: ModelTool, second: ModelTool): { first: string; second: string } {
  const titles = { first: spokenTitle(first), second: spokenTitle(second) }
  if (titles.first !== titles.second) return titles
  const named = ({ name }: ModelTool) => cut(name.replace(/[_-]+/g, ' '))
  return { first: named(first), second: named(second) }
}

/** The title of a tool in a form that fits into a sentence: "01-1 - GetToken (JWT)" gives "get token". */
export function spokenTitle({ definition, name }: ModelTool): string {
  return cut(spokenName(definition?.title ?? name) || name, 60)
}

/** A name in lower case, without its number, its remarks in parentheses, and its symbols. */
function spokenName(text: string): string {
  const plain = withoutNumber(text.replace(/\([^()]*\)|[^\p{L}\p{N}\p{P}\s]/gu, ' ').trim())
  return /\s/.test(plain) ? plain.split(/\s+/).map(uncapitalize).join(' ') : wordsOf(plain).join(' ')
}
