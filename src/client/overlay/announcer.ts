import type { OverlayTexts } from '../../languages/overlay-texts.js'
import { showHidden } from '../../text/visible.js'
import type { ClientState } from '../client-state.js'
import type { ViewItem } from '../state.js'
import { element, setText } from './dom.js'
import { readableName } from './tool-words.js'

/** Number of last items that can still become final. */
const RECENT = 20

/** Announces final items to screen readers: complete answers, approval requests, failures. Never streaming text. */
export class Announcer {
  readonly node = element('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
  /** Items already announced, or present when the overlay opened. */
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
    // Many items at once come from a resumed session; only the last two are announced.
    if (sentences.length > 0) setText(this.node, sentences.slice(-2).join(' '))
  }

  /** Announces a sentence that is not an item. */
  say(sentence: string): void {
    setText(this.node, sentence)
  }

  /** `''` for items without an announcement, `undefined` for items that are not final. */
  #sentenceOf(item: ViewItem): string | undefined {
    if (item.kind === 'approval') return this.texts.approval.question(readableName(showHidden(item.name)))
    if (item.kind === 'tool') return item.status === 'running' ? undefined : ''
    if (item.partial) return undefined
    return item.role === 'assistant' ? item.text : ''
  }
}
