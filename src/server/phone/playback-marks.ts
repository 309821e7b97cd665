/** A position in the audio of a message. */
export interface MarkedPosition {
  itemId: string
  endMs: number
}

/** A mark is sent after this many frames of 20 ms. A word lasts about 300 ms. */
const FRAMES_PER_MARK = 5
/** Maximum number of marks that the carrier has not returned yet. It returns them in order. */
const MAX_OPEN = 1_000

/** Marks in the audio for a carrier, and their positions. When the carrier returns a mark, the audio before it was played. */
export class PlaybackMarks {
  readonly #open = new Map<string, MarkedPosition>()
  #frames = 0
  #count = 0

  /** Notes that a frame was sent. Returns the name of the mark to send after it, if any. */
  sent(position: MarkedPosition): string | undefined {
    this.#frames += 1
    if (this.#frames % FRAMES_PER_MARK !== 0) return undefined
    this.#count += 1
    const name = `m${this.#count}`
    this.#open.set(name, position)
    if (this.#open.size > MAX_OPEN) this.#open.delete(this.#open.keys().next().value!)
    return name
  }

  /** The position of a mark that the carrier has returned; `undefined` if its audio was dropped. */
  played(name: string): MarkedPosition | undefined {
    const position = this.#open.get(name)
    this.#open.delete(name)
    return position
  }

  /** Forgets all marks. The carrier drops its audio and then returns their marks, although it has not played that audio. */
  clear(): void {
    this.#open.clear()
  }
}
