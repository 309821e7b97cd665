import { describe, expect, it } from 'vitest'
import { WrittenCalls } from '../../../src/server/model/written-calls.js'

const TOOLS = new Set(['get_pet', 'list_pets'])
const GET = '{"name": "get_pet", "arguments": {"petId": 2}}'
const CALL = { name: 'get_pet', arguments: '{"petId":2}' }
const LIST = { name: 'list_pets', arguments: '{}' }

/** What becomes of an answer: the text that was passed on before the end, at the end, and the calls. */
function read(pieces: Iterable<string>, tools: ReadonlySet<string> = TOOLS) {
  let text = ''
  const filter = new WrittenCalls(tools, (delta) => {
    text += delta
  })
  for (const piece of pieces) filter.push(piece)
  const early = text
  const calls = filter.take()
  return { early, text, calls }
}

describe('WrittenCalls', () => {
  it.each<[string, string, (typeof CALL)[]]>([
    ['one object', GET, [CALL]],
    ['parameters in the place of arguments', GET.replace('arguments', 'parameters'), [CALL]],
    ['a block of code', `\`\`\`json\n${GET}\n\`\`\``, [CALL]],
    ['a block without a language', `\`\`\`\n${GET}\n\`\`\`\n`, [CALL]],
    ['tags of Qwen', `<tool_call>\n${GET}\n</tool_call>`, [CALL]],
    [
      'two calls in tags',
      `<tool_call>${GET}</tool_call>\n<tool_call>{"name":"list_pets","arguments":{}}</tool_call>`,
      [CALL, LIST],
    ],
    ['the mark of Llama', `<|python_tag|>${GET}<|eom_id|>`, [CALL]],
    ['calls with a separator', `${GET}; {"name": "list_pets", "parameters": {}}`, [CALL, LIST]],
    ['the list of Mistral', `[TOOL_CALLS][${GET}]`, [CALL]],
    ['a list', `[${GET}, {"name":"list_pets","arguments":{}}]`, [CALL, LIST]],
    [
      "the members of OpenAI's calls",
      '{"type":"function","function":{"name":"get_pet","arguments":"{\\"petId\\": 2}"}}',
      [CALL],
    ],
    [
      'a brace in a text',
      '{"name": "list_pets", "arguments": {"q": "a } \\" {"}}',
      [{ name: 'list_pets', arguments: '{"q":"a } \\" {"}' }],
    ],
  ])('takes %s', (_, answer, calls) => {
    for (const pieces of [[answer], answer]) expect(read(pieces)).toEqual({ early: '', text: '', calls })
  })

  it.each([
    ['words before it', `I look it up. ${GET}`],
    ['words behind it', `${GET}\nDone.`],
    ['a tool that is not offered', GET.replace('get_pet', 'drop_all')],
    ['no arguments', '{"name": "get_pet"}'],
    ['arguments that are a list', '{"name": "get_pet", "arguments": [2]}'],
    ['a record with a name', '{"name": "Rex", "price": 250}'],
    ['half a call', '{"name": "get_pet", "argu'],
    [
      'JSON that is too deep',
      `{"name": "get_pet", "arguments": {"a": ${'['.repeat(2_000)}${']'.repeat(2_000)}}}`,
    ],
    ['other code', '```js\nconsole.log(1)\n```'],
    ['nothing', ''],
  ])('leaves %s as text', (_, answer) => {
    for (const pieces of [[answer], answer]) expect(read(pieces)).toMatchObject({ text: answer, calls: [] })
  })

  it.each([
    ['words', 'Two pets.'],
    ['a list', '[1] The manual says'],
    ['a record', '{"price": 250, '],
    ['code', '```sql\n'],
  ])('passes %s on at once', (_, answer) => {
    expect(read(answer).early).toBe(answer)
  })

  it('holds nothing where no tool is offered, and 64 kB at most', () => {
    expect(read([GET], new Set())).toEqual({ early: GET, text: GET, calls: [] })
    const long = `{"name": "get_pet", "arguments": {"note": "${'x'.repeat(70_000)}`
    expect(read([long]).early).toBe(long)
  })
})
