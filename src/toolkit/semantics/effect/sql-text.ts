import data from '../../../../templates/sql-words.json'
import { patternOfTexts } from '../../../text/literals.js'
import { wordsOf } from '../words.js'
import { isCommand, isPureVerb } from './words.js'

export interface SqlReading {
  isRead: boolean
  /** Whether the text contains a word that deletes data. */
  isDestructive: boolean
}

/** Maximum characters of a text that is parsed. A longer one counts as a write. */
const MAX_CHARS = 200_000

/** How many characters at the start decide whether a text is SQL. */
const BEGINNING_CHARS = 4_000

// The word that replaces a comment that servers execute: a comment that begins with an exclamation mark or a plus sign.
const EXECUTED_COMMENT = '/*!'

/** Follows the name of a function that is an order: `delete_user(5)`. */
const CALLED_ORDER = '()!'

const list = (words: string | readonly string[]): ReadonlySet<string> =>
  new Set([words].flat().join(' ').split(' '))

/** First words of statements that read, in SQL, Cypher, InfluxQL and AQL. */
const READING = list(data.reading)
/**
 * Words that write inside a statement that begins like a read: in common table expressions, in SELECT INTO, and in a
 * second statement that no semicolon separates.
 */
const WRITING = new Set([...list(data.writing), EXECUTED_COMMENT, CALLED_ORDER])
const DESTRUCTIVE = list(data.destructive)
/** Functions that write, run a text or call another server, although a statement with them begins like a read. */
const WRITING_FUNCTIONS = list(data.writingFunctions)
const FUNCTION_BEGINNINGS = [...list(data.writingFunctionsBegin)]

const isWritingFunction = (word: string) =>
  WRITING_FUNCTIONS.has(word) ||
  word.endsWith('_exec') ||
  FUNCTION_BEGINNINGS.some((beginning) => word.startsWith(beginning))

/** Libraries of procedures of Cypher that run a text or write: `apoc.cypher.doIt`. */
const WRITING_LIBRARIES = list(data.apoc)

const isWritingWord = (word: string, index: number, words: readonly string[]) =>
  WRITING.has(word) || isWritingFunction(word) || (words[index - 1] === 'apoc' && WRITING_LIBRARIES.has(word))

/**
 * Judges SQL and Cypher by their words. A statement is a read if it begins with a word of `READING` and has no word of
 * `WRITING`.
 */
export function readSql(text: string): SqlReading {
  if (text.length > MAX_CHARS) return { isRead: false, isDestructive: true }
  const statements = statementsOf(text.replace(DECLARATIONS, ' ')).map((words) =>
    words.map((word) => word.toLowerCase()),
  )
  const reads = ([first = '', ...rest]: string[]) => READING.has(first) && !rest.some(isWritingWord)
  return {
    isRead: statements.length > 0 && statements.every(reads),
    isDestructive: statements.flat().some((word) => DESTRUCTIVE.has(word)),
  }
}

/** The declarations of SPARQL, which stand before an operation and say nothing of what it does. */
const DECLARATIONS = /\b(?:prefix\s+[^\s:<]*:\s*|base\s*)<[^<>\s]*>/gi
const SPARQL_READS: ReadonlySet<string> = new Set(['select', 'ask', 'construct', 'describe'])
const SPARQL_UPDATES = list(data.sparqlUpdates)

type Form = (rest: string[]) => boolean

const nextWords = (words: Readonly<Record<string, string | string[]>>): Record<string, Form> =>
  Object.fromEntries(
    Object.entries(words).map(([first, all]) => {
      const known = list(all)
      return [first, ([next = '']: string[]) => known.has(next)]
    }),
  )

const writes = (words: readonly string[]) => words.some((word) => WRITING.has(word))

const OBJECTS = list(data.objects)
/** Words of sentences that begin like a statement of two words: "Truncate the text". */
const PROSE = list(data.prose)

/**
 * For each first word of an SQL statement, a test of the words after it. If the test fails, the text is ordinary
 * language.
 */
