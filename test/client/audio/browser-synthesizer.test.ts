import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BrowserSynthesizer } from '../../../src/client/audio/browser-synthesizer.js'

class Utterance {
  onend: (() => void) | null = null
  onerror: (() => void) | null = null
  lang = ''
  constructor(readonly text: string) {}
}

let spoken: Utterance[]
let told: boolean[]
let mouth: BrowserSynthesizer

beforeEach(() => {
  spoken = []
  told = []
  vi.stubGlobal('document', { documentElement: { lang: 'en' } })
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal('speechSynthesis', { speak: (one: Utterance) => spoken.push(one), cancel: () => {} })
  mouth = new BrowserSynthesizer({ onSpeaking: (isSpeaking) => told.push(isSpeaking) })
})
afterEach(() => vi.unstubAllGlobals())

describe('the voice of the browser', () => {
  it.each<[text: string, sentences: string[]]>([
    ['Two pets are here. One is a dog.', ['Two pets are here.', 'One is a dog.']],
    ['It costs 3.50 euros, see shop.example.', ['It costs 3.50 euros, see shop.example.']],
    ['- **Bella**\n- `Milo`\n', ['- Bella', '- Milo']],
    ['Really?! "Yes." Good', ['Really?!', '"Yes."', 'Good']],
    ['有两只宠物。一只是狗！好吗？好', ['有两只宠物。', '一只是狗！', '好吗？', '好']],
    ['```\n---\n```', []],
    [`${'word '.repeat(60)}end`, ['word '.repeat(50).trim(), `${'word '.repeat(10)}end`]],
  ])('says %j sentence by sentence, however it comes', (text, sentences) => {
    for (const character of text) mouth.add(character)
    mouth.end()
    expect(spoken.map((one) => one.text)).toEqual(sentences)
  })

  it('begins with the first sentence, before the answer is whole, and ends with the last', () => {
    mouth.add('It is here. And')
    expect([spoken.length, told]).toEqual([1, [true]])
    mouth.end()
    for (const one of spoken) one.onend?.()
    expect([spoken.length, told, mouth.isSpeaking]).toEqual([2, [true, false], false])
  })

  it('falls silent at once, and takes the end of what was stopped for nothing', () => {
    mouth.add('One. Two. Thr')
    mouth.stop()
    mouth.add('Four. ')
    spoken[0]?.onerror?.()
    spoken[1]?.onerror?.()
    expect([spoken.map((one) => one.text), told, mouth.isSpeaking]).toEqual([
      ['One.', 'Two.', 'Four.'],
      [true, false, true],
      true,
    ])
  })
})
