import { expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { replay } from '../../src/toolkit/replay.js'
import { startApi } from '../support/tool.js'

it('an integer beyond 2^53 has the shape of a number', async () => {
  const api = await startApi((_request, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end('{"id": 9007199254740993, "small": 9007199254740993}'),
  )
  const item = {
    name: 'Get',
    request: { method: 'GET', url: `${api.url}/x` },
    response: [{ name: 'ok', code: 200, body: '{"id": 9007199254740993, "small": 1}' }],
  }
  try {
    const { value } = await replay(parseCollection({ info: { name: 'A' }, item: [item] }), {
      check: true,
    }).next()
    expect(value).toMatchObject({ status: 200, differences: [] })
  } finally {
    await api.close()
  }
})
