import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import { members, tool } from './shop-tools.js'
import { talk } from './talk.js'

const runs = process.env.VOICE_TEST_FULL === '1' ? 1_000 : 60

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }

const tools = [
  tool('Get parcel', { method: 'GET', path: '/parcels/{parcelId}', parameters: members({ parcelId: text }) }),
  tool('List parcels', {
    ...{ method: 'GET', path: '/parcels' },
    parameters: members({ limit: integer, minWeight: integer, depot: text }, []),
  }),
  tool('Update parcel', {
    ...{ method: 'PATCH', path: '/parcels/{parcelId}' },
    parameters: members({
      parcelId: text,
      body: members({ weight: integer, note: text, tags: { type: 'array', items: text } }, []),
    }),
  }),
  tool('Delete parcel', {
    ...{ method: 'DELETE', path: '/parcels/{parcelId}' },
    parameters: members({ parcelId: text }),
  }),
]

const digits = 'zero one two three four five six seven eight nine'.split(' ')
const small = [
  ...digits,
  ...'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' '),
]
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

/** A number in words: 1204 is "one thousand two hundred and four". */
function inWords(number: number): string {
  if (number < 20) return small[number]!
  if (number < 100) {
    const ten = tens[Math.floor(number / 10) - 2]!
    return number % 10 === 0 ? ten : `${ten}-${digits[number % 10]}`
  }
  const [unit, name] = number < 1_000 ? [100, 'hundred'] : [1_000, 'thousand']
  const rest = number % unit
  const head = `${inWords(Math.floor(number / unit))} ${name}`
  return rest === 0 ? head : `${head} ${rest < 100 ? 'and ' : ''}${inWords(rest)}`
}

/** What a sentence leads to: calls and sentences, one a line. */
const linesOf = (said: string) => talk([said], { tools, answer: () => ({ status: 200, content: {} }) })

describe('a number that is spelled', () => {
  it('digit by digit is the id that it spells', () =>
    fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[0-9]{2,12}$/), async (id) => {
        const spelled = [...id].map((digit) => digits[Number(digit)]).join(' ')
        const [line] = await linesOf(`delete parcel ${spelled}`)
        expect(line).toBe(`delete_parcel {"parcelId":"${id}"}`)
      }),
      { numRuns: runs },
    ))

  it('with letters is the id that it spells', () =>
    fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[B-HJ-NP-Z]{1,3}[1-9][0-9]{1,4}$/), async (id) => {
        const spelled = [...id].map((one) => digits[Number(one)] ?? one).join(' ')
        const [line] = await linesOf(`delete parcel ${spelled}`)
        expect(line).toBe(`delete_parcel {"parcelId":"${id}"}`)
      }),
      { numRuns: runs },
    ))

  it('in words is its value', () =>
    fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 999_999 }), async (number) => {
        const [line] = await linesOf(`set the weight of parcel 77 to ${inWords(number)}`)
        expect(line).toBe(`update_parcel {"parcelId":"77","body":{"weight":${number}}}`)
      }),
      { numRuns: runs },
    ))
})

describe('the digits of a sentence', () => {
  const number = fc.integer({ min: 21, max: 99_999_999 }).map(String)
  const verb = fc.constantFrom('show', 'list', 'update', 'change', 'delete', 'find', 'set')
  const noun = fc.constantFrom('parcel', 'parcels', 'the parcel', 'the weight of parcel', 'its tags', 'depot')
  const link = fc.constantFrom('and', 'to', 'with the weight', 'with the note', 'from', 'in', 'at least', ',')
  const piece = fc.oneof(
    fc.tuple(link, number).map((words) => words.join(' ')),
    fc.constantFrom('please', 'again', 'for me', 'today'),
  )
  const sentence = fc
    .tuple(verb, noun, number, fc.array(piece, { maxLength: 3 }))
    .map(([first, about, id, rest]) => [first, about, id, ...rest].join(' '))

  it('are in a call, told, or asked about', async () => {
    let calls = 0
    await fc.assert(
      fc.asyncProperty(sentence, async (said) => {
        const lines = await linesOf(said)
        if (!lines.some((line) => /^\w+ \{/.test(line))) return
        calls += 1
        const known = lines.join(' ').match(/\d+/g) ?? []
        for (const one of said.match(/\d+/g)!) expect(known).toContain(one)
      }),
      { numRuns: runs * 3 },
    )
    expect(calls).toBeGreaterThan(runs / 2)
  })

  it('are never cut or joined', () =>
    fc.assert(
      fc.asyncProperty(sentence, async (said) => {
        const numbers = said.match(/\d+/g)!
        const today = new Date().toISOString()
        for (const line of await linesOf(said)) {
          if (!/^\w+ \{/.test(line)) continue
          const sent = line.replace(/\d{4}-\d{2}-\d{2}/g, (date) => (today.startsWith(date) ? '' : date))
          for (const one of sent.match(/\d+/g) ?? []) expect(numbers).toContain(one)
        }
      }),
      { numRuns: runs * 3 },
    ))
})
