import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cardinal, ordinal, spelled, year } from '../../../src/languages/en/spoken-words.js'
import { Playback } from '../../../src/server/speech/output/playback.js'
import { SentenceSplitter } from '../../../src/server/speech/output/sentences.js'
import { toSpokenText } from '../../../src/server/speech/output/spoken-text.js'

function split(text: string, size = 3): string[] {
  const splitter = new SentenceSplitter()
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += size) pieces.push(...splitter.push(text.slice(at, at + size)))
  return [...pieces, ...splitter.flush()]
}

describe('SentenceSplitter', () => {
  it.each([
    ['One. Two! Three?', ['One. ', 'Two! ', 'Three?']],
    ['It costs 3.50 today. Fine.', ['It costs 3.50 today. ', 'Fine.']],
    ['Dr. Smith is in. Go.', ['Dr. Smith is in. ', 'Go.']],
    ['E.g. this one. And more.', ['E.g. this one. ', 'And more.']],
    ['- one\n- two\n', ['- one\n', '- two\n']],
    ['"Is it?" she said. Yes.', ['"Is it?" ', 'she said. ', 'Yes.']],
    ['“Is it?” she said. Yes.', ['“Is it?” ', 'she said. ', 'Yes.']],
    ['你好！我有三只宠物。好。', ['你好！', '我有三只宠物。', '好。']],
    ['هل أنت بخير؟ نعم.', ['هل أنت بخير؟ ', 'نعم.']],
    ['no end', ['no end']],
    ['', []],
  ])('%j', (text, want) => {
    expect(split(text)).toEqual(want)
  })

  // Text comes letter by letter from a slow model, and whole from a router.
  it.each([1, 3, 1_000])(
    'lets the voice start with a clause when the first sentence is long, %i letters at a time',
    (size) => {
      const long =
        'There are three pets that are for sale today, two cats, and one very old dog that nobody wants. Fine.'
      expect(split(long, size)).toEqual([
        'There are three pets that are for sale today, ',
        'two cats, and one very old dog that nobody wants. ',
        'Fine.',
      ])
      const list =
        'I found 6 pets: Bella (id 1, available, price 250), Momo (id 2, available, price 120), and 4 more.'
      expect(split(list, size)[0]).toBe('I found 6 pets: Bella (id 1, available, ')
      const second =
        'There are five pets in the shop at this very moment today. Two of them are dogs, one is a cat.'
      expect(split(second, size)[0]).toBe('There are five pets in the shop at this very moment today. ')
      const late = 'Everything that was ordered in the last two weeks has been sent, as far as I can see.'
      expect(split(late, size)[0]).toBe('Everything that was ordered in the last two weeks has been sent, ')
    },
  )

  it('never changes a letter, and no piece is too long to say', () => {
    const anyText = fc.array(
      fc.constantFrom('a', 'word', ' ', '. ', '.', '? ', '\n', ', ', '3.5', 'Dr. ', '…', 'ß', '👍'),
      {
        maxLength: 300,
      },
    )
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (parts, size) => {
        const pieces = split(parts.join(''), size)
        expect(pieces.join('')).toBe(parts.join(''))
        expect(Math.max(0, ...pieces.map((piece) => piece.trim().length))).toBeLessThanOrEqual(320)
      }),
      { seed: 20261121 },
    )
  })
})

