import { element } from './dom.js'
import { conversationStyles, frameStyles, stageStyles } from './styles.js'

const STYLES = frameStyles + conversationStyles + stageStyles

/** A shadow root with the styles, which needs no permission of a CSP; old browsers get a style element. */
export function styledShadow(host: HTMLElement): ShadowRoot {
  const shadow = host.attachShadow({ mode: 'open' })
  if ('adoptedStyleSheets' in shadow) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLES)
    shadow.adoptedStyleSheets = [sheet]
  } else (shadow as ShadowRoot).append(element('style', {}, STYLES))
  return shadow
}
