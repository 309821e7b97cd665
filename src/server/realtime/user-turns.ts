import type { Clock } from '../../ports.js'
import type { UnnumberedEvent } from '../../protocol/events.js'
import { trimEndOf } from '../../text/trim.js'
import type { Agent } from '../agent/agent.js'
import type { Conversation } from '../agent/conversation.js'
import type { HistoryItem } from '../agent/events.js'
import type { Guard } from '../model/guard.js'
import type { SpeechError } from '../model/speech-error.js'
import type { TurnSegmenterEvent } from '../speech/input/turn-segmenter.js'
import type { RecognizedUtterance } from '../speech/input/utterance.js'
import type { AudioBuffer } from './audio-buffer.js'
import { speechFailureSentence } from './speech-failures.js'
import type { EndedTurn, TurnContinuation } from './turn-continuation.js'

export interface UserTurnsOptions {
  conversation: Conversation
  continuation: Pick<TurnContinuation, 'end' | 'continued'>
  audio: Pick<AudioBuffer, 'recognize'>
  clock: Clock
  guard: Guard
  newId: (prefix: string) => string
  send: (event: UnnumberedEvent) => void
  isVoice: () => boolean
  agent: Pick<Agent, 'locale'>
  onStart: () => void
  onWords: (turn: RecognizedTurn) => void
  /** A turn without words, which is noise. `isWithdrawn`: whether the reply to the previous turn was withdrawn. */
  onNothing: (options: { itemId: string; isWithdrawn: boolean }) => void
  onFailure: (error: SpeechError) => void
}

export interface RecognizedTurn {
  itemId: string
  transcript: string
  silenceMs: number
  transcriptMs: number
  endedAt: number
}

interface PendingTurn {
  id: string
  shown: string
  seconds: number
  silenceMs: number
  endedAt: number
}

/** User turns as events and items: the item at the end of the turn, its transcript later. */
export class UserTurns {
  readonly #options: UserTurnsOptions
  #itemId: string | undefined
  #shown = ''
  #startedMs = 0
  #waiting = 0
  #continued: EndedTurn | undefined

  constructor(options: UserTurnsOptions) {
    this.#options = options
  }

  get waiting(): boolean {
    return this.#waiting > 0
  }

