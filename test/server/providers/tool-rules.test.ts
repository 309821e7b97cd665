import { expect, it } from 'vitest'
import { toolProblems } from '../../../src/server/providers/tool-rules.js'

const tool = (name: string, members: string[] = ['id']) => ({
  name,
  parameters: { type: 'object', properties: Object.fromEntries(members.map((member) => [member, {}])) },
})
const many = Array.from({ length: 129 }, (_, at) => tool(`tool_${at}`))
const long = 'x'.repeat(70)

it.each([
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
])('tells what %s would refuse', (model, tools, offersAll, want) => {
  const found = toolProblems(model, tools, { offersAll })
  expect(found).toEqual(want.map((one) => expect.stringMatching(one)))
})
