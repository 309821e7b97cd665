import type { OverlayTexts } from '../../languages/overlay-texts.js'
import { showHidden } from '../../text/visible.js'
import type { ClientState } from '../client-state.js'
import type { ViewItem } from '../state.js'
import { element } from './dom.js'
import { readableName } from './tool-words.js'

/** Number of newest items that are checked for new content. Older items no longer change. */
const RECENT = 20

/**
 * Announces final content to screen readers: complete answers, approval requests, the loss of the connection and its
 * return. Does not announce streaming text. Does not announce answers that the agent speaks: the voice of the screen
 * reader would also reach the microphone.
 */
export class Announcer {
  readonly node = element('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
  /** Ids of the items that were announced, or that were present when the overlay opened. */
  readonly #said = new Set<string>()
  #isReconnecting = false

  constructor(
    private readonly texts: OverlayTexts,
    items: readonly ViewItem[],
  ) {
    for (const item of items) this.#said.add(item.id)
  }

  update(state: ClientState): void {
    const sentences = state.items.slice(-RECENT).flatMap((item) => {
      const sentence = this.#said.has(item.id) ? undefined : this.#sentenceOf(item, state)
      if (sentence === undefined) return []
      this.#said.add(item.id)
      return sentence || []
    })
    // Many items at once come from a resumed session; only the last two are announced.
    this.#say([...this.#connectionSentence(state), ...sentences.slice(-2)])
  }

  /** Announces sentences. Writes a new element each time, because a live region announces the same text only once. */
  #say(sentences: string[]): void {
    if (sentences.length > 0) this.node.replaceChildren(element('p', {}, sentences.join(' ')))
  }

  #connectionSentence({ connection }: ClientState): string[] {
    const was = this.#isReconnecting
    this.#isReconnecting = connection === 'reconnecting'
    if (this.#isReconnecting) return was ? [] : [this.texts.reconnecting(0)]
    return was && connection === 'open' ? [this.texts.ready] : []
  }

  /** The announcement of an item: `''` if the item is not announced, `undefined` if the item is not final. */
  #sentenceOf(item: ViewItem, state: ClientState): string | undefined {
    if (item.kind === 'approval') return this.texts.approval.question(readableName(showHidden(item.name)))
    if (item.kind === 'tool') return item.status === 'running' ? undefined : ''
    if (item.partial) return undefined
    return item.role === 'assistant' && !speaksAnswers(state) ? item.text : ''
  }
}

function speaksAnswers({ mode, speech }: ClientState): boolean {
  return mode === 'voice' && (speech.out === 'server' || speech.out === 'browser')
}