  take(event: TurnSegmenterEvent): void {
    if (event.type === 'speech-started') this.#start(event)
    else if (event.type === 'partial') this.#showPartial(event.transcript)
    else if (event.type === 'speech-stopped') {
      const { send } = this.#options
      const id = this.#openItem()
      send({
        type: 'input_audio_buffer.speech_stopped',
        audio_end_ms: Math.round(event.audioEndMs),
        item_id: id,
      })
      const seconds = Math.max(0, event.audioEndMs - this.#startedMs) / 1000
      this.commit(event.heard, { silenceMs: event.silenceMs, seconds })
    } else if (event.type === 'failed') this.#options.onFailure(event.error)
  }

  commit(
    heard: Promise<RecognizedUtterance>,
    { silenceMs, seconds }: { silenceMs: number; seconds: number },
  ): void {
    const { conversation, continuation, audio, clock, guard, send } = this.#options
    const id = this.#openItem()
    const shown = this.#shown
    this.#itemId = undefined
    this.#shown = ''
    send({ type: 'input_audio_buffer.committed', item_id: id })
    conversation.addItem(userItem(id, null))
    const turn = { id, shown, seconds, silenceMs, endedAt: clock.now() }
    const before = this.#continued
    this.#continued = undefined
    this.#waiting += 1
    guard(() => audio.recognize(seconds, heard))
    const recorded = Promise.all([heard, before?.heard]).then(([result, earlier]) => {
      this.#waiting -= 1
      return this.#finish(turn, { result, before, earlier: wordsOf(earlier) })
    })
    guard(() => recorded)
    continuation.end({ itemId: id, silenceMs, endedAt: turn.endedAt, heard: recorded })
  }

  /** Handles a user who was silent for `timeoutMs`: adds an item with an empty transcript for this silence. */
  timeOut({ processedMs, timeoutMs }: { processedMs: number; timeoutMs: number }): void {
    const id = this.#openItem()
    this.#options.send({
      type: 'input_audio_buffer.timeout_triggered',
      audio_start_ms: Math.max(0, Math.round(processedMs - timeoutMs)),
      audio_end_ms: Math.round(processedMs),
      item_id: id,
    })
    this.commit(Promise.resolve({ transcript: '' }), { silenceMs: timeoutMs, seconds: timeoutMs / 1000 })
  }

  #start({ audioStartMs, pauseMs }: TurnSegmenterEvent & { type: 'speech-started' }): void {
    this.#startedMs = audioStartMs
    this.#continued = this.#options.continuation.continued(pauseMs)
    const id = this.#openItem()
    this.#options.send({
      type: 'input_audio_buffer.speech_started',
      audio_start_ms: Math.round(audioStartMs),
      item_id: id,
    })
    this.#options.onStart()
  }

  #openItem(): string {
    this.#itemId ??= this.#options.newId('item')
    return this.#itemId
  }

  /** Leaves out the last word of a partial transcript: it may change, and a sent delta cannot be taken back. */
  #showPartial(transcript: string): void {
    if (!this.#options.isVoice()) return
    const stable = transcript.slice(0, transcript.lastIndexOf(' ') + 1)
    if (!stable.startsWith(this.#shown) || stable === this.#shown) return
    const delta = stable.slice(this.#shown.length)
    this.#shown = stable
    this.#showDelta(this.#openItem(), delta)
  }

  /** Some clients show captions only from these deltas, which together give the transcript in most cases. */
  #showDelta(id: string, delta: string): void {
    if (delta === '') return
    this.#options.send({
      type: 'conversation.item.input_audio_transcription.delta',
      item_id: id,
      content_index: 0,
      delta,
    })
  }

  /** Adds the transcript of a turn to its item. `earlier`: the transcript of the turn that it continues. */
  #finish(
    turn: PendingTurn,
    {
      result,
      before,
      earlier,
    }: { result: RecognizedUtterance; before: EndedTurn | undefined; earlier: string },
  ): RecognizedUtterance {
    const { conversation, clock, onWords, onNothing } = this.#options
    const continued = before && earlier && this.#withdraw(before, turn.id) ? before : undefined
    const isWithdrawn = continued !== undefined
    if ('error' in result) {
      this.#fail(turn.id, result.error)
      if (isWithdrawn) onNothing({ itemId: turn.id, isWithdrawn })
      return result
    }
    if (!result.transcript) {
      this.#complete(turn, '')
      onNothing({ itemId: turn.id, isWithdrawn })
      return result
    }
    const transcript = continued ? joinTranscripts(earlier, result.transcript) : result.transcript
    if (continued) conversation.deleteItem(continued.itemId)
    this.#complete(turn, transcript)
    const { silenceMs, endedAt } = turn
    onWords({ itemId: turn.id, transcript, silenceMs, endedAt, transcriptMs: clock.now() - endedAt })
    return { transcript }
  }

  /**
   * Withdraws the finished reply to a turn, because the user went on speaking. Returns false if a reply is running, or
   * the client has added something since (`canWithdraw`).
   */
  #withdraw({ itemId }: EndedTurn, keep: string): boolean {
    const { conversation } = this.#options
    if (conversation.replying || !conversation.canWithdraw(itemId, { keep })) return false
    conversation.withdraw(itemId, { keep })
    return true
  }

  #complete({ id, shown, seconds }: PendingTurn, transcript: string): void {
    const { conversation, send } = this.#options
    if (transcript.startsWith(shown)) this.#showDelta(id, transcript.slice(shown.length))
    conversation.log.append({ type: 'item-changed', item: userItem(id, transcript) })
    if (!transcript) conversation.log.append({ type: 'item-hidden', itemId: id })
    send({
      type: 'conversation.item.input_audio_transcription.completed',
      item_id: id,
      content_index: 0,
      transcript,
      usage: { type: 'duration', seconds },
    })
  }

  #fail(id: string, error: SpeechError): void {
    const { conversation, send, agent, onFailure } = this.#options
    conversation.log.append({ type: 'item-hidden', itemId: id })
    const message = speechFailureSentence(error, { stage: 'stt', locale: agent.locale })
    send({
      type: 'conversation.item.input_audio_transcription.failed',
      item_id: id,
      content_index: 0,
      error: { type: 'transcription_error', code: error.failure.replaceAll('-', '_'), message },
    })
    onFailure(error)
  }
}

const wordsOf = (result: RecognizedUtterance | undefined) =>
  result && 'transcript' in result ? result.transcript : ''

const joinTranscripts = (first: string, second: string) => `${trimEndOf(first, '.…。।')} ${second}`

/** The item of a user turn. Its `transcript` may be `null`, but is never absent: some clients crash without it. */
function userItem(id: string, transcript: string | null): HistoryItem {
  const content = [{ type: 'input_audio', transcript }]
  return {
    id,
    object: 'realtime.item',
    type: 'message',
    role: 'user',
    status: 'completed',
    content,
  } as HistoryItem
}
