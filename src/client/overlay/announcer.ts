import { showHidden } from '../../text/visible.js'
import type { ClientState } from '../client-state.js'
import type { ViewItem } from '../state.js'
import { element, setText } from './dom.js'
import type { OverlayTexts } from './texts.js'
import { readableName } from './tool-words.js'

/** So many of the last items can still become final. */
const RECENT = 20

/** Tells screen readers what is final: whole answers, questions, trouble. Never text that still streams in. */
export class Announcer {
  readonly node = element('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
  /** Items that were said already, or stood there when the overlay opened. */
  readonly #said = new Set<string>()

  constructor(
    private readonly texts: OverlayTexts,
    items: readonly ViewItem[],
  ) {
    for (const item of items) this.#said.add(item.id)
  }

  update({ items }: ClientState): void {
    const sentences = items.slice(-RECENT).flatMap((item) => {
      const sentence = this.#said.has(item.id) ? undefined : this.#sentenceOf(item)
      if (sentence === undefined) return []
      this.#said.add(item.id)
      return sentence || []
    })
    // A whole history at once is one that was taken up again: nobody wants to hear all of it.
    if (sentences.length > 0) setText(this.node, sentences.slice(-2).join(' '))
  }

  /** Says something that is no item. */
  say(sentence: string): void {
    setText(this.node, sentence)
  }

  /** `''` for what needs no word, `undefined` for what is not final yet. */
  #sentenceOf(item: ViewItem): string | undefined {
    if (item.kind === 'approval') return this.texts.approval.question(readableName(showHidden(item.name)))
    if (item.kind === 'tool') return item.status === 'running' ? undefined : ''
    if (item.partial) return undefined
    return item.role === 'assistant' ? item.text : ''
  }
}
