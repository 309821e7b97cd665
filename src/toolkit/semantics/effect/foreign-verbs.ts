import { requestVerbs } from '../../../languages/data.js'
import type { TitleVerbs } from '../../../languages/language-data.js'
import { type Phrases, phrases as phrasesOf } from '../../../languages/word-lists.js'
import { memoized } from '../../../text/memoized.js'
import { lazy } from '../../model/lazy.js'
import { wordsOf } from '../words.js'

/** What a verb says about a request. What `destroys` cannot be undone. */
export type VerbEffect = 'reads' | 'writes' | 'destroys'

interface Phrase {
  words: readonly string[]
  effect: VerbEffect
  position: TitleVerbs['position']
  hasAccents: boolean
  isLowerCase: boolean
}

/** The phrases of all languages with spaces, by their first words. */
const phrases = lazy(() => {
  const found = new Map<string, Phrase[]>()
  for (const { position, hasAccents = false, isUnspaced, ...verbs } of requestVerbs) {
    if (isUnspaced) continue
    const add = (list: Phrases, effect: VerbEffect, isLowerCase = false) => {
      for (const words of phrasesOf(list).flatMap((phrase) => spellings(phrase, hasAccents))) {
        const phrase = { words, effect, position, hasAccents, isLowerCase }
        found.set(words[0]!, [...(found.get(words[0]!) ?? []), phrase])
      }
    }
    add(verbs.reads, 'reads')
    add(verbs.writes, 'writes')
    add(verbs.destroys, 'destroys')
    if (verbs.lowerCaseWrites) add(verbs.lowerCaseWrites, 'writes', true)
  }
  return found
})

/** The letters that people write where a keyboard lacks a letter: `loeschen`, `wylacz`. */
const TYPED: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ı: 'i', ł: 'l' }

function spellings(phrase: string, hasAccents: boolean): (readonly string[])[] {
  if (hasAccents) return [accented(phrase)]
  const typed = phrase.replace(/[äöüıł]/g, (letter) => TYPED[letter]!)
  return typed === phrase ? [wordsOf(phrase)] : [wordsOf(phrase), wordsOf(typed)]
}

const accented = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

const singleWords = lazy(
  () =>
    new Map(
      [...phrases().values()]
        .flat()
        .filter(({ words, hasAccents, isLowerCase }) => words.length === 1 && !hasAccents && !isLowerCase)
        .map(({ words: [word], effect }) => [word!, effect]),
    ),
)

/** The verbs of one word with this effect. */
export const verbsOf = (effect: VerbEffect): string[] =>
  [...singleWords()].flatMap(([word, own]) => (own === effect ? word : []))

/**
 * The effect that the verb of a title says, in another language than English: "Eliminar usuario", "Benutzer löschen",
 * "删除用户". A second verb that changes something counts too: "Buscar y eliminar".
 */
export const effectOfTitle: (title: string) => VerbEffect | undefined = memoized((title) => {
  const unspaced = /\p{Script=Han}/u.test(title) ? effectOfUnspaced(title) : undefined
  if (unspaced) return unspaced
  const words = wordsOf(title)
  const written = title.toLowerCase()
  const isKnown = words.some((word) => phrases().has(word)) || phrases().has(FIRST.exec(written)?.[0] ?? '')
  return isKnown ? (joinedEffect(words) ?? effectAtEnds(title, words)) : undefined
})

/** The effect of a name in letters that English does not have: `删除`, `xóa`. Other names are judged by their words. */
export const effectAbroad = (name: string): VerbEffect | undefined =>
  /^[ -~]*$/.test(name) ? undefined : effectOfTitle(name)

/** The first word of a title with its accents. */
const FIRST = /[\p{L}\p{M}\p{N}]+/u

/** The nouns of acts that cannot be undone: for each first word those that may follow it, `''` if it stands alone. */
const acts = lazy(() => {
  const found = new Map<string, Set<string>>()
  for (const act of requestVerbs.flatMap((verbs) => phrasesOf(verbs.acts)))
    for (const [first = '', ...rest] of spellings(act, false))
      found.set(first, (found.get(first) ?? new Set()).add(rest.join(' ')))
  return found
})

/** Words after which a noun only describes another one: "método de pago". */
const OF: ReadonlySet<string> = new Set('de del di du da do d van der von per para'.split(' '))

/** Whether words begin with the noun of such an act, or with a verb and this noun: "Virement", "Zleć przelew". */
export const namesAct = (words: readonly string[]): boolean =>
  words.some((word, at) => at < 3 && isAct(word, words[at + 1]) && !OF.has(words[at - 1] ?? ''))

