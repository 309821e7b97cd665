import { afterEach, expect, it, vi } from 'vitest'
import { textsIn, withOwn } from '../../../src/client/overlay/load-texts.js'
import { english } from '../../../src/languages/overlay-texts.js'

const server = 'wss://agent.example.com/shop/ws'

afterEach(() => vi.unstubAllGlobals())

function answerWith(answer: () => Promise<Response>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: URL) => {
    asked.push(url.href)
    return answer()
  })
  return asked
}

it('has the English texts at once, and asks no server for them', () => {
  const asked = answerWith(async () => Response.json({}))
  expect(textsIn('en-GB', server)).toBe(english)
  expect(asked).toEqual([])
})

it('gets the texts of another language from the server of the agent, and only once', async () => {
  const asked = answerWith(async () => Response.json({ title: 'Asistente' }))
  const texts = await textsIn('es-MX', server)
  expect(texts).toMatchObject({ language: 'es', title: 'Asistente', send: 'Send' })
  expect(textsIn('es', server)).toBe(texts)
  expect(asked).toEqual(['https://agent.example.com/shop/voice-texts/es.json'])
})

it('is English where the server has no texts in a language', async () => {
  answerWith(async () => Response.json({ language: 'en' }))
  expect(await textsIn('ar', server)).toEqual(english)
})

it.each<[string, () => Promise<Response>]>([
  ['has no such language', async () => Response.json({ error: {} }, { status: 404 })],
  ['cannot be reached', () => Promise.reject(new TypeError('fetch failed'))],
  ['answers with something else', async () => new Response('<html>')],
])('stays English if the server %s', async (_, answer) => {
  answerWith(answer)
  expect(await textsIn('sv', server)).toBe(english)
})

it('keeps the sentences for errors that a page has none for', () => {
  const errors = { ended: 'Bye.' }
  const texts = withOwn(english, { title: 'Shop', errors })
  expect([texts.title, texts.send]).toEqual(['Shop', 'Send'])
  expect(texts.errors).toEqual({ ...english.errors, ended: 'Bye.' })
})
