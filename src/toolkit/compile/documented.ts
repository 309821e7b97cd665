import { type DocumentedFacts, parseDocumentedFacts } from './documented-facts.js'
import { schemaOfTypeName } from './placeholders.js'

/**
 * The facts about parameters in the description of an item. The keys are the names as the description writes them, and
 * the paths of members: `customer.name`, and for `body.items[].id` also `items.id`.
 */
export type Documented = ReadonlyMap<string, DocumentedFacts>

const NOTHING: Documented = new Map()

/** Reads the tables and lists of parameters in a Markdown description. Skips sections about responses. */
export function readDocumented(description: string): Documented {
  if (!/[|\n]/.test(description)) return NOTHING
  const found = new Map<string, DocumentedFacts>()
  let columns: Columns | undefined
  let isAnswer = false
  for (const line of description.split('\n')) {
    if (isHeading(line)) isAnswer = /response|returns|answer|error|status code/i.test(line)
    const cells = cellsOf(line)
    if (!cells) columns = undefined
    if (isAnswer) continue
    const row = cells ? fromRow(cells, columns) : fromBullet(line)
    if (cells && !columns) columns = columnsOf(cells)
    else if (row && !found.has(row.name)) found.set(row.name, row.facts)
  }
  for (const [name, facts] of [...found]) {
    const path = name.replace(/^body\./, '').replace(/\[\w*\]/g, '')
    if (!found.has(path)) found.set(path, facts)
  }
  return found
}

/**
 * Removes the lines that describe parameters from a description, such as `- name (string, required): …`. The
 * descriptions of the parameters already have this text.
 */
export function withoutParameterList(description: string): string {
  return description
    .split('\n')
    .filter((line) => !isParameterLine(line))
    .join('\n')
}

function isParameterLine(line: string): boolean {
  const [lead] = BULLET.exec(line) ?? []
  const hints = lead === undefined ? undefined : HINTS.exec(line.slice(lead.length))?.[1]
  const words = hints?.split(/[,;|]/).map((word) => word.trim()) ?? []
  const isTyped = words.some((word) => /^(?:required|optional)$/.test(word) || schemaOfTypeName(word))
  return isTyped && fromBullet(line) !== undefined
}

interface Columns {
  name: number
  type: number
  required: number
  /** Whether the header of this column is `Optional`, so that `yes` means the opposite. */
  isOptional: boolean
  text: number
  values: number
  default: number
}

const isHeading = (line: string) => /^\s*(#{1,6}\s|\*\*[^*]+\*\*:?\s*$)|:\s*$/.test(line)

function cellsOf(line: string): string[] | undefined {
  const text = line.trim()
  if (!text.includes('|') || !/^\|.*\|?$/.test(text)) return undefined
  return text
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())
}

/**
 * The index of each kind of column, found by the header of the column; -1 if there is no such column. If no
 * header says which column has the names, it is column 0.
 */
function columnsOf(head: string[]): Columns {
  const at = (pattern: RegExp) => head.findIndex((title) => pattern.test(title.replace(/[*`_]/g, '').trim()))
  const name = at(
    /^(name|param(eter)?|field|key|query|property|variable|header|attribute|argument|member)s?( name)?$/i,
  )
  const required = at(/required|mandatory|optional/i)
  return {
    name: Math.max(name, 0),
    type: at(/^(data )?type|^format$/i),
    required,
    isOptional: !/required|mandatory/i.test(head[required] ?? ''),
    text: at(/description|notes?|meaning|details|comment|explanation/i),
    values: at(/values|enum|options/i),
    default: at(/^default/i),
  }
}

function fromRow(
  cells: string[],
  columns: Columns | undefined,
): { name: string; facts: DocumentedFacts } | undefined {
  if (!columns || cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined
  const cell = (index: number) => (index < 0 ? '' : (cells[index] ?? ''))
  const name = plainName(cell(columns.name))
  if (!name) return undefined
  const values = cell(columns.values)
  const text = cell(columns.text)
  const facts = parseDocumentedFacts(values ? `${text} Possible values: ${values}` : text)
  const type = schemaOfTypeName(cell(columns.type).replace(/[`*]/g, ''))
  const required = requiredIn(cell(columns.required), {
    isOptional: columns.isOptional,
    name: cell(columns.name),
  })
  const byDefault = cell(columns.default).replace(/[`"*]/g, '')
  return {
    name,
    facts: {
      ...facts,
      ...(type ? { type } : {}),
      ...(required === undefined ? {} : { required }),
      ...(byDefault && !/^[-–—]+$|^none$|^n\/a$/i.test(byDefault) ? { default: byDefault } : {}),
      text,
    },
  }
}

/**
 * Whether a parameter is required. The cell `yes`, `true`, `required` or `✓`, or an asterisk after the name, says that
 * it is. In a column of optional parameters, `yes` says that it is not.
 */
function requiredIn(
  cell: string,
  { isOptional, name }: { isOptional: boolean; name: string },
): boolean | undefined {
  const text = cell.replace(/[*`]/g, '').trim()
  if (/^(required|mandatory)\b/i.test(text)) return true
  if (/^optional\b/i.test(text)) return false
  if (/^(yes|true|y|x)\b|^[✓✔✅]/iu.test(text)) return !isOptional
  if (/^(no|false|n)\b|^[✗❌]/iu.test(text)) return isOptional
  if (/^[-–—]/u.test(text) && !isOptional) return false
  return /(?<!\*)\*$/.test(name.trim()) ? true : undefined
}

const BULLET = /^\s*[-*+]\s+[`*_]*([\w$][\w.[\]$-]*)[`*_]*/
const HINTS = /^\s*[([]([^)\]]*)[)\]]/
const SEPARATOR = /^\s*(?::|–|—|(?<=\s)-\s)/

/** Parses a line such as `- name (string, required): what it is`. */
function fromBullet(line: string): { name: string; facts: DocumentedFacts } | undefined {
  const [lead, name] = BULLET.exec(line) ?? []
  if (lead === undefined || name === undefined) return undefined
  const behindName = line.slice(lead.length)
  const [brackets = '', hints = ''] = HINTS.exec(behindName) ?? []
  const [separator] = SEPARATOR.exec(behindName.slice(brackets.length)) ?? []
  if (separator === undefined) return undefined
  const text = behindName.slice(brackets.length + separator.length).trim()
  const facts = parseDocumentedFacts(text)
  const words = hints.split(/[,;|]/).map((word) => word.trim())
  const type = words.map(schemaOfTypeName).find((schema) => schema !== undefined)
  const required = words.includes('required') ? true : words.includes('optional') ? false : facts.required
  return {
    name,
    facts: { ...facts, ...(type ? { type } : {}), ...(required === undefined ? {} : { required }) },
  }
}

function plainName(cell: string): string | undefined {
  return /^[`*_]{0,2}([\w$][\w.[\]$-]*)/.exec(cell)?.[1]
}
