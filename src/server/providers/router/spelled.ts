import type { Listening } from './situation.js'
import type { Token } from './tokens.js'
import { valueToken } from './tokens.js'

type Words = Pick<Listening, 'catalog' | 'language'> & { text: string }

/** Joins the tokens of each spelled value: "octo seven seven", "WEB underscore one two", "ann at example dot com". */
export function joinSpelled(tokens: Token[], words: Words): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const length = symbolsAt(tokens, { at, ...words }) || digitsAt(tokens, { at, ...words }) || 1
    const parts = tokens.slice(at, at + length)
    joined.push(length === 1 ? parts[0]! : spelled(parts, words))
    at += length - 1
  }
  return joined
}

function spelled(parts: Token[], { language }: Words): Token {
  const [first, last] = [parts[0]!, parts.at(-1)!]
  const isSymbol = (at: number) => parts.length > 2 && at % 2 === 1
  const text = parts.map((part, at) => (isSymbol(at) ? language.symbols[part.lower] : part.text)).join('')
  const kind = /^[^@]+@[^@.]+(\.[^@.]+)+$/.test(text) ? 'email' : 'code'
  return { ...valueToken(text), kind, pause: last.pause, start: first.start, end: last.end }
}

/**
 * The number of tokens of a value that contains spoken characters ("dash", "dot"). 0 if no such value begins at `at`.
 * The word "at" counts as a character only in a mail address.
 */
function symbolsAt(tokens: Token[], { at, language, catalog }: { at: number } & Words): number {
  const { lexicon } = catalog
  const isPart = (token: Token | undefined) =>
    token !== undefined &&
    ['word', 'number', 'code'].includes(token.kind) &&
    !lexicon.isStopWord(token.lower) &&
    !language.linking.has(token.lower)
  let end = at
  let joints = ''
  while (
    isPart(tokens[end]) &&
    !tokens[end]!.pause &&
    Object.hasOwn(language.symbols, tokens[end + 1]?.lower ?? '') &&
    isPart(tokens[end + 2])
  ) {
    joints += language.symbols[tokens[end + 1]!.lower]
    end += 2
  }
  const isAddress = /^[._-]*@[_-]*\.[._-]*$/.test(joints)
  return joints !== '' && (isAddress || !joints.includes('@')) ? end - at + 1 : 0
}

/** Maximum length of a word before spelled digits. A longer word is probably a noun: "course" in "course one two". */
const longestPrefix = 5

/**
 * 2 if an unknown word and the number after it are one code, else 0. They are one code if the user said each digit by
 * itself. They are also one code if a noun is before the word and the number has two digits.
 */
function digitsAt(tokens: Token[], { at, text, language, catalog }: { at: number } & Words): number {
  const { lexicon, vocabulary } = catalog
  const [name, digits] = [tokens[at]!, tokens[at + 1]]
  const { lower } = name
  const isName =
    name.kind === 'word' &&
    lower.length <= longestPrefix &&
    !name.pause &&
    !language.search.translations &&
    !language.linking.has(lower) &&
    ![lexicon.language.pointers, lexicon.language.beforeVerbs].some((words) => words.has(lower)) &&
    ![...language.bounds.lower, ...language.bounds.upper].includes(lower) &&
    !lexicon.isStopWord(lower) &&
    !lexicon.isActionWord(lower) &&
    !lexicon.isWord(lower) &&
    !name.stems.some(vocabulary.has)
  if (!isName || digits?.kind !== 'number' || !digits.inWords || digits.text.length < 2) return 0
  const said = text.slice(digits.start, digits.end).toLowerCase().split(/\s+/)
  const { numbers } = language
  const isDigit = (word: string) =>
    (numbers.valueOf(word) ?? 10) < 10 || numbers.zeros.has(word) || Object.hasOwn(numbers.repeats, word)
  const isBehindNoun = tokens[at - 1]?.stems.some(vocabulary.has) && digits.text.length === 2
  return said.every(isDigit) || isBehindNoun ? 2 : 0
}
