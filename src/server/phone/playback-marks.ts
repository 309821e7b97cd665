/** A position in the audio of a message. */
export interface MarkedPosition {
  itemId: string
  endMs: number
}

/** One mark per this many frames of 20 ms: a word lasts about 300 ms. */
const FRAMES_PER_MARK = 5
/** Marks that a carrier has not returned; it returns them in order. */
const MAX_OPEN = 1_000

/** Positions that a carrier reports as played, by the name of their mark. */
export class PlaybackMarks {
  readonly #open = new Map<string, MarkedPosition>()
  #frames = 0
  #count = 0

  /** A frame was sent. Returns the name of the mark to send after it, if any. */
  sent(position: MarkedPosition): string | undefined {
    this.#frames += 1
    if (this.#frames % FRAMES_PER_MARK !== 0) return undefined
    this.#count += 1
    const name = `m${this.#count}`
    this.#open.set(name, position)
    if (this.#open.size > MAX_OPEN) this.#open.delete(this.#open.keys().next().value!)
    return name
  }

  /** The position of a mark that the carrier returned; `undefined` for one of audio that was dropped. */
  played(name: string): MarkedPosition | undefined {
    const position = this.#open.get(name)
    this.#open.delete(name)
    return position
  }

  /** The carrier drops its audio, and returns the marks of it without having played it. */
  clear(): void {
    this.#open.clear()
  }
}
