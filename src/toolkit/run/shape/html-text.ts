import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

const names = (words: string) => new Set(words.split(' '))

const INVISIBLE = names('script style head template noscript svg iframe noembed noframes')
/** Invisible elements with code. They are left out even if they are not closed. */
const CODE = names('script style')
const BLOCKS = names(
  'br p div section article header footer main nav ul ol table tr h1 h2 h3 h4 h5 h6 form pre blockquote title',
)
const CELLS = names('td th')

/** The readable text of a page, title first, a line for each block. One pass without a tree, so no nesting overflows. */
export function htmlToText(html: string): string {
  const text = new PageText(html)
  const tokenizer = new Tokenizer({}, text)
  tokenizer.write(html)
  tokenizer.end()
  const [title, body] = [oneLine(text.title), linesOf(text.body)]
  return (title === '' || title === body[0] ? body : [title, ...body]).join('\n')
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

function linesOf(text: string): string[] {
  const lines = text.split('\n').map(oneLine)
  return lines.filter((line, index) => line !== '' && line !== lines[index - 1])
}

class PageText implements TokenizerCallbacks {
  readonly #html: string
  #visible = ''
  /** The text of the first title. Drawings in SVG may have further titles. */
  #title: string | undefined
  #inTitle = false
  /** The invisible element that is open: its name, its open nested namesakes, and its text, which counts if it never ends. */
  #hidden: { name: string; depth: number; text: string } | undefined

  constructor(html: string) {
    this.#html = html
  }

  get title(): string {
    return this.#title ?? ''
  }

  get body(): string {
    return this.#visible + (this.#hidden && !CODE.has(this.#hidden.name) ? this.#hidden.text : '')
  }

  ontext(start: number, end: number): void {
    this.#add(this.#html.slice(start, end).replace(/[ \t\r\n]+/g, ' '))
  }

  ontextentity(codePoint: number): void {
    this.#add(String.fromCodePoint(codePoint))
  }

  onopentagname(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    if (this.#hidden?.name === name) this.#hidden.depth++
    else if (this.#hidden?.name === 'head' && name === 'body') this.#hidden = undefined
    else if (!this.#hidden && INVISIBLE.has(name)) this.#hidden = { name, depth: 1, text: '' }
    if (name === 'title' && this.#title === undefined) {
      this.#title = ''
      this.#inTitle = true
    }
    this.#add(name === 'li' ? '\n- ' : separator(name))
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    this.#add(separator(name))
    if (name === 'title') this.#inTitle = false
    if (this.#hidden?.name !== name) return
    this.#hidden.depth--
    if (this.#hidden.depth === 0) this.#hidden = undefined
  }

  onselfclosingtag(): void {
    // `<svg/>` has no end tag, so the text after it is visible.
    if (this.#hidden?.name === 'svg' && --this.#hidden.depth === 0) this.#hidden = undefined
  }

  #add(text: string): void {
    if (this.#inTitle) this.#title += text
    else if (this.#hidden) this.#hidden.text += text
    else this.#visible += text
  }

  oncomment(): void {
    this.#add(' ')
  }

  onattribdata(): void {}
  onattribentity(): void {}
  onattribend(): void {}
  onattribname(): void {}
  oncdata(): void {}
  ondeclaration(): void {}
  onend(): void {}
  onopentagend(): void {}
  onprocessinginstruction(): void {}
}

const separator = (name: string) => (BLOCKS.has(name) ? '\n' : CELLS.has(name) ? ' ' : '')
