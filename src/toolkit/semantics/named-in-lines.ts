import type { NamedValue } from './named-in-markup.js'

/** A line of YAML, of headers or of properties: its indent, name and value. */
const LINE =
  /^([ \t]*(?:-[ \t]+)*)["']?([\p{L}\p{M}\w](?:[\p{L}\p{M}\w.-]| (?! )){0,60})["']?[ \t]*(?::(?=[ \t])|:$|=)(.*)$/u
const ITEM = /^[ \t]*-[ \t]+/
/** JSON, markup and GraphQL: their names and values are found by their own signs. */
const OTHER = /^\s*(?:#[^\n]*\n\s*)*(?:\[(?![\w .:-]+\]\s)|[{<]|(?:query|mutation|subscription|fragment)\b)/
const BLOCK = /^[|>][\d+-]*$/
const NUMBER = /^-?\d+(?:\.\d+)?$/
const SCHEME = /^(?:basic|bearer|digest|token)\s+\S+$/i

/** A name without a value on its line: the deeper lines below have it, all of them if it is a block. */
interface OpenName {
  name: string
  indent: number
  isBlock: boolean
}

/**
 * The named values of lines such as `password: x` and `PASSWORD=x`, and of the lists and blocks of YAML below a name. A
 * value with spaces counts only beside another such line: in prose, words follow a colon.
 */
export function inLines(text: string): NamedValue[] {
  if (OTHER.test(text)) return []
  const found: NamedValue[] = []
  let open: OpenName | undefined
  let start = 0
  for (const line of text.split('\n')) {
    const [, lead = '', name, written = ''] = LINE.exec(line) ?? []
    const indent = line.length - line.trimStart().length
    const item = ITEM.exec(line)?.[0]
    if (open && line.trim() !== '' && indent < open.indent + (item === undefined ? 1 : 0)) open = undefined
    if (name !== undefined && !open?.isBlock) {
      const value = written.trim()
      open = isOpen(value) ? { name, indent: lead.length, isBlock: value !== '' } : undefined
      if (!open)
        add(found, { name, written, start: start + line.trimEnd().length - written.trimEnd().length })
    } else if (open) {
      const from = item !== undefined && !open.isBlock ? item.length : indent
      add(found, { name: open.name, written: line.slice(from), start: start + from })
    }
    start += line.length + 1
  }
  return found.length > 1 ? found : found.filter(({ value }) => !/\s/.test(value) || SCHEME.test(value))
}

const isOpen = (value: string) => value === '' || BLOCK.test(value)

/** A member of a flow without quotes: `{user: ann, token: x}`. */
const FLOW = /(?<![\w.-])([\w.-]+):[ \t]+([^\s,{}[\]"'][^,{}[\]"'\n]*)/g

const QUOTED = /^\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)')/

/** Adds a value without its quotes and the comment behind it. Variables of GraphQL and nested objects are none. */
function add(
  found: NamedValue[],
  { name, written, start }: { name: string; written: string; start: number },
): void {
  const [whole, double, single] = QUOTED.exec(written) ?? []
  const inQuotes = double ?? single
  const text = inQuotes ?? written.split(' #', 1)[0]!.trim()
  if (inQuotes === undefined && /^(?:\[|\{(?!\{))/.test(text))
    for (const { 0: member, 1: inner = '', 2: value = '', index } of written.matchAll(FLOW))
      add(found, { name: inner, written: value, start: start + index + member.length - value.length })
  if (text === '' || (inQuotes === undefined && /^(?:\$|\[|\{(?!\{))/.test(text))) return
  const at = start + (whole === undefined ? written.indexOf(text) : whole.length - 1 - text.length)
  const isNumber = whole === undefined && NUMBER.test(text)
  const value = double === undefined ? text : unescaped(double)
  found.push({ name, value, isNumber, start: at, end: at + text.length })
}

/** A string as JSON writes it, without its escapes. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
