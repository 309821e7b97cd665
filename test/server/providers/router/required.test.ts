import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../../../../src/server/model/language-model.js'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import { tool } from './shop-tools.js'
import { step, talk } from './talk.js'

const integer = (...examples: number[]): JsonSchema => ({
  type: 'integer',
  ...(examples.length > 0 && { examples }),
})

const needing = (properties: Record<string, JsonSchema>) => ({
  parameters: { type: 'object', properties, required: Object.keys(properties) },
})

const tools: ModelTool[] = [
  tool('Set Playback Volume', {
    method: 'PUT',
    path: '/player/volume',
    ...needing({ volume_percent: integer() }),
  }),
  tool('Seek To Position', {
    method: 'PUT',
    path: '/player/seek',
    ...needing({ position_ms: integer(), track_number: integer() }),
  }),
  tool('Get Saved Albums', {
    method: 'GET',
    path: '/albums',
    ...needing({ limit: integer(20), offset: integer(0) }),
  }),
  tool('Get Shelf', { method: 'GET', path: '/shelf', ...needing({ limit: integer() }) }),
  tool('Skip To Next', { method: 'POST', path: '/player/next' }),
]

describe('what a tool cannot do without', () => {
  it.each<[string, string, string, object]>([
    ['the only number said', 'turn down the volume to 20', 'set_playback_volume', { volume_percent: 20 }],
    [
      'of the pages of a list what the collection shows',
      'show me my saved albums',
      'get_saved_albums',
      { limit: 20, offset: 0 },
    ],
    ['or what was said', 'show me my saved albums, limit 5', 'get_saved_albums', { limit: 5, offset: 0 }],
  ])('is %s', async (_, text, name, input) => {
    const { call } = await step([{ role: 'user', text }], { tools })
    expect(call).toMatchObject({ name, input })
  })

  it.each([
    ['there are two to fill', 'seek to position or track number 20', 'position ms'],
    ['no example tells how many', 'show me the shelf', 'limit'],
    ['no number was said', 'set the playback volume', 'volume percent'],
  ])('is asked for where %s', async (_, text, asked) => {
    const { call, text: said } = await step([{ role: 'user', text }], { tools })
    expect([call, said]).toEqual([undefined, expect.stringContaining(asked)])
  })
})

it('says no more than done where the title is no verb and noun', async () => {
  const answer = () => ({ status: 204, content: null })
  expect(await talk(['skip to the next track'], { tools, answer })).toEqual(['skip_to_next {}', 'Done.'])
})
