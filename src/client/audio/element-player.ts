/** An `<audio>` element that plays streams: browsers can cancel its echo. It is made when it is first needed. */
export class ElementPlayer {
  #element: HTMLAudioElement | undefined
  #volume = 1
  #deviceId: string | undefined

  /** Creates the element. Call it inside a click or a key press. */
  unlock(): void {
    this.#element ??= newElement(this.#volume)
    this.#element?.play().catch(() => {})
  }

  play(stream: MediaStream): void {
    this.#element ??= newElement(this.#volume)
    if (!this.#element) return
    this.#element.srcObject = stream
    if (this.#deviceId !== undefined) this.#element.setSinkId(this.#deviceId).catch(() => {})
    this.#element.play().catch(() => {})
  }

  setVolume(volume: number): void {
    this.#volume = volume
    if (this.#element) this.#element.volume = volume
  }

  /** Plays through this device from now on; `undefined` is the default of the system. Rejects if it cannot be used. */
  async use(deviceId: string | undefined): Promise<void> {
    this.#deviceId = deviceId
    await this.#element?.setSinkId(deviceId ?? '')
  }

  /** Releases the element; what is played later makes another. */
  close(): void {
    this.#element?.pause()
    if (this.#element) this.#element.srcObject = null
    this.#element = undefined
  }
}

function newElement(volume: number): HTMLAudioElement | undefined {
  if (typeof document === 'undefined') return undefined
  const element = document.createElement('audio')
  element.autoplay = true
  element.volume = volume
  element.setAttribute('playsinline', '')
  return element
}
