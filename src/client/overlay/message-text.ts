import { element } from './dom.js'

/** A longer paragraph is split at a space, so that a new word does not make the browser lay out all of it again. */
const MAX_PARAGRAPH_CHARS = 2_000
const LINES_A_PART = 40

/** The text of a message. Complete lines are written once, so that the cost per word does not grow. */
export class MessageText {
  readonly node = element('div', { class: 'text' })
  #text = ''
  #written = 0
  #inCode = false
  #afterBlank = false
  #code: Element | undefined
  #tail: ChildNode | undefined

  /** Shows a text. A text that continues the shown text is appended; any other text replaces it. */
  set(text: string): void {
    if (text === this.#text) return
    if (!text.startsWith(this.#text)) this.#clear()
    this.#text = text
    this.#dropTail()
    for (let cut = this.#nextCut(); cut; cut = this.#nextCut()) {
      this.#writeLine(text.slice(this.#written, cut.end))
      this.#written = cut.next
    }
    this.#writeTail()
  }

  #clear(): void {
    this.node.replaceChildren()
    this.#tail = undefined
    this.#written = 0
    this.#inCode = false
    this.#code = undefined
    this.#afterBlank = false
  }

  #nextCut(): { end: number; next: number } | undefined {
    const start = this.#written
    const newline = this.#text.indexOf('\n', start)
    const limit = start + MAX_PARAGRAPH_CHARS
    if (newline >= 0 && newline <= limit) return { end: newline, next: newline + 1 }
    if (this.#text.length <= limit) return undefined
    const space = this.#text.lastIndexOf(' ', limit)
    return space > start ? { end: space, next: space + 1 } : { end: limit, next: limit }
  }

  #dropTail(): void {
    let node: ChildNode | undefined = this.#tail
    while (node && node !== this.node) {
      const parent: ParentNode & ChildNode = node.parentElement!
      node.remove()
      node = parent.hasChildNodes() ? undefined : parent
    }
    this.#tail = undefined
  }

  #writeTail(): void {
    const rest = this.#text.slice(this.#written)
    // A code fence is not shown. Backticks and bars alone are not shown yet, because they may become a fence or a rule.
    if (rest === '' || /^\s*(`{1,2}$|```|\|[ :|-]*$)/.test(rest)) return
    const afterBlank = this.#afterBlank
    this.#tail = this.#writeLine(rest)
    this.#afterBlank = afterBlank
  }

