import type { OverlayTexts } from '../../languages/overlay-texts.js'
import type { Mode } from '../client-state.js'
import type { VoiceClient } from '../voice-client.js'
import { Announcer } from './announcer.js'
import { Composer } from './composer.js'
import { ConversationView } from './conversation-view.js'
import { button, element, setAttribute, setShown, setText } from './dom.js'
import { icon } from './icons.js'
import type { Audience, OverlayLook } from './look.js'
import { Notice, type NoticeAction, type NoticeContent, noticeOf, toConnectionRefusal } from './notice.js'
import { hearsWithoutWords, statusOf } from './status.js'
import { VoiceStage } from './voice-stage.js'

/** The members of the client that the panel uses. For a screenshot, an object with fixed values replaces the client. */
export type PanelClient = Pick<
  VoiceClient,
  | 'state'
  | 'on'
  | 'sendText'
  | 'answerApproval'
  | 'answerApprovals'
  | 'setMode'
  | 'setMuted'
  | 'stopSpeaking'
  | 'retryNow'
>

export interface PanelOptions extends Pick<OverlayLook, 'theme' | 'audience' | 'suggestions'> {
  client: PanelClient
  texts: OverlayTexts
  /** The requested mode. It is shown until {@link Panel.settle}, so that the controls change only once. */
  expected?: Mode
  /** Closes the panel; a panel inside a page has no close button. */
  close?: () => void
}

const COUNTDOWN_MS = 250

/** The user interface: title and state, history, controls. Draws at most once per frame, and only what changed. */
export class Panel {
  /** The outermost elements of the panel, in order. A dialog or a section contains them. */
  readonly parts: HTMLElement[]
  readonly title: HTMLHeadingElement
  readonly #client: PanelClient
  readonly #texts: OverlayTexts
  readonly #audience: Audience
  readonly #conversation: ConversationView
  readonly #announcer: Announcer
  readonly #composer: Composer
  readonly #stage: VoiceStage
  readonly #notice: Notice
  readonly #dot = element('span', { class: 'dot', 'aria-hidden': 'true' })
  readonly #word = element('span')
  readonly #retry: HTMLButtonElement
  readonly #offs: (() => void)[]
  readonly #root: HTMLElement
  #refused: NoticeContent | undefined
  #expected: Mode | undefined
  #frame = 0
  #countdown: ReturnType<typeof setInterval> | undefined