describe('speakable', () => {
  it.each([
    [
      'There are **3 pets**: Rex ($1,250.50).',
      'There are three pets: Rex (one thousand two hundred fifty dollars and fifty cents).',
    ],
    ['It costs $5.', 'It costs five dollars.'],
    [
      '$12.50, $6 and €12,50.',
      'twelve dollars and fifty cents, six dollars and twelve euros and fifty cents.',
    ],
    ['pets 1,2,3', 'pets one, two, three'],
    [
      '$2M, $1.5 million or €3bn',
      'two million dollars, one point five million dollars or three billion euros',
    ],
    [
      '2.05 to 5.1999, or 3.1415926',
      'two point zero five to five point one nine nine nine, or three point one four one five nine two six',
    ],
    ['1,250, or 1,5', 'one thousand two hundred fifty, or one, five'],
    ['- one\n- two', 'one. two'],
    ['See https://www.example.com/a?b=1 now', 'See example dot com now'],
    ['[the page](https://example.com/x)', 'the page'],
    ['on 2026-11-21T14:05:00Z', 'on November twenty-first, twenty twenty-six at fourteen oh five'],
    ['at 3:05 pm, 9:30 or 8:00 am', 'at three oh five P M, nine thirty or eight A M'],
    ['Order AB-1234', 'Order A B one, two three four'],
    ['card 4111 1111 1111 1111 is', 'card ending in one one one one is'],
    ['card 5555555555554444.', 'card ending in four four four four.'],
    ...[
      '4111  1111  1111  1111',
      '4111.1111.1111.1111',
      '4111/1111/1111/1111',
      '4111_1111_1111_1111',
      '4111, 1111, 1111, 1111',
      '4111\u00a01111\u00a01111\u00a01111',
      '4111\u20111111\u20111111\u20111111',
      '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
      '４１１１１１１１１１１１１１１１',
    ].map((card) => [`card ${card} is`, 'card ending in one one one one is']),
    [
      'order 17 3782 822463 10005 of 2024',
      'order seventeen ending in zero zero zero five of twenty twenty-four',
    ],
    ['in 2019, 2020, 2021, 2025', 'in twenty nineteen, twenty twenty, twenty twenty-one, twenty twenty-five'],
    ['key sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'key ending in P seven D C'],
    ['call list_orders_of_customer_id', 'call list orders of customer id'],
    ['id 550e8400-e29b-41d4-a716-44665544a0f1', 'id ending in A zero F one'],
    ['Call +1 (555) 010-9999.', 'Call plus one five five, five zero one, zero nine nine, nine nine.'],
    ['In 2006, 1984 and 2026', 'In two thousand six, nineteen eighty-four and twenty twenty-six'],
    ['3.14 of 1,000,000', 'three point one four of one million'],
    ['version 1.2.3', 'version one point two point three'],
    ['pet_id is 42, the 3rd', 'pet id is forty-two, the third'],
    ['-5 degrees and 50%', 'minus five degrees and fifty percent'],
    ['write to foo.bar@example.com', 'write to foo dot bar at example dot com'],
    ['Use `GET /pets`.', 'Use GET /pets.'],
    ['```json\n{"a":1}\n```', ''],
    ['# Title\ntext', 'Title. text'],
    ['| a | b |\n|---|---|\n| c | d |', 'a, b, c, d,'],
    ['Great 👍!', 'Great!'],
    ['👍 ...', ''],
    ['code 0042', 'code zero zero four, two'],
    ['account 1234567890', 'account one two three, four five six, seven eight nine, zero'],
  ])('%j is said as %j', (text, want) => {
    expect(toSpokenText(text)).toBe(want)
  })

  it.each([
    [
      'Ich habe **3 Tiere** gefunden: Bella (12,50 €) am 28.11.2026 um 14:30 Uhr.',
      'Ich habe 3 Tiere gefunden: Bella (12,50 €) am 28.11.2026 um 14:30 Uhr.',
    ],
    ['Siehe https://www.example.de/a?b=1 jetzt', 'Siehe example.de jetzt'],
    ['Karte 4111 1111 1111 1111 gilt.', 'Karte 1 1 1 1 gilt.'],
    ['Konto 1234567890', 'Konto 1 2 3, 4 5 6, 7 8 9, 0'],
    ['Schlüssel sk_live_4eC39HqLyjWDarjtT1zdp7dc', 'Schlüssel P 7 D C'],
  ])('%j has no English words in German: %j', (text, want) => {
    expect(toSpokenText(text, 'de-AT')).toBe(want)
  })

  it('leaves no digit and no markup, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), (text) => {
        expect(toSpokenText(text)).not.toMatch(/[0-9*_`<>|#\n]/)
      }),
      { seed: 20261121 },
    )
  })

  it('takes no time for hostile text', () => {
    for (const text of [
      '*'.repeat(20_000),
      '['.repeat(20_000),
      '1,'.repeat(10_000),
      '_a'.repeat(10_000),
      '|-'.repeat(10_000),
    ])
      toSpokenText(text.slice(0, 300))
  })
})

describe('numbers in words', () => {
  it.each([
    [0, 'zero'],
    [13, 'thirteen'],
    [21, 'twenty-one'],
    [100, 'one hundred'],
    [1_001, 'one thousand one'],
    [-7, 'minus seven'],
    [2_500_000, 'two million five hundred thousand'],
  ])('%i', (value, want) => {
    expect(cardinal(value)).toBe(want)
  })

  it('knows ordinals, years and spelling', () => {
    expect([1, 2, 3, 5, 12, 20, 23, 100].map(ordinal)).toEqual(
      'first second third fifth twelfth twentieth twenty-third one hundredth'
        .replace('one hundredth', 'one_hundredth')
        .split(' ')
        .map((word) => word.replace('_', ' ')),
    )
    expect([1066, 1900, 1905, 2000, 2019].map(year)).toEqual([
      'one thousand sixty-six',
      'nineteen hundred',
      'nineteen oh five',
      'two thousand',
      'twenty nineteen',
    ])
    expect(spelled('a1-b2')).toBe('A one B, two')
  })
})

describe('Playback', () => {
  const sentences = ['One two three. ', 'Four five six.']

  function played() {
    const playback = new Playback()
    for (const text of sentences) {
      playback.startSentence('a', text)
      playback.sent('a', { ms: 1_000, now: 0 })
      playback.endSentence('a')
    }
    return playback
  }

  it.each([
    [0, ''],
    [200, 'One'],
    [600, 'One two'],
    [1_000, 'One two three.'],
    [1_500, 'One two three. Four five'],
    [9_999, 'One two three. Four five six.'],
  ])('%i ms in, %j was heard', (ms, want) => {
    expect(played().textUpTo('a', ms)).toBe(want)
  })

  it('plays at once, without a break, until it is paused', () => {
    const playback = played()
    expect(playback.playedMs('a', 700)).toBe(700)
    playback.pause(700)
    expect(playback.playedMs('a', 5_000)).toBe(700)
    playback.resume(5_000)
    expect(playback.playedMs('a', 5_300)).toBe(1_000)
    expect(playback.leadMs(5_300)).toBe(1_000)
  })

  it('freezes what was heard when the rest is thrown away', () => {
    const playback = played()
    expect(playback.unheard(400)).toEqual(['a'])
    playback.cut(400)
    expect(playback.playedMs('a', 99_000)).toBe(400)
    expect(playback.unheard(500)).toEqual([])
    expect(playback.audible(500)).toBe(false)
  })

  it('does not count a sentence whose sound is still being made as heard', () => {
    const playback = new Playback()
    playback.startSentence('a', 'A sentence of ten words that takes a long time.')
    playback.sent('a', { ms: 300, now: 0 })
    expect(playback.textUpTo('a', 300)).toBe('A')
  })
})
