import { cutWords, joinNouns } from '../../languages/cut-words.js'
import { trimEndOf } from '../../text/trim.js'
import { wordsOf } from '../semantics/words.js'
import { searchedStem } from './known-stem.js'
import type { Words } from './vocabulary.js'

export interface WordPiece {
  /** The text without punctuation around it; '' for a quoted text. */
  text: string
  words: string[]
  /** What can only be the value of an argument: a number, a code, an email address, a name or quoted text. */
  value?: 'code' | 'number' | 'name'
}

/** Cuts a sentence at its spaces. Drops words such as "and" that join clauses. */
export function splitPieces(text: string, tools: Words): WordPiece[] {
  let first = true
  const tokens = joinNouns(text.split(/\s+/), (token) => wordsOf(token).join(''))
  return tokens.flatMap((token) => {
    const [marks] = /^[([#]*/.exec(token)!
    const bare = trimEndOf(token.slice(marks.length), '.,;:!?)]').replace(/['’]s$/, '')
    const isJoint = bare === '' || tools.lexicon.language.joints.has(bare.toLowerCase())
    const piece = isJoint ? [] : [readPiece(bare, { ...tools, first, isMarked: marks.includes('#') })]
    first = /[.,;!?]$/.test(token) || isJoint
    return piece
  })
}

function readPiece(
  text: string,
  { lexicon, vocabulary, first, isMarked }: Words & { first: boolean; isMarked: boolean },
): WordPiece {
  if (text === '""') return { text: '', words: [], value: 'name' }
  if (/[^\s@]@[^\s@]|:\/\//.test(text)) return { text, words: [], value: 'code' }
  const words = cutWords(text)
  const known = words.some(
    (word) =>
      searchedStem(word, { lexicon, vocabulary }) !== undefined ||
      lexicon.related(lexicon.stem(word)).some(vocabulary.has),
  )
  // "#7" names a record, while "7" can be a count.
  if (/^[-+]?\d+([.,]\d+)*%?$/.test(text)) return { text, words, value: isMarked ? 'code' : 'number' }
  if (/\d/.test(text) && !known) return { text, words, value: 'code' }
  if (!/^\p{Lu}/u.test(text) || first || known || text === 'I') return { text, words }
  const isName = words.every((word) => !lexicon.isStopWord(word) && !lexicon.isActionWord(word))
  if (!isName) return { text, words }
  return { text, words, value: 'name' }
}
