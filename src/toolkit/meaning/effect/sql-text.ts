/** What an SQL text does, as far as its words tell. */
export interface SqlReading {
  /** Nothing but statements that read, by their words; what is in doubt writes. */
  isRead: boolean
  /** A word of it deletes. */
  isDestructive: boolean
}

/** Longest text that is read; a longer one counts as one that writes. */
const MAX_CHARS = 200_000

/** So much of a text says whether it is SQL at all. */
const BEGINNING_CHARS = 4_000

const list = (words: string) => new Set(words.trim().split(/\s+/))

/** Words that a statement begins with that reads: of SQL and of Cypher. */
const READING = list('select with show describe desc explain values table match optional unwind return')

/** Words that change something inside of such a statement: common table expressions, SELECT INTO, statements that follow without a semicolon. */
const WRITING =
  list(`insert update delete merge upsert into drop alter create truncate grant revoke call exec execute load set remove
  foreach detach shutdown kill`)

const DESTRUCTIVE = list('delete drop truncate remove detach shutdown kill revoke')

/** Reads SQL and Cypher by their words: each statement must begin with a word that reads and hold none that writes. */
export function readSql(text: string): SqlReading {
  if (text.length > MAX_CHARS) return { isRead: false, isDestructive: true }
  const statements = statementsOf(text).map((words) => words.map((word) => word.toLowerCase()))
  const reads = ([first = '', ...rest]: string[]) =>
    READING.has(first) && !rest.some((word) => WRITING.has(word))
  return {
    isRead: statements.length > 0 && statements.every(reads),
    isDestructive: statements.flat().some((word) => DESTRUCTIVE.has(word)),
  }
}

/** What an SQL statement holds behind its first word; without it the word is one of people. */
const FORMS: Record<string, (rest: string[]) => boolean> = {
  select: (rest) => rest.includes('from') || rest.length === 0,
  with: (rest) => rest.includes('as') && rest.some((word) => WRITING.has(word) || word === 'select'),
  insert: ([next]) => next === 'into' || next === 'overwrite',
  replace: ([next]) => next === 'into',
  merge: (rest) => rest[0] === 'into' || rest.includes('return') || rest.includes('set'),
  update: (rest) => rest.includes('set'),
  delete: ([next]) => next === 'from',
  drop: ([next = '']) => OBJECTS.has(next),
  alter: ([next = '']) => OBJECTS.has(next),
  create: ([next = '', after]) => OBJECTS.has(next) || (next === 'or' && after === 'replace'),
  truncate: ([next = '']) => OBJECTS.has(next),
  grant: (rest) => rest.includes('on') && rest.includes('to'),
  revoke: (rest) => rest.includes('on') && rest.includes('from'),
  exec: (rest) => rest.length > 0,
  execute: (rest) => rest.length > 0,
  call: (rest) => rest.length > 0,
  match: (rest) => rest.includes('return') || rest.some((word) => WRITING.has(word)),
  prefix: (rest) => rest.some((word) => WRITING.has(word) || word === 'select' || word === 'construct'),
}

const OBJECTS = list(
  'table temporary temp unique database schema view index user role function procedure trigger keyspace type',
)

/**
 * Whether a text is meant as SQL, Cypher or SPARQL. `isNamed`: its name says that it is a query, so that lower case counts too; else the
 * first word must be in capitals, for "Select a colour from the list" is none.
 */
export function isSqlText(text: string, isNamed: boolean): boolean {
  const [statement = []] = statementsOf(text.slice(0, BEGINNING_CHARS))
  const [first = '', ...rest] = statement
  if (!isNamed && first !== first.toUpperCase()) return false
  const word = first.toLowerCase()
  return Object.hasOwn(FORMS, word) && FORMS[word]!(rest.map((one) => one.toLowerCase()))
}

/**
 * The words of each statement, without texts, quoted names and comments. A comment that servers run is the word EXECUTE. Servers read a
 * backslash in a text differently: where there is one, nothing is left out.
 */
function statementsOf(text: string): string[][] {
  const statements: string[][] = [[]]
  const isPlain = !text.includes('\\')
  let at = 0
  while (at < text.length) {
    const char = text[at]!
    const pair = text.slice(at, at + 2)
    if (isPlain && (char === "'" || char === '"' || char === '`')) at = afterQuoted(text, at)
    else if (isPlain && pair === '--') at = afterLine(text, at)
    else if (isPlain && pair === '/*') {
      const end = text.indexOf('*/', at + 2)
      if (end < 0 || text[at + 2] === '!' || text[at + 2] === '+') statements.at(-1)!.push('EXECUTE')
      at = end < 0 ? text.length : end + 2
    } else if (char === ';') {
      statements.push([])
      at++
    } else if (isWordStart(char)) {
      const end = endOfWord(text, at)
      statements.at(-1)!.push(text.slice(at, end))
      at = end
    } else at++
  }
  return statements.filter((words) => words.length > 0)
}

/** Behind the closing quote; a doubled quote does not close. A text that is never closed hides nothing: reading goes on behind its quote. */
function afterQuoted(text: string, start: number): number {
  const quote = text[start]!
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== quote) continue
    if (text[at + 1] !== quote) return at + 1
    at++
  }
  return start + 1
}

/** Behind `-- ` and the rest of its line. Not every server knows `--` without a space, or `#` and `//`: the words behind those count. */
function afterLine(text: string, start: number): number {
  const after = text[start + 2]
  if (after !== undefined && !/\s/.test(after)) return start + 1
  for (let at = start + 2; at < text.length; at++) if (text[at] === '\n' || text[at] === '\r') return at
  return text.length
}

const isWordStart = (char: string) => /[\p{L}_]/u.test(char)

function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length && /[\p{L}\p{N}_$]/u.test(text[end]!)) end++
  return end
}
