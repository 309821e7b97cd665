/** The first piece of a reply may be a clause of about this many characters, so that speech starts early. */
const FIRST_CLAUSE_CHARS = 50
const MAX_CHARS = 280

/** Abbreviations and numbers whose full stop does not end a sentence. */
const ABBREVIATIONS =
  /(?:^|[\s("'])(?:mr|mrs|ms|dr|prof|st|vs|etc|no|nr|approx|e\.g|i\.e|a\.m|p\.m|u\.s|inc|ltd|jan|feb|mar|apr|jun|jul|aug|sep|sept|oct|nov|dec|\d{1,3}|[a-z])\.$/i

/** Without a space, a full stop ends no sentence, as in "3.5"; that of Chinese and Japanese needs none. */
const SENTENCE_END = /[.!?…؟।]["')\]”“’»]*\s+|[。！？][”’」』）]*\s*|\n+/g
const CLAUSE_END = /[,;:،؛]\s+|[，；：]|\s[–—-]\s+/g

/** Splits text into pieces for the synthesizer while it is generated. Together they equal the text. */
export class SentenceSplitter {
  #text = ''
  #first = true
  readonly #isWhole: boolean

  /** `isWhole`: a text stays in one piece. */
  constructor({ isWhole = false } = {}) {
    this.#isWhole = isWhole
  }

  push(delta: string): string[] {
    this.#text += delta
    const sentences: string[] = []
    if (this.#isWhole) return sentences
    for (let end = this.#end(); end > 0; end = this.#end()) {
      sentences.push(this.#text.slice(0, end))
      this.#text = this.#text.slice(end)
      this.#first = false
    }
    return sentences
  }

  flush(): string[] {
    const rest = this.#text
    this.#text = ''
    this.#first = true
    return rest ? [rest] : []
  }

  /** End of the next piece; 0 if the piece may still continue. */
  #end(): number {
    const sentence = this.#sentenceEnd()
    const clause = this.#first ? this.#clauseEnd() : 0
    const isLong = sentence === 0 || sentence > FIRST_CLAUSE_CHARS
    const isWithin = sentence === 0 || clause < sentence
    if (clause > 0 && isLong && isWithin) return clause
    if (sentence > 0) return sentence
    return this.#text.length > MAX_CHARS ? this.#forcedEnd() : 0
  }

  #sentenceEnd(): number {
    const head = this.#head()
    for (const match of head.matchAll(SENTENCE_END)) {
      const end = match.index + match[0].length
      const upToStop = head.slice(0, match.index + match[0].trimEnd().length)
      if (!match[0].includes('\n') && ABBREVIATIONS.test(upToStop)) continue
      return end <= MAX_CHARS ? end : 0
    }
    return 0
  }

  /** The end of a clause of about `FIRST_CLAUSE_CHARS` characters, for the first piece; 0 if there is none. */
  #clauseEnd(): number {
    const ends = [...this.#head().matchAll(CLAUSE_END)].map((match) => match.index + match[0].length)
    const early = ends.findLast((end) => end <= FIRST_CLAUSE_CHARS)
    const isWorthIt = early !== undefined && early >= FIRST_CLAUSE_CHARS / 2
    const end = isWorthIt ? early : ends.find((one) => one > FIRST_CLAUSE_CHARS)
    return this.#text.length > FIRST_CLAUSE_CHARS && end !== undefined && end <= MAX_CHARS ? end : 0
  }

  /** A piece has at most `MAX_CHARS` characters. One more shows whether more space follows it. */
  #head(): string {
    return this.#text.slice(0, MAX_CHARS + 1)
  }

  #forcedEnd(): number {
    const head = this.#text.slice(0, MAX_CHARS)
    return lastEnd(head, CLAUSE_END) || head.lastIndexOf(' ') + 1 || MAX_CHARS
  }
}

function lastEnd(text: string, pattern: RegExp): number {
  let end = 0
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}
