import { element } from './dom.js'
import { frameStyles } from './styles.js'
import { conversationStyles } from './styles-conversation.js'
import { stageStyles } from './styles-stage.js'

const STYLES = frameStyles + conversationStyles + stageStyles

/**
 * A shadow root with the styles in it, so that the style sheets of page and overlay do not affect each other. A
 * constructed style sheet needs no permission of a Content-Security-Policy; browsers before 2023 get a style element.
 */
export function styledShadow(host: HTMLElement): ShadowRoot {
  const shadow = host.attachShadow({ mode: 'open' })
  if ('adoptedStyleSheets' in shadow) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
    shadow.adoptedStyleSheets = [sheet]
  } else (shadow as ShadowRoot).append(element('style', {}, STYLES))
  return shadow
}
