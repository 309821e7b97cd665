/**
 * How a transcript ends: `hanging` (more must come), `dictating` (digits, letters or an e-mail address under way), `closed` (an answer that
 * needs no more, whatever was asked), `complete` (a whole sentence), `open` (it may or may not be all).
 */
export type EndOfWords = 'hanging' | 'dictating' | 'closed' | 'complete' | 'open'

/** Words that nobody ends with. */
const HANGING = new Set(
  `a an the and or but nor so because since although though while unless if whether then than that which who whose whom where when
  to from with without for of at by about into onto over under between through during before after until via per in on as like
  my your his her its our their this these those some any every each no
  i you he she we they im ill id ive youre were is are was be been am has have had will would shall should can could may might must do
  does did dont want wants need needs let lets please also just maybe um uh er erm hmm well called named like with plus minus`.split(
    /\s+/,
  ),
)

/** Verbs and question words that ask for something: what follows them is a request, and a request of three words is whole. */
const ASKING = new Set(
  `what which who whose where when why how is are do does did can could would will list show find get give tell search look check open
  create make add update change set delete remove cancel book order buy send call play start stop read count`.split(
    /\s+/,
  ),
)

const NUMBER_WORDS = new Set(
  `zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen
  twenty thirty forty fifty sixty seventy eighty ninety hundred thousand double triple dash point plus`.split(
    /\s+/,
  ),
)

/** Whole answers by themselves. */
const CLOSED =
  /^(?:(?:yes|no|yeah|nope|yep|sure|okay|ok|stop|cancel|thanks|thank you|goodbye|bye|that's all|that is all|never mind|go ahead|of course|please do|that's it)[ ,.!]*)+(?:please)?[ .!]*$/i

/** Judges the end of what was said. Transcripts come with and without punctuation. */
export function endOfWords(transcript: string): EndOfWords {
  const text = transcript.trim()
  if (CLOSED.test(text)) return 'closed'
  const isPunctuated = /[.!?]["')]*$/.test(text) && !/\.\.\.$|…$/.test(text)
  const words = wordsOf(text)
  const last = words.at(-1) ?? ''
  if (/(?:\.\.\.|[…,;:-])$/.test(text)) return 'hanging'
  if (isDictating(words, text)) return 'dictating'
  // A recognizer puts a full stop where the voice falls silent, also behind "and".
  if (HANGING.has(last) && !/[?!]["')]*$/.test(text)) return endsQuestion(words) ? 'open' : 'hanging'
  if (isPunctuated) return 'complete'
  return ASKING.has(words[0] ?? '') && words.length >= 3 ? 'complete' : 'open'
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll("'", '')
    .split(/[^\p{L}\p{N}@]+/u)
    .filter(Boolean)
}

/** "What is this", "who are you": short questions end in words that hang elsewhere. */
function endsQuestion(words: string[]): boolean {
  return /^(?:what|who|where|how|which|when)$/.test(words[0] ?? '') && words.length <= 5 && words.length > 2
}

/** The last two words are digits or letters, or an address has its "at" and no "dot" yet. */
function isDictating(words: string[], text: string): boolean {
  const tail = words.slice(-2)
  if (tail.length === 2 && tail.every(isSpelled) && !/\d{6,}/.test(text.replace(/[\s-]/g, ''))) return true
  const at = words.lastIndexOf('at')
  return /\bdot$/i.test(text) || (at > 0 && at === words.length - 2 && /\be-?mail\b/i.test(text))
}

/** "a" and "i" are words far more often than letters. */
function isSpelled(word: string): boolean {
  return NUMBER_WORDS.has(word) || /^\d{1,4}$/.test(word) || /^[b-hj-z]$/.test(word)
}
