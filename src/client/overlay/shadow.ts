import dark from '../../../templates/overlay/dark.txt'
import light from '../../../templates/overlay/light.txt'
import styles from '../../../templates/overlay/styles.txt'
import { element } from './dom.js'

const STYLES = styles.replace('{{light}}', () => light).replaceAll('{{dark}}', () => dark)

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
