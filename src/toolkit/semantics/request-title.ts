import { capitalize, uncapitalize } from '../../text/capitalize.js'
import { nounWords, singularOf, VERBS } from './id-names.js'
import type { Intent } from './intent.js'
import { AT_ONCE, isAlone, isValue, type PathPhrase, phraseOfPath } from './path-phrase.js'
import { withoutNumber } from './step-number.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

/** Words in the default names that programs give to new requests. They say nothing about the request. */
const EMPTY_WORDS = wordList('emptyTitles')

const METHODS = new Set('get post put patch delete head options'.split(' '))

/** Words after a verb that name no object: "all", "by id". */
const PLAIN_WORDS = wordList('plainTitles')

const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\b[ :|-]*/

/** The name, or method and path if it says nothing, completed from the path: "Get todo by id", "List computers". */
export function titleOf(intent: Intent): string {
  const { written, name } = intent
  const { method, url } = intent.request
  const ofPath = () => titled(intent.phrase) ?? withWords(name, { method, path: url.path })
  if (isAddress(name, url.path)) return titled(phraseInTitle(name, method)) ?? ofPath()
  const words = name.length > MAX_CHECKED ? [] : intent.words
  if (words.length > 4 || name.length > MAX_CHECKED) return written.trim()
  if (isEmpty(words)) return ofPath()
  if (VERBS.has(words[0]!) || AT_ONCE.test(words[0]!))
    return isPlain(words) ? withNoun(name, intent.phrase) : written.trim()
  return words.length === 1 && name.length > 1
    ? withVerb(name, { method, path: url.path, phrase: intent.phrase })
    : written.trim()
}

function isEmpty(words: readonly string[]): boolean {
  let method: string | undefined
  for (const word of words) {
    if (EMPTY_WORDS.has(word) || /^\d+$/.test(word)) continue
    if (method !== undefined || !METHODS.has(word)) return false
    method = word
  }
  return true
}

/** Maximum characters of a name that is checked. A longer name is used as the title without changes. */
const MAX_CHECKED = 120

function withWords(title: string, { method, path }: { method: string; path: readonly string[] }): string {
  if (/\p{L}/u.test(title) && !isAddress(title, path)) return title
  const words = path.filter((segment) => !isValue(segment)).flatMap(wordsOf)
  return capitalize([...new Set([method.toLowerCase(), ...(words.length > 0 ? words : ['root'])])].join(' '))
}

/** Whether a name is an address, the default for new requests: `/todos/:id`, `GET localhost:3000/users`. */
function isAddress(title: string, path: readonly string[]): boolean {
  const text = title.replace(METHOD, '')
  if (text === '' || /\s/.test(text)) return false
  if (/^(?:https?:\/\/|[/:]|\{\{|localhost\b|www\.|\d+(?:\.\d+){3}\b)/i.test(text)) return true
  if (!text.includes('/')) return text !== title && path.includes(text)
  const parts = new Set(path)
  return text.split(/[/?]/).some((part) => part !== '' && !isValue(part) && parts.has(part))
}

/** The phrase for a title that is a path, perhaps with fewer segments than the address. */
function phraseInTitle(title: string, method: string): PathPhrase | undefined {
  const path = title.replace(METHOD, '').split('?', 1).join()
  return path.startsWith('/') ? phraseOfPath(method, path.split('/').filter(Boolean)) : undefined
}

function isPlain([first = '', ...others]: readonly string[]): boolean {
  if (AT_ONCE.test(first)) return VERBS.has(others[0]!) && isPlain(others)
  return others.every((word) => PLAIN_WORDS.has(word) || EMPTY_WORDS.has(word))
}

function titled(phrase: PathPhrase | undefined): string | undefined {
  return phrase && capitalize([phrase.verb, ...phrase.noun].join(' '))
}

/** Adds the path's noun at the end or before "by id": "Get user by id". */
function withNoun(title: string, phrase: PathPhrase | undefined): string {
  const own = wordsOf(title)
  const words = own.length === 1 || title.includes(' ') ? title.split(' ') : own
  const said = new Set(own)
  const noun = phrase?.noun.filter((word) => !said.has(word)) ?? []
  if (noun.length === 0) return title
  const by = words.findIndex((word) => /^(?:by|por|ids?|-)$/i.test(word))
  const at = by < 0 ? words.length : by
  return [...words.slice(0, at), ...noun, ...words.slice(at)].join(' ')
}

function withVerb(
  title: string,
  { method, path, phrase }: { method: string; path: readonly string[]; phrase: PathPhrase | undefined },
): string {
  const [word = ''] = wordsOf(title)
  const last = phrase?.noun.at(-1)
  const isSame = last !== undefined && (last === word || last === singularOf(word))
  if (
    isSame &&
    (phrase!.verb !== 'create' || path.some((segment) => nounWords(segment).some(isPluralOf(last))))
  )
    return titled({ ...phrase!, noun: [last] })!
  const isInPath = path.some((segment) => nounWords(segment).includes(word))
  return method === 'GET' && (isInPath || phrase?.isById) && !isAlone(word)
    ? capitalize(`get ${word}`)
    : title
}

const isPluralOf = (one: string) => (word: string) => word !== one && singularOf(word) === one

/** The label of a tool, in lower case, so that it can follow "I can …": "get a todo by its id", "list todos". */
export function labelOf(intent: Intent): string {
  const title = titleOf(intent)
  const phrases = [phraseInTitle(intent.name, intent.request.method), intent.phrase]
  const phrase = phrases.find((one) => one !== undefined && titled(one) === title)
  if (!phrase || phrase.noun.length === 0) return uncapitalize(withoutNumber(title))
  const isOne = phrase.isById || (phrase.verb === 'create' && phrase.noun.length > 0)
  const article = /^(?:[aeio]|u(?!s|ni))/.test(phrase.noun[0]!) ? 'an' : 'a'
  const noun = phrase.noun.join(' ')
  return `${phrase.verb} ${isOne ? `${article} ${noun}` : noun}${phrase.isById ? ' by its id' : ''}`
}
