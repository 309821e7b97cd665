import { expect, it } from 'vitest'
import { readV3 } from '../../../src/toolkit/collection/formats/postman-v3.js'
import { parseSource } from '../../../src/toolkit/collection/formats/source-file.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'

const fileAt = (path: string, content: JsonValue) => {
  const file = parseSource(path, JSON.stringify(content))
  if ('message' in file) throw new Error(file.message)
  return { path: path.split('/'), file }
}

it.each<[body: JsonValue, want: string]>([
  [{ type: 'json', content: '{"a":1}' }, '{"a":1}'],
  [{ type: 'json', content: { a: 1 } }, '{\n  "a": 1\n}'],
  [{ type: 'text' }, ''],
  [{}, ''],
  [{ a: 1 }, '{\n  "a": 1\n}'],
  ['text', 'text'],
])('the body %j of an example of format 3.0', (body, want) => {
  const { parts } = readV3(
    'Pets',
    [
      fileAt('Delete pet.request.yaml', { url: '{{base}}/pets' }),
      fileAt('.resources/Delete pet.resources/examples/Deleted.example.yaml', {
        response: { statusCode: 204, body },
      }),
    ],
    () => {},
  )
  expect(parts?.[0]?.examples).toMatchObject([{ name: 'Deleted', code: 204, body: want }])
})