  #writeLine(line: string): ChildNode | undefined {
    const { kind, text } = parseTextBlock(line, this.#inCode)
    if (kind === 'fence') {
      this.#inCode = !this.#inCode
      this.#code = undefined
      return undefined
    }
    if (kind === 'blank') {
      this.#afterBlank = true
      return undefined
    }
    if (kind === 'rule') {
      this.#makeHead()
      return undefined
    }
    const gap = this.#afterBlank && this.node.hasChildNodes()
    this.#afterBlank = false
    if (kind === 'code') return append(this.#codeBlock(), document.createTextNode(`${text}\n`))
    const spaced = { class: gap ? `${kind} gap` : kind }
    if (kind === 'row') return append(this.#table(gap), tableRow(text))
    if (kind === 'bullet') return append(this.#list(), element('li', spaced, ...inline(text)))
    return append(this.#part(), element('p', { ...spaced, dir: 'auto' }, ...inline(text)))
  }

  /** The element for the next line: the last part, or a new one after `LINES_A_PART` lines. */
  #part(): Element {
    const last = this.node.lastElementChild
    const hasRoom = last !== null && last.childElementCount < LINES_A_PART
    return hasRoom ? last : append(this.node, element('div', { class: 'part' }))
  }

  #list(): Element {
    const last = this.node.lastElementChild?.lastElementChild
    const goesOn = last?.localName === 'ul' && last.childElementCount < LINES_A_PART
    return goesOn ? last : append(this.#part(), element('ul', { dir: 'auto' }))
  }

  #table(isNew: boolean): Element {
    const last = this.node.lastElementChild?.lastElementChild
    const table = !isNew && last?.className === 'table' ? last.firstElementChild : undefined
    if (table) return table
    const scroll = append(this.#part(), element('div', { class: 'table', dir: 'auto', tabindex: 0 }))
    return append(scroll, element('table'))
  }

  #makeHead(): void {
    const row = this.node.querySelector(':scope > :last-child > .table:last-child tr:only-child')
    for (const cell of row?.children ?? []) cell.replaceWith(element('th', {}, ...cell.childNodes))
  }

  #codeBlock(): Element {
    if (!this.#code || !this.node.contains(this.#code))
      this.#code = append(this.#part(), element('pre', { tabindex: 0 }))
    return this.#code
  }
}

function append<T extends ChildNode>(parent: Element, node: T): T {
  parent.append(node)
  return node
}

const tableRow = (text: string): Element =>
  element('tr', {}, ...cellsOf(text).map((cell) => element('td', {}, ...inline(cell))))

function inline(text: string): (Node | string)[] {
  return parseStyledTexts(text).map(({ kind, text: part, href }) => {
    if (kind === 'plain') return part
    if (kind === 'link') return element('a', { href, target: '_blank', rel: 'noreferrer' }, part)
    return element(kind, {}, part)
  })
}

/** How a line of an answer is shown. A `rule` is the line below the heads of a table. */
interface TextBlock {
  kind: 'paragraph' | 'bullet' | 'number' | 'heading' | 'row' | 'rule' | 'code' | 'fence' | 'blank'
  text: string
}

interface StyledText {
  kind: 'plain' | 'strong' | 'em' | 'code' | 'link'
  text: string
  /** The address of a link, always `https:` or `http:`. */
  href?: string
}

/** Parses a line of Markdown: list, heading, table, code, blank or paragraph. HTML stays text. */
export function parseTextBlock(line: string, inCode: boolean): TextBlock {
  if (/^\s*```/.test(line)) return { kind: 'fence', text: '' }
  if (inCode) return { kind: 'code', text: line }
  if (/^\s*$/.test(line)) return { kind: 'blank', text: '' }
  const [, heading] = /^#{1,6} +(.*)/.exec(line) ?? []
  if (heading !== undefined) return { kind: 'heading', text: heading }
  if (/^\s*\|[ :|-]+$/.test(line) && line.includes('-')) return { kind: 'rule', text: '' }
  const [, row] = /^\s*\|([^|].*)/.exec(line) ?? []
  if (row !== undefined) return { kind: 'row', text: row }
  const [, bullet] = /^\s*[-*•] +(.*)/.exec(line) ?? []
  if (bullet !== undefined) return { kind: 'bullet', text: bullet }
  const [, number] = /^\s*(\d{1,3}[.)] +.*)/.exec(line) ?? []
  return number === undefined ? { kind: 'paragraph', text: line } : { kind: 'number', text: number }
}

/** The cells of a row of a table, after its first bar: two for ` a | b |`. A bar in a cell is written `\\|`. */
export function cellsOf(row: string): string[] {
  const cells = ['']
  for (const [part] of row.matchAll(/\\\||[^\\|]+|[\\|]/g)) {
    if (part === '|') cells.push('')
    else cells[cells.length - 1] += part === '\\|' ? '|' : part
  }
  const texts = cells.map((cell) => cell.trim())
  return texts.length > 1 && texts.at(-1) === '' ? texts.slice(0, -1) : texts
}

/** Strong text, emphasis, code, a link with words, and a bare address, in this order. `2*3*4` is none of them. */
const MARKS =
  /\*\*([^*\s](?:[^*]*[^*\s])?)\*\*|\*([^*\s](?:[^*]*[^*\s])?)\*(?![*\w])|`([^`]+)`|\[([^[\]]+)\]\((https?:\/\/[^\s()]+)\)|(https?:\/\/[^\s<>"'`*|()[\]]*[^\s<>"'`*|()[\].,:;!?])/g

/** Strong text, emphasis, code, links and addresses of a line. Open marks and other schemes, such as `javascript:`, stay text. */
export function parseStyledTexts(text: string): StyledText[] {
  const texts: StyledText[] = []
  let end = 0
  for (const match of text.matchAll(MARKS)) {
    if (match.index > end) texts.push({ kind: 'plain', text: text.slice(end, match.index) })
    texts.push(styledText(match))
    end = match.index + match[0].length
  }
  if (end < text.length) texts.push({ kind: 'plain', text: text.slice(end) })
  return texts
}

function styledText([, strong, em, code, words, target, address]: RegExpMatchArray): StyledText {
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (em !== undefined) return { kind: 'em', text: em }
  if (code !== undefined) return { kind: 'code', text: code }
  const href = target ?? address ?? ''
  // Words that look like an address would hide where the link goes.
  const isPlain = words && !/[./。][\p{L}\p{N}]/u.test(visible(words))
  return { kind: 'link', text: visible(isPlain ? words : href), href }
}

/** A text without its invisible signs, some of which reverse what follows, and with ordinary letters and dots. */
const visible = (text: string): string => text.normalize('NFKC').replace(/\p{Cf}/gu, '')
