import { expect, it } from 'vitest'
import { toolProblems } from '../../../src/server/providers/tool-rules.js'
import type { JsonSchema } from '../../../src/toolkit/model/json.js'

const tool = (name: string, members: string[] = ['id']) => ({
  name,
  parameters: { type: 'object', properties: Object.fromEntries(members.map((member) => [member, {}])) },
})
const many = Array.from({ length: 129 }, (_, at) => tool(`tool_${at}`))
const long = 'x'.repeat(70)

type Case = [
  model: string,
  tools: { name: string; parameters: JsonSchema }[],
  offersAll: boolean,
  want: RegExp[],
]

const level = { type: 'array', items: { enum: [1, 'high', null] } }
const mixed = {
  name: 'set',
  parameters: { type: 'object', properties: { body: { type: 'object', properties: { level } } } },
}

it.each<Case>([
  ['openai/m', [tool('list_pets')], true, []],
  ['openai/m', [tool('list.pets')], true, [/refuses the tool "list\.pets": its name/]],
  ['google/m', [tool('list.pets')], true, []],
  ['openai/m', [tool(long)], true, [/its name .* too long/]],
  ['anthropic/m', [tool(long)], true, []],
  ['google/m', [tool('list_pets', [long])], true, [/"list_pets": its parameter "x{40}…" .* 64 characters/]],
  ['openai/m', many, true, [/takes 128 tools at most, and there are 129; use --tools search/]],
  ['openai/m', many, false, []],
  ['google/m', many, true, []],
  ['openai/m', [{ name: 'a', parameters: { type: 'array' } }], true, [/parameters are no object/]],
  ...['openai/m', 'anthropic/m', 'google/m'].map(
    (model): Case => [
      model,
      [{ name: 'a', parameters: { type: 'object', anyOf: [{ required: ['b'] }] } }],
      true,
      [/"a": its parameters have "anyOf" at the top/],
    ],
  ),
  ['google/m', [mixed], true, [/"set": the values of its parameter "body\.level" have several types/]],
  ['vertex/m', [mixed], true, [/"body\.level"/]],
  ['openai/m', [mixed], true, []],
])('tells what %s would refuse', (model, tools, offersAll, want) => {
  const found = toolProblems(model, tools, { offersAll })
  expect(found).toEqual(want.map((one) => expect.stringMatching(one)))
})
