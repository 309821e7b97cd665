import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type Complete,
  generateCollection,
  type PromptMessage,
} from '../../src/prompt/generate-collection.js'
import type { ApiDocument } from '../../src/prompt/render-prompt.js'
import type { JsonObject } from '../../src/toolkit/model/json.js'
import { validateText } from '../../src/toolkit/validate/validate.js'

const GOOD = readFileSync('examples/petshop/postman.json', 'utf8')
const OTHER = readFileSync('templates/generation-example.txt', 'utf8')
const methods = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { responses: {} }]))
const DOCS: ApiDocument[] = [
  {
    path: 'openapi.json',
    text: JSON.stringify({
      openapi: '3.0.0',
      paths: {
        '/pets': methods('get', 'post'),
        '/pets/{petId}': methods('get', 'put', 'delete'),
        '/orders': methods('get', 'post'),
        '/orders/{orderId}': methods('get', 'delete'),
      },
    }),
  },
]

type Answer = string | { text: string; isCut: true }

/** A model that gives these answers, the last one for ever. */
function modelOf(...answers: Answer[]): { complete: Complete; asked: PromptMessage[][] } {
  const asked: PromptMessage[][] = []
  return {
    asked,
    async complete(messages) {
      const answer = answers[Math.min(asked.length, answers.length - 1)] ?? ''
      asked.push(messages)
      const { text, isCut } = typeof answer === 'string' ? { text: answer, isCut: false } : answer
      return { text, isCut, inputTokens: 1, outputTokens: 1 }
    },
  }
}

interface Leaf {
  request: { description?: string }
  response?: { originalRequest?: unknown; body: unknown }[]
}

interface Shop {
  info: { schema?: string }
  item: { item: Leaf[] }[]
}

/** The good collection after a change to it. */
function spoilt(change: (collection: Shop) => void): string {
  const collection: Shop = JSON.parse(GOOD)
  change(collection)
  return JSON.stringify(collection)
}

const first = (collection: Shop): Leaf => collection.item[0]!.item[0]!

/** Twenty ways in which a model errs. */
const FAULTS: [name: string, ...answers: Answer[]][] = [
  ['a code fence', `\`\`\`json\n${GOOD}\n\`\`\``],
  [
    'talk around it',
    `Sure! Here is the collection with {{base_url}} at the start:\n\n${GOOD}\nTell me if { you } need more.`,
  ],
  ['prose alone', 'I would suggest to begin with the endpoints for pets.'],
  ['nothing', ''],
  ['half a JSON', GOOD.slice(0, GOOD.length / 2)],
  [
    'the token limit',
    { text: GOOD.slice(0, 20_000), isCut: true },
    { text: GOOD.slice(20_000, 40_000), isCut: true },
    GOOD.slice(40_000),
  ],
  [
    'the token limit inside a fence',
    { text: `\`\`\`json\n${GOOD.slice(0, 20_000)}`, isCut: true },
    `\`\`\`json\n${GOOD.slice(20_000)}\n\`\`\``,
  ],
  ['the API of somebody else', OTHER],
  ['an endpoint left out', spoilt((c) => c.item[0]?.item.pop())],
  ['a folder left out', spoilt((c) => c.item.pop())],
  ['trailing commas', GOOD.replaceAll(/\n(\s*)\]/g, ',\n$1]')],
  ['comments', GOOD.replace('"item"', '// the endpoints\n"item"')],
  ['another version', GOOD.replace('v2.1.0', 'v2.0.0')],
  ['no schema', spoilt((c) => delete c.info.schema)],
  ['no description', spoilt((c) => delete first(c).request.description)],
  ['no examples', spoilt((c) => delete first(c).response)],
  ['an example without its request', spoilt((c) => delete first(c).response?.[0]?.originalRequest)],
  [
    'a body that is an object',
    spoilt((c) => Object.assign(first(c).response?.[0] ?? {}, { body: { pets: [] } })),
  ],
  ['a literal host', GOOD.replaceAll('{{base_url}}', 'https://api.example.com')],
  ['a misspelt key', GOOD.replace('"request"', '"requst"')],
  ['a list instead of an object', `[${GOOD}]`],
  ['no folders', spoilt((c) => Object.assign(c, { item: c.item.flatMap((folder) => folder.item) }))],
]

describe('a model that errs once', () => {
  it.each(FAULTS)('%s', async (_, ...answers) => {
    const { complete, asked } = modelOf(...answers, GOOD)
    const { text, isWhole, reasons } = await generateCollection({ documents: DOCS, complete })
    expect([isWhole, reasons]).toEqual([true, []])
    expect(
      validateText(text ?? '', { profile: 'generated' }).filter(({ severity }) => severity === 'error'),
    ).toEqual([])
    expect(asked.length).toBeLessThanOrEqual(answers.length + 1)
  })
})

