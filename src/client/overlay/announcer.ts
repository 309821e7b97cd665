import type { OverlayTexts } from '../../languages/overlay-texts.js'
import { fillText } from '../../text/fill-text.js'
import type { ClientState } from '../client-state.js'
import type { ViewItem } from '../state.js'
import { element } from './dom.js'
import { callText } from './rows/approval-row.js'
import { type QuestionView, type ShownEntry, shownEntries } from './shown-entries.js'

/** Number of newest items that are checked for new content. Older items no longer change. */
const RECENT = 20

/** Announces final content and the connection to screen readers; nothing spoken, which the microphone would hear again. */
export class Announcer {
  readonly node = element('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' })
  /** Keys of the entries that were announced, or that were present when the overlay opened. */
  readonly #said = new Set<string>()
  #isReconnecting = false

  constructor(
    private readonly texts: OverlayTexts,
    items: readonly ViewItem[],
  ) {
    for (const entry of shownEntries(items)) this.#said.add(keyOf(entry))
  }

  update(state: ClientState): void {
    const sentences = shownEntries(state.items.slice(-RECENT)).flatMap((entry) => {
      const key = keyOf(entry)
      const sentence = this.#said.has(key) ? undefined : this.#sentenceOf(entry, state)
      if (sentence === undefined) return []
      this.#said.add(key)
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
    if (this.#isReconnecting) return was ? [] : [this.texts.reconnecting]
    return was && connection === 'open' ? [this.texts.ready] : []
  }

  /** The announcement of an item: `''` if the item is not announced, `undefined` if the item is not final. */
  #sentenceOf(item: ShownEntry, state: ClientState): string | undefined {
    if (item.kind === 'question') return this.#questionOf(item)
    if (item.kind === 'tool') return item.status === 'running' ? undefined : ''
    if (item.partial) return undefined
    return item.role === 'assistant' && !speaksAnswers(state) ? item.text : ''
  }

  /** What a question asks, with all its values: the user decides by what is heard. */
  #questionOf({ requests }: QuestionView): string {
    const { several } = this.texts.approval
    const calls = requests.map((request) => {
      const { fields = [], note } = request.question ?? {}
      const values = fields.map(({ name, value }) => `${name} ${value}`.trim())
      return [callText(request, this.texts), values.join(', '), note ?? ''].filter(Boolean).join(' ')
    })
    return [...(requests.length > 1 ? [fillText(several, { count: requests.length })] : []), ...calls].join(
      ' ',
    )
  }
}

function speaksAnswers({ mode, speech }: ClientState): boolean {
  return mode === 'voice' && (speech.out === 'server' || speech.out === 'browser')
}

/** What tells an entry from others. A question is announced again when more is known of it. */
const keyOf = (entry: ShownEntry): string =>
  entry.kind === 'question'
    ? entry.requests.map(({ id, question }) => `${id} ${question?.messageId}`).join()
    : entry.id
