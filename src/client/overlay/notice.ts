import { messageOf, VoiceError } from '../../errors.js'
import type { MicrophoneProblem, OverlayTexts } from '../../languages/overlay-texts.js'
import type { ClientState } from '../client-state.js'
import { button, element, setShown } from './dom.js'
import { icon } from './icons.js'
import type { Audience } from './look.js'
import { problemOf } from './status.js'

export interface NoticeContent {
  /** A notice that the user dismissed stays hidden while its key is the same. */
  key: string
  title: string
  advice: string
  actions: NoticeAction[]
}

export type NoticeAction = 'microphone' | 'text' | 'connect'

/** Errors that only the owner of the page can mend. Users read that there is no assistant, and not why. */
const OF_OWNER = ['unauthorized', 'origin-refused', 'bad-server-url', 'no-api-key']

/** The notice for the most important problem: of the connection, else of the microphone, else the last error. */
export function noticeOf(
  state: ClientState,
  texts: OverlayTexts,
  audience: Audience = 'user',
): NoticeContent | undefined {
  const { connection, error: message } = state
  const code = state.errorCode ?? ''
  const isOfOwner = OF_OWNER.includes(code)
  const error =
    isOfOwner && audience === 'developer' ? message : message && sentenceFor({ code, message }, texts)
  if (connection === 'closed')
    return {
      key: `closed ${error}`,
      title: texts.closed,
      advice: error ?? '',
      actions: isOfOwner && code !== 'no-api-key' ? [] : ['connect'],
    }
  const trouble = problemOf(state.microphone)
  if (trouble) return { key: trouble, ...texts.microphone[trouble], actions: actionsFor(trouble) }
  const isUnreachable = connection === 'reconnecting' && state.errorCode === 'connection-failed'
  if (error && (connection === 'open' || isUnreachable))
    return { key: `error ${error}`, title: error, advice: '', actions: [] }
  return undefined
}

export function toConnectionRefusal(error: unknown, texts: OverlayTexts): NoticeContent {
  const { code, message } = error instanceof VoiceError ? error : { code: '', message: messageOf(error) }
  return { key: `refused ${message}`, title: sentenceFor({ code, message }, texts), advice: '', actions: [] }
}

/** The text for the error's code, or its family (`model-timeout`: `model-failed`), else its message, if it is a sentence. */
export function sentenceFor(
  { code, message }: { code: string; message: string },
  { errors }: OverlayTexts,
): string {
  const family = OF_OWNER.includes(code) ? 'not-available' : `${code.split('-')[0]}-failed`
  return errors[code] ?? errors[family] ?? (message.includes(' ') ? message : (errors.internal ?? message))
}

/** The buttons about the microphone: to try again if the user can change something, or after an interruption. */
function actionsFor(trouble: MicrophoneProblem): NoticeAction[] {
  return ['insecure', 'unsupported', 'no-recognizer'].includes(trouble) ? ['text'] : ['microphone', 'text']
}

export class Notice {
  readonly node = element('div', { class: 'notice', role: 'alert', hidden: true })
  #key = ''
  #dismissed = ''

  constructor(
    private readonly texts: OverlayTexts,
    private readonly act: (action: NoticeAction | 'dismiss') => void,
  ) {}

  update(content: NoticeContent | undefined): void {
    if (!content) this.#dismissed = ''
    const isShown = content !== undefined && content.key !== this.#dismissed
    if (isShown && content.key !== this.#key) this.#write(content)
    this.#key = isShown ? content.key : ''
    setShown(this.node, isShown)
  }

  #write({ key, title, advice, actions }: NoticeContent): void {
    const words = element('div', { class: 'words' }, element('strong', {}, title))
    if (advice) words.append(element('p', {}, advice))
    if (actions.length > 0)
      words.append(element('div', { class: 'choices' }, ...actions.map((one) => this.#button(one))))
    const dismiss = button({ class: 'round', 'aria-label': this.texts.dismiss }, icon('close'))
    dismiss.addEventListener('click', () => {
      this.#dismissed = key
      setShown(this.node, false)
      this.act('dismiss')
    })
    this.node.replaceChildren(icon('failed'), words, dismiss)
  }

  #button(action: NoticeAction): HTMLButtonElement {
    const { texts } = this
    const name = action === 'text' ? texts.typeInstead : action === 'connect' ? texts.retry : texts.tryAgain
    const made = button({ class: action === 'text' ? 'pill' : 'pill main' }, name)
    made.addEventListener('click', () => this.act(action))
    return made
  }
}
