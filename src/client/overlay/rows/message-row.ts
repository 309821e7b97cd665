import type { MessageView } from '../../state.js'
import { element, setShown } from '../dom.js'
import { MessageText } from '../message-text.js'
import type { OverlayTexts } from '../texts.js'

/** Something said or typed. Provisional text looks provisional until it is final. */
export class MessageRow {
  readonly node: HTMLElement
  readonly #text = new MessageText()
  readonly #note: HTMLElement

  constructor(view: MessageView, texts: OverlayTexts) {
    const isUser = view.role === 'user'
    this.#note = element('p', { class: 'note' }, isUser ? texts.unsent : texts.interrupted)
    this.node = element(
      'div',
      { class: `row ${view.role}`, role: 'article' },
      element('span', { class: 'unseen' }, `${isUser ? texts.you : texts.agent}: `),
      isUser ? element('div', { class: 'bubble' }, this.#text.node) : this.#text.node,
      this.#note,
    )
    this.update(view)
  }

  update({ text, partial, interrupted, waits }: MessageView): void {
    this.#text.set(text)
    this.node.classList.toggle('partial', partial)
    // Its note shows only while the line is down: a message on its way is not worth a word.
    this.node.classList.toggle('unsent', waits === true)
    setShown(this.node, text !== '')
    setShown(this.#note, interrupted || waits === true)
  }
}
