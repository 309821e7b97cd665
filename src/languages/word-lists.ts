/** Words or phrases. Each entry is a line, in which commas separate the phrases: `["yes, yeah, go ahead", "of course"]`. */
export type Phrases = readonly string[]

/** Endings in parts that follow each other, with `-` for nothing: `["-, e", "-, lo"]` are "", "e", "lo", "elo". */
export type Endings = readonly string[]

export function withoutAccents(text: string): string {
  return /^[ -~]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '')
}

/** The phrases of lines in which commas separate them: the form of all word lists in the data of a language. */
export const phrases = (lines: Phrases = []): string[] =>
  lines.flatMap((line) => line.split(',')).flatMap((phrase) => phrase.trim() || [])

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The phrases of lines as alternatives of a pattern. */
export const alternatives = (lines: Phrases) => `(?:${phrases(lines).map(escaped).join('|')})`

/** Matches the ends of a word, or with `isWhole` a whole text, that consist of endings as the data of a language has them. */
export function endingsPattern(parts: Endings = [], { isWhole = false } = {}): RegExp {
  if (parts.length === 0) return isWhole ? /^$/ : NEVER
  const alternatives = parts.map(
    (part) =>
      `(?:${phrases([part])
        .map((end) => (end === '-' ? '' : escaped(end)))
        .join('|')})`,
  )
  return new RegExp(`${isWhole ? '^' : ''}${alternatives.join('')}$`, 'u')
}

/** Matches a text that has one of the phrases. A phrase with `*` at an end matches a part of a word there: `*nummer`. */
export function phrasesPattern(lines: Phrases, { isStart = false } = {}): RegExp {
  const choices = phrases(lines).map((phrase) => {
    const inner = escaped(phrase.replace(/^\*|\*$/g, ''))
    // Words of scripts without spaces have no ends.
    const [begin, end] = /\p{Script=Han}/u.test(inner)
      ? ['', '']
      : ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']
    return `${phrase.startsWith('*') ? '' : begin}${inner}${phrase.endsWith('*') ? '' : end}`
  })
  return choices.length === 0 ? NEVER : new RegExp(`${isStart ? '^' : ''}(?:${choices.join('|')})`, 'u')
}

const NEVER = /(?!)/
