import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const script = readFileSync('templates/playground/script.txt', 'utf8')

/** The function of the page that opens the agent in voice mode, with a stand-in for the window. */
function openerIn(page: EventTarget): (client: object) => void {
  const source = script.slice(script.indexOf('let opensInVoice'), script.indexOf('// ---- push to talk'))
  const listen = page.addEventListener.bind(page)
  return new Function('navigator', 'addEventListener', `${source}; return openInVoice`)({}, listen)
}

it('opens in voice mode at the first click or key, and never again', () => {
  const page = new EventTarget()
  const modes: string[] = []
  openerIn(page)({ setMode: (mode: string) => modes.push(mode) })
  expect(modes).toEqual([])
  for (const type of ['pointerup', 'keydown', 'pointerup']) page.dispatchEvent(new Event(type))
  expect(modes).toEqual(['voice'])
})