const FORMS: Record<string, Form> = {
  ...nextWords(data.next),
  select: (rest) => rest.includes('from') || rest.length === 0 || rest.includes(CALLED_ORDER),
  delete: (rest) => list(data.next.delete).has(rest[0] ?? '') || rest[1] === 'from',
  insert: (rest) =>
    list(data.next.insert).has(rest[0] ?? '') || rest[1] === 'values' || rest.includes('where'),
  with: (rest) =>
    (rest.includes('as') && rest.some((word) => WRITING.has(word) || word === 'select')) ||
    (rest.includes('where') && writes(rest)),
  unwind: (rest) => rest.includes('return') || writes(rest),
  optional: (rest) => rest[0] === 'match' && (rest.includes('return') || writes(rest)),
  begin: (rest) => writes(rest),
  declare: (rest) => writes(rest),
  prepare: (rest) => writes(rest),
  for: ([, next, ...rest]) => next === 'in' && rest.some((word) => WRITING.has(word) || word === 'return'),
  merge: (rest) => rest[0] === 'into' || rest.includes('return') || rest.includes('set'),
  update: (rest) => rest.includes('set'),
  create: ([next = '', after]) => OBJECTS.has(next) || (next === 'or' && after === 'replace'),
  truncate: (rest) =>
    OBJECTS.has(rest[0] ?? '') || (rest.length > 0 && !rest.some((word) => PROSE.has(word))),
  grant: (rest) => rest.includes('to') && rest.length > 2,
  revoke: (rest) => rest.includes('from') && rest.length > 2,
  copy: (rest) => rest.includes('to') || rest.includes('from'),
  explain: (rest) => rest.some((word) => WRITING.has(word) || word === 'select'),
  exec: (rest) => rest.length > 0,
  execute: (rest) => rest.length > 0,
  call: (rest) => rest.length > 0,
  shutdown: (rest) => rest.length === 0,
  vacuum: (rest) => rest.length < 3,
  match: (rest) => rest.includes('return') || rest.some((word) => WRITING.has(word)),
  prefix: (rest) => rest.some((word) => SPARQL_UPDATES.has(word) || SPARQL_READS.has(word)),
  ask: (rest) => rest.includes('where') && rest.length > 2,
  construct: (rest) => rest.includes('where'),
}

