import { expect, it } from 'vitest'
import { startOwnMock, toolkitOnMock, withValues } from '../../src/cli/create-toolkit.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'

const none = { environment: [], globals: [], allow: undefined, deny: [], login: [] }
const noValues = { ...none, variables: {}, envFile: {}, namedBaseUrls: {}, inputs: {} }

it('answers with the words of an example, also where a credential has no value', async () => {
  const auth = { type: 'bearer', bearer: [{ key: 'token', value: '{{access_token}}' }] }
  const response = [{ name: 'all', code: 200, body: '[{"id":1,"title":"A mock exam"}]' }]
  const item = [{ name: 'List exams', request: { url: '{{host}}/exams', auth }, response }]
  const collection = parseCollection({ info: { name: 'x' }, item })
  const mock = await startOwnMock(collection)
  const toolkit = await toolkitOnMock(collection, { settings: noValues, options: {}, mock })
  const { content } = await toolkit.getFunctions()[0]!.call({})
  expect(content).toEqual([{ id: 1, title: 'A mock exam' }])
  await mock.close()
})

it('fills the paths with the values of .env, as the tools do', async () => {
  const response = (name: string) => [{ name, code: 200, body: JSON.stringify([{ name }]) }]
  const item = ['{{host}}/{{version}}/pets', '{{host}}/v1/pets'].map((url, index) => ({
    name: `List ${['new', 'old'][index]} pets`,
    request: { url },
    response: response(['new', 'old'][index]!),
  }))
  const variable = [{ key: 'version', value: 'v1' }]
  const collection = parseCollection({ info: { name: 'x' }, item, variable })
  const settings = { ...noValues, envFile: { version: 'v7' } }
  const mock = await startOwnMock(withValues(collection, settings))
  const toolkit = await toolkitOnMock(collection, { settings, options: {}, mock })
  const answers = await Promise.all(toolkit.getFunctions().map((tool) => tool.call({})))
  expect(answers.map(({ content }) => content)).toEqual([[{ name: 'new' }], [{ name: 'old' }]])
  await mock.close()
})
