import type { Clock } from '../../ports.js'
import type { UnnumberedEvent } from '../../protocol/events.js'
import type { Conversation } from '../agent/conversation.js'
import type { Item } from '../agent/events.js'
import type { SpeechError } from '../model/speech-error.js'
import type { ListenerEvent } from '../speech/listening/listener.js'
import type { Heard } from '../speech/listening/utterance.js'
import type { AudioBuffer } from './audio-buffer.js'

/** What the turns of a user act on. */
export interface UserTurnsOptions {
  conversation: Conversation
  /** Counts what waits for its words. */
  audio: Pick<AudioBuffer, 'recognize'>
  clock: Clock
  newId: (prefix: string) => string
  send: (event: UnnumberedEvent) => void
  /** Whether words that are not final may be shown. */
  showsPartials: () => boolean
  /** A sentence about a recognizer that failed. */
  sentenceFor: (error: SpeechError) => string
  /** Somebody speaks; what the agent says has to stop. */
  onStart: () => void
  /** The words of a turn are known; `turn` has how long that took. */
  onWords: (turn: HeardTurn) => void
  /** A turn without words: a noise that was taken for speech. */
  onNothing: () => void
  onFailure: (error: SpeechError) => void
}

/** A turn of the user with what it took to hear it. */
export interface HeardTurn {
  transcript: string
  /** Silence that was waited for. */
  silenceMs: number
  /** From the end of the turn to its words. */
  transcriptMs: number
  /** When the turn ended. */
  endedAt: number
}

/**
 * Writes what a user says as events and items of the protocol. An item stands in its place from the moment the turn ends; its words come when
 * the recognizer has them, also after the next turn has begun.
 */
export class UserTurns {
  readonly #options: UserTurnsOptions
  #itemId: string | undefined
  #shown = ''
  #startedMs = 0
  #waiting = 0

  constructor(options: UserTurnsOptions) {
    this.#options = options
  }

  /** Whether words of a turn that is over are still being worked out. */
  get waiting(): boolean {
    return this.#waiting > 0
  }

  /** Follows the listener. */
  take(event: ListenerEvent): void {
    if (event.type === 'speech-started') this.#start(event.audioStartMs)
    else if (event.type === 'partial') this.#showPartial(event.transcript)
    else if (event.type === 'speech-stopped') {
      const { send } = this.#options
      const id = this.#openItem()
      send({ type: 'input_audio_buffer.speech_stopped', audio_end_ms: event.audioEndMs, item_id: id })
      const seconds = Math.max(0, event.audioEndMs - this.#startedMs) / 1000
      this.commit(event.heard, { silenceMs: event.silenceMs, seconds })
    } else if (event.type === 'failed') this.#options.onFailure(event.error)
  }

  /** A turn is over: its item comes into the conversation, its words follow. */
  commit(heard: Promise<Heard>, { silenceMs, seconds }: { silenceMs: number; seconds: number }): void {
    const { conversation, audio, clock, send } = this.#options
    const id = this.#openItem()
    const shown = this.#shown
    this.#itemId = undefined
    this.#shown = ''
    const previousId = conversation.history.items.at(-1)?.id ?? null
    send({ type: 'input_audio_buffer.committed', item_id: id, previous_item_id: previousId })
    conversation.addItem(userItem(id, null))
    const endedAt = clock.now()
    this.#waiting += 1
    audio.recognize(seconds, heard)
    void heard.then((result) => {
      this.#waiting -= 1
      this.#finish(id, { result, shown, seconds, silenceMs, endedAt })
    })
  }

  /** The user has said nothing for a while; what was heard meanwhile becomes an item without words. */
  timeOut({ heardMs, timeoutMs }: { heardMs: number; timeoutMs: number }): void {
    const id = this.#openItem()
    this.#options.send({
      type: 'input_audio_buffer.timeout_triggered',
      audio_start_ms: Math.max(0, Math.round(heardMs - timeoutMs)),
      audio_end_ms: Math.round(heardMs),
      item_id: id,
    })
    this.commit(Promise.resolve({ transcript: '' }), { silenceMs: timeoutMs, seconds: timeoutMs / 1000 })
  }

  #start(audioStartMs: number): void {
    this.#startedMs = audioStartMs
    const id = this.#openItem()
    this.#options.send({
      type: 'input_audio_buffer.speech_started',
      audio_start_ms: audioStartMs,
      item_id: id,
    })
    this.#options.onStart()
  }

  #openItem(): string {
    this.#itemId ??= this.#options.newId('item')
    return this.#itemId
  }

  /** Deltas cannot be taken back, so only words that stand before the last one, and have not changed, are shown. */
  #showPartial(transcript: string): void {
    if (!this.#options.showsPartials()) return
    const stable = transcript.slice(0, transcript.lastIndexOf(' ') + 1)
    if (!stable.startsWith(this.#shown) || stable === this.#shown) return
    const delta = stable.slice(this.#shown.length)
    this.#shown = stable
    this.#showDelta(this.#openItem(), delta)
  }

  /** Clients that put captions together from deltas alone get the whole of it so. */
  #showDelta(id: string, delta: string): void {
    if (delta === '') return
    this.#options.send({
      type: 'conversation.item.input_audio_transcription.delta',
      item_id: id,
      content_index: 0,
      delta,
    })
  }

  #finish(
    id: string,
    turn: { result: Heard; shown: string; seconds: number; silenceMs: number; endedAt: number },
  ): void {
    const { clock, onWords, onNothing } = this.#options
    const { result, shown, seconds, silenceMs, endedAt } = turn
    if ('error' in result) {
      this.#fail(id, result.error)
      return
    }
    const { transcript } = result
    this.#complete(id, { transcript, shown, seconds })
    if (transcript) onWords({ transcript, silenceMs, endedAt, transcriptMs: clock.now() - endedAt })
    else onNothing()
  }

  #complete(
    id: string,
    { transcript, shown, seconds }: { transcript: string; shown: string; seconds: number },
  ): void {
    const { conversation, send } = this.#options
    if (transcript.startsWith(shown)) this.#showDelta(id, transcript.slice(shown.length))
    conversation.history.replace(userItem(id, transcript))
    if (!transcript) conversation.history.setAside(id)
    send({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: id,
      content_index: 0,
      transcript,
      usage: { type: 'duration', seconds },
    })
  }

  #fail(id: string, error: SpeechError): void {
    const { conversation, send, sentenceFor, onFailure } = this.#options
    conversation.history.setAside(id)
    const message = sentenceFor(error)
    send({
      type: 'conversation.item.input_audio_transcription.failed',
      item_id: id,
      content_index: 0,
      error: { type: 'transcription_error', code: error.failure.replaceAll('-', '_'), message },
    })
    onFailure(error)
  }
}

/** What the user said, as an item: `transcript` is there from the start, because clients crash without it. */
function userItem(id: string, transcript: string | null): Item {
  const content = [{ type: 'input_audio', transcript }]
  return { id, object: 'realtime.item', type: 'message', role: 'user', status: 'completed', content } as Item
}