/** A pattern of Cypher, which needs no further word: `CREATE (n:User)`, `MERGE (n {id: 1})`. */
const CYPHER = /^\s*(?:create|merge|detach delete|remove)\s*\(\s*(?:\w+\s*)?[:{)]/i

const PRIVILEGES = list(data.privileges)

/** Whether the words after `grant` or `revoke` name a privilege, an object and the user: `select on pets to ann`. */
const givesPrivilege =
  (before: 'to' | 'from'): Form =>
  ([first = '', ...rest]) => {
    const isPrivilege = first === 'all' ? /^(?:on|privileges)$/.test(rest[0] ?? '') : PRIVILEGES.has(first)
    return isPrivilege && rest.includes('on') && rest.lastIndexOf(before) > rest.indexOf('on')
  }

/**
 * For each first word of a statement that writes, a test of the words after it. If the test succeeds, the text cannot
 * be ordinary language. Such a statement is recognised in capitals and in lower case.
 */
const PLAIN_FORMS: Record<string, Form> = {
  ...nextWords(data.certainNext),
  update: (rest) => rest.indexOf('set') === 1,
  grant: givesPrivilege('to'),
  revoke: givesPrivilege('from'),
  load: ([next, after]) => next === 'data' && (after === 'infile' || after === 'local'),
  [EXECUTED_COMMENT]: () => true,
}

const MAY_BEGIN = patternOfTexts(Object.keys(FORMS))

/** Whether a text contains a word that can begin a statement. This quick test rejects most texts. */
export const mayBeSql = (text: string): boolean => MAY_BEGIN.test(text)

/**
 * Whether a text is meant as SQL, Cypher or SPARQL. If `isNamed` is true, something else shows that the text is a
 * query, such as the name of its member. The text may then be in lower case. If `isNamed` is false, the first word must
 * be in capitals, because "Select a colour from the list" is not SQL.
 */
export function isSqlText(text: string, isNamed: boolean): boolean {
  const beginning = text.slice(0, BEGINNING_CHARS)
  if (!mayBeSql(beginning)) return false
  const [statement = []] = statementsOf(beginning)
  const [first = '', ...rest] = statement
  if (!isNamed && first !== first.toUpperCase()) return false
  if (CYPHER.test(beginning.slice(afterComments(beginning)))) return true
  const word = first.toLowerCase()
  return Object.hasOwn(FORMS, word) && FORMS[word]!(rest.map((one) => one.toLowerCase()))
}

/** Signs of a program: a call, a block, an arrow, a comparison, an assignment or a pipe. */
const PROGRAM = /\w\(|=>|[;{}|$]|[=!<>]=|\s:?=\s/
const PIPED_READS = list(data.pipedReads)

/**
 * Whether the text of a whole body may be a program of a language that is not read here. A program changes something unless
 * it is known to read, so such a text counts as a write. Queries of which each part after a `|` is known to read do not.
 */
export function mayBeProgram(text: string): boolean {
  const beginning = text.slice(0, BEGINNING_CHARS)
  if (DOT_COMMAND.test(beginning)) return true
  if (/^\s*[[{<]/.test(beginning) || !PROGRAM.test(beginning)) return false
  const piped = [...beginning.matchAll(/\|>?\s*([a-z-]+)/gi)].map(([, word]) => word!.toLowerCase())
  return piped.length === 0 || !piped.every((word) => PIPED_READS.has(word.replaceAll('-', '')))
}

/** A command of Kusto at the start of a text, of a line or of a statement. Only `.show` reads. */
const DOT_COMMAND = /(?:^|[\n\r;])[^\S\n\r]*\.(?!show\b)[a-z-]+\s/i
/** Stages and operators of MongoDB that write or run code. */
const OPERATOR = /\$(?:out|merge|function|accumulator|eval)\b/
/** Words of orders in programs. Words that programs also read with, such as `merge` and `set`, are not among them. */
const PROGRAM_ORDERS = list(data.programOrders)

/** Whether a script has an operator, a command or a word of an order, also in its strings. */
export function scriptWrites(text: string): boolean {
  if (text.length > MAX_CHARS || OPERATOR.test(text) || DOT_COMMAND.test(text)) return true
  const isPipeline = /^\s*\[\s*\{\s*["']?\$/.test(text)
  return !isPipeline && wordsOf(text).some((word) => PROGRAM_ORDERS.has(word))
}

/** Whether a text under the name of a query is a program that writes, and no search for words. */
export function isWritingProgram(text: string): boolean {
  const beginning = text.slice(0, BEGINNING_CHARS)
  const [first = '', next] = statementsOf(beginning)[0] ?? []
  if (next !== undefined && first === first.toUpperCase() && FIRST_ORDERS.has(first.toLowerCase()))
    return true
  return (OPERATOR.test(text) || mayBeProgram(text)) && scriptWrites(text)
}

const FIRST_ORDERS: ReadonlySet<string> = new Set([...PROGRAM_ORDERS, ...list(data.firstOrders)])

/** First words of statements that need no further word of SQL, so that a sentence may be one: "Call back", "Copy to Bob". */
const LIKE_PROSE = /^\s*(?:call|exec|execute|copy|create|grant|revoke|explain|rename|show)\s/i

/** Whether a text may be a sentence although its first word begins a statement, because it has no sign of a program. */
export const isLikeProse = (text: string): boolean => LIKE_PROSE.test(text) && !/\w\(|[;=@*]/.test(text)

/**
 * Commands that write after a `|`, in Splunk and in a shell. Words of `WRITING` also count; they are not repeated here.
 */
const PIPED = list(data.piped)

const COMMAND = /(?:^\s*\.|[\n\r;][^\S\n\r]*\.|\|\s*)([a-z]+)/gi

function isWritingStatement(text: string): boolean {
  const [[first = '', ...rest] = []] = statementsOf(text.slice(0, BEGINNING_CHARS))
  return isPlainForm([first, ...rest])
}

function isPlainForm([first = '', ...rest]: string[]): boolean {
  const form = Object.hasOwn(PLAIN_FORMS, first.toLowerCase()) ? PLAIN_FORMS[first.toLowerCase()] : undefined
  return form?.(rest.map((one) => one.toLowerCase())) === true
}

/**
 * The effect of a value that is expected to be ordinary text. The value writes if it has one of these:
 * - an SQL statement that writes, at the start or after a semicolon
 * - a command of a log search that writes, after a `|`: `| delete`
 * - a command of Kusto that writes, at the start of the text, of a line or of a statement after a dot: `.drop table`
 * - under the name of a query, a program that writes: `g.V().drop()`
 *
 * If a statement at the start could be ordinary language, it counts only in capitals, or if the name of the value is that
 * of a query (`isNamed`).
 */
export function readInjection(text: string, isNamed = false): SqlReading {
  const [first = '', ...rest] = text.slice(0, MAX_CHARS).split(';')
  const statements = [
    ...(isSqlText(first, isNamed && !isLikeProse(first)) || isWritingStatement(first) ? [first] : []),
    ...rest.filter((one) => isSqlText(one, true)),
  ]
  const found = statements.map(readSql)
  const isProgram = isNamed && isWritingProgram(text)
  const commands = [...text.slice(0, MAX_CHARS).matchAll(COMMAND)].map(([, word]) => word!.toLowerCase())
  return {
    isRead:
      !isProgram &&
      found.every(({ isRead }) => isRead) &&
      !commands.some((word) => WRITING.has(word) || PIPED.has(word)),
    isDestructive:
      isProgram ||
      found.some(({ isDestructive }) => isDestructive) ||
      commands.some((word) => DESTRUCTIVE.has(word)),
  }
}

/**
 * Signs that servers differ in where strings and comments end: backslashes, comments of single languages, `--` in a
 * pattern of Cypher, quotes of single servers (`$$`, `[`, `q'`, three quotes), quotes in IRIs, rare line ends.
 */
const UNSURE =
  /[\\#[\u0085\u2028\u2029]|\/\/|\r(?!\n)|--(?![ \t\r\n]|$)|\)\s*<?--|\$[^\s$]*\$|q'|'''|"""|<[^\s<>'"]*['"]/i

/**
 * The words of each statement, without strings, quoted names and comments. A comment that servers execute, or that is
 * not closed, becomes `EXECUTED_COMMENT`. If it is not certain where strings and comments end (`UNSURE`, or a quote or
 * another comment inside a comment), the words in them are returned too. So are those of a statement that writes in a
 * string that a function takes. Comments at the start are left out in any case.
 */
function statementsOf(text: string, isPlain = !UNSURE.test(text.slice(afterComments(text)))): string[][] {
  const statements: string[][] = [[]]
  let at = afterComments(text)
  let before = ''
  while (at < text.length) {
    const char = text[at]!
    const pair = text.slice(at, at + 2)
    const start = at
    if (isPlain && (char === "'" || char === '"' || char === '`')) {
      at = afterQuoted(text, at)
      if (before === '(' || before === ',') {
        const inside = text.slice(start + 1, at).match(/[\p{L}_]+/gu) ?? []
        if (isPlainForm(inside)) statements.at(-1)!.push(...inside)
      }
    } else if (isPlain && pair === '--') {
      at = afterLine(text, at)
      if (hidesQuote(text.slice(start + 2, at))) return statementsOf(text, false)
    } else if (pair === '/*') {
      const end = text.indexOf('*/', at + 2)
      if (end < 0 || isExecuted(text, at)) statements.at(-1)!.push(EXECUTED_COMMENT)
      else if (isPlain && hidesQuote(text.slice(at + 2, end))) return statementsOf(text, false)
      at = !isPlain ? at + 2 : end < 0 ? text.length : end + 2
    } else if (char === ';') {
      statements.push([])
      at++
    } else if (isWordStart(char)) {
      const end = endOfWord(text, at)
      const word = text.slice(at, end)
      statements.at(-1)!.push(word)
      if (isCalledOrder(word, text, end)) statements.at(-1)!.push(CALLED_ORDER)
      at = end
    } else at++
    if (/\S/.test(char)) before = char
  }
  return statements.filter((words) => words.length > 0)
}

/** Whether a comment has a quote or another comment, so that servers may differ in where it ends. */
const hidesQuote = (comment: string) => /['"`]|\/\*/.test(comment)

const isExecuted = (text: string, at: number) => /^(?:[!+]|M!)/i.test(text.slice(at + 2, at + 4))

/** The position after the comments at the start of a text. No statement begins with the sign of a comment. */
function afterComments(text: string): number {
  for (let at = 0; ; ) {
    while (at < text.length && /\s/.test(text[at]!)) at++
    const pair = text.slice(at, at + 2)
    const isLine = pair === '--' || pair === '//' || text[at] === '#'
    if (!isLine && (pair !== '/*' || isExecuted(text, at))) return at
    const end = isLine ? nextLine(text, at) : text.indexOf('*/', at + 2) + 2
    if (end < at + 2 && !isLine) return at
    at = end
  }
}

function nextLine(text: string, start: number): number {
  for (let at = start; at < text.length; at++) if (text[at] === '\n' || text[at] === '\r') return at
  return text.length
}

/**
 * The position after a quoted text that starts at `start`. A doubled quote does not end the text. If no quote ends the
 * text, returns the position after the opening quote, so that an open quote cannot hide words.
 */
function afterQuoted(text: string, start: number): number {
  const quote = text[start]!
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== quote) continue
    if (text[at + 1] !== quote) return at + 1
    at++
  }
  return start + 1
}

/**
 * The position after a comment that begins with `-- `. This is the end of its line. Some servers do not support
 * comments that begin with `#`, with `//`, or with `--` without a space. Such a comment is therefore not skipped, and
 * its words count.
 */
function afterLine(text: string, start: number): number {
  const after = text[start + 2]
  if (after !== undefined && !/\s/.test(after)) return start + 1
  return nextLine(text, start)
}

/**
 * Whether a word of several parts is called as a function and is an order, at its beginning, its end, or behind the name of
 * a library: `cancel_order`, `lo_unlink`, `pg_terminate_backend`. Functions on data are none: `array_remove`, `date_add`.
 */
function isCalledOrder(word: string, text: string, end: number): boolean {
  const isCall = text[end] === '(' || (text[end] === ' ' && text[end + 1] === '(')
  if (!isCall || !/_|[a-z][A-Z]/.test(word)) return false
  const words = wordsOf(word)
  return !words.some((one) => OF_DATA.has(one)) && (isCommand(word) || words.slice(1).some(isPureVerb))
}

/** Words in the names of functions that make a new value of a value. */
const OF_DATA = list(data.dataFunctions)

const isWordStart = (char: string) => /[\p{L}_]/u.test(char)

function endOfWord(text: string, start: number): number {
  let end = start
  while (end < text.length && /[\p{L}\p{N}_$]/u.test(text[end]!)) end++
  return end
}
