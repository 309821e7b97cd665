import { expect, it } from 'vitest'
import { startOwnMock, toolkitOnMock } from '../../src/cli/mock.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'

it('answers with the words of an example, also where a credential has no value', async () => {
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}' }] }
  const response = [{ name: 'all', code: 200, body: '[{"id":1,"title":"A mock exam"}]' }]
  const item = [{ name: 'List exams', request: { url: '{{host}}/exams', auth }, response }]
  const collection = parseCollection({ info: { name: 'x' }, item })
  const mock = await startOwnMock(collection)
  const none = { environment: [], globals: [], allow: [], deny: [] }
  const settings = { ...none, variables: {}, envFile: {}, namedBaseUrls: {}, inputs: {} }
  const toolkit = await toolkitOnMock(collection, { settings, options: {}, mock })
  const { content } = await toolkit.getFunctions()[0]!.call({})
  expect(content).toEqual([{ id: 1, title: 'A mock exam' }])
  await mock.close()
})
