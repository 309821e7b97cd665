import { setAttributes } from './dom.js'

const SVG = 'http://www.w3.org/2000/svg'

const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  microphone: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3zM5 11a7 7 0 0 0 14 0M12 18v3',
  muted:
    'M9 9v2a3 3 0 0 0 4.6 2.5M15 10.5V6a3 3 0 0 0-5.7-1.3M5 11a7 7 0 0 0 11 5.7M19 11a7 7 0 0 1-.6 2.8M12 18v3M4 4l16 16',
  keyboard:
    'M4 6h16a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 20 18H4a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 4 6zM6.5 10h.01M10.2 10h.01M13.8 10h.01M17.5 10h.01M8.5 14h7',
  send: 'M12 19V5M6 11l6-6 6 6',
  stop: 'M8 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2z',
  down: 'M12 5v14M6 13l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  failed: 'M12 8v4.5M12 15.8h.01M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0',
  chevron: 'M9 6l6 6-6 6',
} as const

export type IconName = keyof typeof PATHS

/** A decorative icon; the element around it has the accessible name. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS(SVG, 'svg')
  setAttributes(svg, { viewBox: '0 0 24 24', 'aria-hidden': 'true', class: `icon ${name}` })
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', PATHS[name])
  svg.append(path)
  return svg
}

export function setIcon(holder: HTMLElement, name: IconName): void {
  if (holder.dataset.icon === name) return
  holder.dataset.icon = name
  holder.replaceChildren(icon(name))
}
