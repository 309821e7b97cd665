import paths from '../../../templates/overlay/icons.json'
import { setAttributes } from './dom.js'

const SVG = 'http://www.w3.org/2000/svg'

export type IconName = keyof typeof paths

/** A decorative icon; the element around it has the accessible name. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  setAttributes(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: `icon ${name}` })
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', paths[name])
  svg.append(path)
  return svg
}

export function setIcon(holder: HTMLElement, name: IconName): void {
  if (holder.dataset.icon === name) return
  holder.dataset.icon = name
  holder.replaceChildren(icon(name))
}