describe('a model that errs for ever', () => {
  it.each(FAULTS.filter(([, ...answers]) => answers.length === 1))('%s', async (_, ...answers) => {
    const { complete, asked } = modelOf(...answers)
    const { text, isWhole, reasons } = await generateCollection({ documents: DOCS, complete, maxRounds: 3 })
    expect(asked.length).toBeLessThanOrEqual(3)
    if (isWhole) return
    expect(reasons.length).toBeGreaterThan(0)
    // The best draft is kept, and its errors are named.
    const errors = validateText(text ?? '', { profile: 'generated' }).filter(
      ({ severity }) => severity === 'error',
    )
    if (text !== undefined && errors.length > 0) expect(reasons[0]).toContain(errors[0]!.message)
  })

  it('keeps the last valid state', async () => {
    const { complete } = modelOf(
      spoilt((c) => c.item[0]?.item.pop()),
      'no JSON any more',
    )
    const { text, isWhole, reasons } = await generateCollection({ documents: DOCS, complete, maxRounds: 3 })
    expect(isWhole).toBe(false)
    expect(reasons).toEqual(['missing are DELETE /pets/{}.'])
    expect(JSON.parse(text ?? '').item[0].item).toHaveLength(4)
  })
})

it('asks only once for an example that the documents do not have, and names what is left', async () => {
  const { complete, asked } = modelOf(spoilt((c) => delete first(c).response))
  const { text, isWhole, reasons } = await generateCollection({ documents: DOCS, complete })
  expect(asked).toHaveLength(2)
  expect(isWhole).toBe(false)
  expect(reasons).toEqual([expect.stringContaining('example-missing, /item/0/item/0')])
  expect(JSON.parse(text ?? '').item).toHaveLength(JSON.parse(GOOD).item.length)
})

describe('a repair', () => {
  it('names what is wrong and sends the newest draft only', async () => {
    const { complete, asked } = modelOf(
      spoilt((c) => delete first(c).request.description),
      GOOD,
    )
    await generateCollection({ documents: DOCS, complete })
    const [prompt, draft, request] = asked[1] ?? []
    expect(prompt?.text).toContain('<document path="openapi.json">')
    expect(draft?.role).toBe('assistant')
    expect(request?.text).toMatch(/description-missing[\s\S]*\/item\/0\/item\/0/)
  })
})

describe('large documents', () => {
  const word = 'lorem ipsum dolor sit amet '.repeat(4_000)
  const groups = ['pets', 'orders', 'stores']
  const specification = {
    openapi: '3.0.0',
    paths: Object.fromEntries(
      groups.map((group) => [
        `/v1/${group}`,
        { get: { description: word, responses: { 200: { $ref: `#/components/${group}` } } } },
      ]),
    ),
    components: {
      securitySchemes: { key: {} },
      ...Object.fromEntries(groups.map((group) => [group, { title: `Of ${group}` }])),
    },
  }

  it('are split by groups of endpoints and merged without doubles', async () => {
    const asked: string[] = []
    const complete: Complete = async ([message]) => {
      const text = message?.text ?? ''
      asked.push(text)
      const group = groups.find((name) => text.includes(`"/v1/${name}"`))
      return { text: partFor(group ?? ''), isCut: false, inputTokens: 1, outputTokens: 1 }
    }
    const { text, isWhole, parts } = await generateCollection({
      documents: [{ path: 'big.json', text: JSON.stringify(specification) }],
      complete,
    })
    expect([isWhole, parts, asked.length]).toEqual([true, 3, 3])
    expect(asked.map((one) => groups.filter((group) => one.includes(`Of ${group}`)))).toEqual(
      groups.map((group) => [group]),
    )
    const { item, variable } = JSON.parse(text ?? '{}')
    expect(item.map(({ name }: JsonObject) => name)).toEqual(['Books'])
    expect(item[0].item.map(({ name }: JsonObject) => name)).toEqual([
      'Get book',
      'Health',
      'Get book 2',
      'Get book 3',
    ])
    expect(variable.map(({ key }: JsonObject) => key)).toEqual(['base_url', 'api_token'])
  })

  /** A collection of one endpoint of its own and one that every part has. */
  function partFor(group: string): string {
    const collection = JSON.parse(OTHER)
    const [request] = collection.item[0].item
    const moved = (path: string[], name: string) => {
      const text = JSON.stringify({ ...request, name })
      const from = JSON.stringify(request.request.url.path)
      return JSON.parse(
        text
          .replaceAll('/v1/books/:bookId', `/${path.join('/')}`)
          .replaceAll(from, JSON.stringify(path))
          .replaceAll(/,"variable":\[[^\]]*\]/g, ''),
      )
    }
    collection.item[0].item = [moved(['v1', group], 'Get book'), moved(['health'], 'Health')]
    return JSON.stringify(collection)
  }
})