  constructor(root: HTMLElement, options: PanelOptions) {
    const { client, texts, theme = 'auto', audience = 'user', suggestions, expected, close } = options
    this.#expected = expected
    this.#root = root
    this.#client = client
    this.#texts = texts
    this.#audience = audience
    this.title = element('h2', { id: 'title' }, texts.title)
    this.#retry = button({ class: 'link' }, texts.retryNow)
    this.#retry.addEventListener('click', () => client.retryNow())
    this.#conversation = new ConversationView(
      { texts, audience, suggestions },
      {
        answer: (id, approve) => this.#answer(() => client.answerApproval(id, approve)),
        answerAll: (approve) => this.#answer(() => client.answerApprovals(approve)),
        suggest: (text) => this.#send(text) && this.focus(),
      },
    )
    this.#announcer = new Announcer(texts, client.state.items)
    this.#composer = new Composer(texts, {
      send: (text) => this.#send(text),
      stop: () => client.stopSpeaking(),
      talk: () => void client.setMode('voice'),
    })
    this.#stage = new VoiceStage(texts, {
      stop: () => client.stopSpeaking(),
      setMuted: (isMuted) => client.setMuted(isMuted),
      type: () => this.#type(),
    })
    this.#notice = new Notice(texts, (action) => this.#act(action))
    const controls = [this.#notice.node, this.#composer.node, this.#stage.node]
    this.parts = [
      this.#header(close),
      this.#conversation.node,
      element('footer', {}, element('div', { class: 'column' }, ...controls)),
      this.#announcer.node,
    ]
    root.lang = texts.language
    // With `auto`, the browser derives the text direction from the first text, which is the title.
    root.dir = 'auto'
    root.dataset.theme = theme
    root.append(...this.parts)
    this.#offs = [
      client.on('state', () => this.#schedule()),
      client.on('level', (level) => this.#stage.setLevel(level)),
    ]
    this.#draw()
  }

  /** Focuses the message field; in voice mode and on touch screens, the panel, which opens no keyboard. */
  focus(): void {
    const types = this.#mode === 'text' && matchMedia('(pointer: fine)').matches
    if (types) this.#composer.focus()
    else this.#root.focus({ preventScroll: true })
  }

  /**
   * Tells the panel that the conversation is open or has failed to open. From now on, the panel shows the mode of the
   * client instead of the requested mode.
   */
  settle(): void {
    this.#expected = undefined
    this.#schedule()
  }

  /** Removes the listeners of the client and stops drawing. */
  dispose(): void {
    for (const off of this.#offs) off()
    cancelAnimationFrame(this.#frame)
    clearInterval(this.#countdown)
  }

  #header(close: (() => void) | undefined): HTMLElement {
    const status = element('p', { class: 'status' }, this.#dot, this.#word, this.#retry)
    const row = element('div', { class: 'column' }, element('div', { class: 'who' }, this.title, status))
    if (close) {
      const end = button(
        { class: 'round', 'aria-label': this.#texts.close, title: this.#texts.close },
        icon('close'),
      )
      end.addEventListener('click', close)
      row.append(end)
    }
    return element('header', {}, row)
  }

  #schedule(): void {
    if (this.#frame) return
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0
      this.#draw()
    })
  }

  #draw(): void {
    const { state } = this.#client
    this.#drawStatus()
    const isVoice = this.#mode === 'voice'
    setShown(this.#stage.node, isVoice)
    setShown(this.#composer.node, !isVoice)
    const isHearing = hearsWithoutWords(state)
    this.#root.classList.toggle('is-typed', !isVoice)
    this.#root.classList.toggle('is-empty', state.items.length === 0 && state.heard === '' && !isHearing)
    this.#root.classList.toggle('is-hearing', state.mode === 'voice' && state.agent === 'listening')
    this.#stage.update(state)
    this.#composer.update(state)
    const notice = this.#refused ?? noticeOf(state, this.#texts, this.#audience)
    this.#notice.update(notice)
    this.#root.classList.toggle('has-notice', notice !== undefined)
    this.#conversation.update(state)
    this.#announcer.update(state)
  }

  /** The mode to show. While the browser still asks for the microphone, `voice` is shown already. */
  get #mode(): Mode {
    const { mode, microphone } = this.#client.state
    return microphone === 'asking' ? 'voice' : (this.#expected ?? mode)
  }

  #drawStatus(): void {
    const { state } = this.#client
    const here = { now: Date.now(), isOnline: navigator.onLine }
    const { tone, text, canRetry } = statusOf(state, this.#texts, here)
    setAttribute(this.#root, 'data-tone', tone)
    setText(this.#word, text)
    const counts = state.connection === 'reconnecting'
    setShown(this.#retry, canRetry && counts)
    if (counts) this.#countdown ??= setInterval(() => this.#drawStatus(), COUNTDOWN_MS)
    else {
      clearInterval(this.#countdown)
      this.#countdown = undefined
    }
  }

  #send(text: string): boolean {
    try {
      this.#client.sendText(text)
      this.#refused = undefined
    } catch (error) {
      this.#refused = toConnectionRefusal(error, this.#texts)
    }
    this.#schedule()
    this.#conversation.scrollToEnd()
    return this.#refused === undefined
  }

  #answer(send: () => void): void {
    send()
    // The pressed button disappears. The next approval request takes the focus, or the history if there is none.
    requestAnimationFrame(() => {
      const next = this.#conversation.openQuestion
      if (next) next.focus()
      else this.#conversation.focus()
    })
  }

  #type(): void {
    void this.#client.setMode('text').then(() => requestAnimationFrame(() => this.#composer.focus()))
  }

  #act(action: NoticeAction | 'dismiss'): void {
    if (action === 'dismiss') this.focus()
    else if (action === 'connect') this.#client.retryNow()
    else if (action === 'text') this.#type()
    else void this.#client.setMode('voice')
  }
}
