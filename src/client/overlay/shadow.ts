import styles from '../../../templates/overlay/styles.txt'
import themes from '../../../templates/overlay/themes.json'
import { element } from './dom.js'

const STYLES = styles.replace(/\{\{(\w+)\}\}/g, (_, theme: keyof typeof themes) => declarationsOf(theme))

/** The colours of a theme; a page sets each by the property of the same name with the prefix `--voice-`. */
function declarationsOf(theme: keyof typeof themes): string {
  const settable = Object.entries(themes[theme]).map(
    ([name, value]) => `--${name}:var(--voice-${name},${value});`,
  )
  return `${settable.join('')}color-scheme:${theme}`
}

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
