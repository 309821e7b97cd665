import { element } from './dom.js'
import { readLine, readStretches } from './text-blocks.js'

/** A paragraph that grows beyond this is broken at a space, so that the browser never lays out a long one again for every word. */
const MAX_PARAGRAPH_CHARS = 2_000

/**
 * The text of a message on screen. Lines that are complete are written once; only the last one changes while text streams in, so that a
 * long answer costs the same for every word.
 */
export class MessageText {
  readonly node = element('div', { class: 'text' })
  #text = ''
  #written = 0
  #inCode = false
  #afterBlank = false
  /** The code block that is being written. */
  #code: Element | undefined
  /** The unfinished last line; replaced as a whole. */
  #tail: Node[] = []

  /** Shows a text. One that goes on from the last is continued, any other begins anew. */
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
    this.#tail = []
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
    for (const node of this.#tail) node.parentNode?.removeChild(node)
    for (const list of this.node.querySelectorAll(':scope > ul:empty, :scope > pre:empty')) list.remove()
    this.#tail = []
  }

  #writeTail(): void {
    const rest = this.#text.slice(this.#written)
    // A fence, or what may become one, is nothing to show yet.
    if (rest === '' || /^\s*(`{1,2}$|```)/.test(rest)) return
    const afterBlank = this.#afterBlank
    const node = this.#writeLine(rest)
    this.#afterBlank = afterBlank
    if (node) this.#tail = [node]
  }

  #writeLine(line: string): Node | undefined {
    const { kind, text } = readLine(line, this.#inCode)
    if (kind === 'fence') {
      this.#inCode = !this.#inCode
      this.#code = undefined
      return undefined
    }
    if (kind === 'blank') {
      this.#afterBlank = true
      return undefined
    }
    const gap = this.#afterBlank && this.node.childElementCount > 0
    this.#afterBlank = false
    if (kind === 'code') return this.#append(this.#codeBlock(), document.createTextNode(`${text}\n`))
    const spaced = gap ? `${kind} gap` : kind
    if (kind === 'bullet')
      return this.#append(this.#list(), element('li', { class: spaced }, ...inline(text)))
    return this.#append(this.node, element('p', { class: spaced }, ...inline(text)))
  }

  #append(parent: Element, node: Node): Node {
    parent.append(node)
    return node
  }

  #list(): Element {
    const last = this.node.lastElementChild
    return last?.localName === 'ul' ? last : this.#made(element('ul'))
  }

  #codeBlock(): Element {
    if (this.#code?.parentNode !== this.node) this.#code = this.#made(element('pre', { tabindex: 0 }))
    return this.#code
  }

  #made(node: Element): Element {
    this.node.append(node)
    return node
  }
}

function inline(text: string): (Node | string)[] {
  return readStretches(text).map(({ kind, text: part }) =>
    kind === 'plain' ? part : element(kind, {}, part),
  )
}
