import { expect, it } from 'vitest'
import { exampleItem } from '../../../src/cli/import/v3-folder.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'

it.each<[body: JsonValue, want: string]>([
  [{ type: 'json', content: '{"a":1}' }, '{"a":1}'],
  [{ type: 'json', content: { a: 1 } }, '{\n  "a": 1\n}'],
  [{ type: 'text' }, ''],
  [{}, ''],
  [{ a: 1 }, '{\n  "a": 1\n}'],
  ['text', 'text'],
])('the body %j of an example of format 3.0', (body, want) => {
  expect(exampleItem({ response: { statusCode: 204, body } }, 'Deleted')).toMatchObject({
    code: 204,
    body: want,
  })
})