/** Whether a title is the noun of such an act and nothing else: `退款`. */
export const isActAlone = (words: readonly string[]): boolean =>
  acts()
    .get(words[0] ?? '')
    ?.has(words.slice(1).join(' ')) === true

function isAct(word: string, next: string | undefined): boolean {
  const following = acts().get(word)
  if (following?.has('') || (next !== undefined && following?.has(next))) return true
  // In a text without spaces, the noun is at the end: `订单支付`.
  return /\p{Script=Han}/u.test(word) && acts().get(word.slice(-2))?.has('') === true
}

/** Names of values that name an action: `aktion`, `操作`. */
export const actionNames = lazy(
  () =>
    new Set(
      requestVerbs.flatMap(({ actionNames }) => phrasesOf(actionNames)).map((name) => wordsOf(name).join('')),
    ),
)

const joining = lazy(() => new Set(requestVerbs.flatMap(({ joints }) => phrasesOf(joints)).flatMap(wordsOf)))

function joinedEffect(words: readonly string[]): VerbEffect | undefined {
  for (let at = 1; at < words.length; at++) {
    const effect = joining().has(words[at - 1]!) ? singleWords().get(words[at]!) : undefined
    if (effect !== undefined && effect !== 'reads') return effect
  }
  return undefined
}

function effectAtEnds(title: string, words: readonly string[]): VerbEffect | undefined {
  const first = startingWith([words, accented(title)])
  const last = endingWith(words, title)
  const leading = first.find(({ position }) => position === 'first' || position === undefined)
  const isLastFirm = last?.position !== undefined && last.effect !== 'reads'
  const chosen = (isLastFirm ? last : leading) ?? last ?? first.find(({ position }) => position !== 'last')
  return chosen?.effect
}

/** The phrases with which a title begins, the longest first. */
function startingWith(titles: (readonly string[])[]): Phrase[] {
  return titles
    .flatMap((words, index) =>
      (phrases().get(words[0] ?? '') ?? []).filter(
        (phrase) =>
          phrase.hasAccents === (index === 1) &&
          !phrase.isLowerCase &&
          phrase.words.every((word, at) => words[at] === word),
      ),
    )
    .sort((one, other) => other.words.length - one.words.length)
}

const MAX_WORDS = 3

function endingWith(words: readonly string[], title: string): Phrase | undefined {
  for (let length = Math.min(MAX_WORDS, words.length); length > 0; length--) {
    const end = words.slice(-length)
    const found = (phrases().get(end[0]!) ?? []).find(
      ({ words: own, position, hasAccents, isLowerCase }) =>
        own.length === length &&
        position !== 'first' &&
        !hasAccents &&
        (!isLowerCase || (words.length > 1 && title.trimEnd().endsWith(own.at(-1)!))) &&
        own.every((word, at) => end[at] === word),
    )
    if (found) return found
  }
  return undefined
}

const unspaced = lazy(() =>
  requestVerbs.flatMap(({ isUnspaced, reads, writes, destroys }) =>
    isUnspaced
      ? Object.entries({ reads, writes, destroys }).flatMap(([effect, list]) =>
          phrasesOf(list).map((verb) => ({ verb, effect: effect as VerbEffect })),
        )
      : [],
  ),
)

const unspacedNouns = lazy(() => requestVerbs.flatMap(({ nouns }) => phrasesOf(nouns)))
const beginnings = lazy(() => requestVerbs.flatMap(({ beginnings }) => phrasesOf(beginnings)))

/** A title without a beginning that says nothing about the effect, such as "in bulk" or the number of a step. */
const withoutBeginning = (text: string) =>
  text
    .slice(beginnings().find((one) => text.startsWith(one))?.length ?? 0)
    .replace(/^第?[一二三四五六七八九十]+[、.]?/u, '')

/** The effect of a title without spaces: its first verb, or a verb at its end. */
function effectOfUnspaced(title: string): VerbEffect | undefined {
  const [run = ''] = title.match(/\p{Script=Han}+/u) ?? []
  const text = withoutBeginning(run)
  const leading = unspaced().find(({ verb }) => text.startsWith(verb))
  if (leading?.effect === 'reads') return 'reads'
  if (unspacedNouns().some((noun) => text.endsWith(noun)))
    return leading && text.length <= leading.verb.length ? leading.effect : 'reads'
  const last = unspaced().find(({ verb, effect }) => effect === 'destroys' && text.endsWith(verb))
  return (leading ?? last)?.effect
}
