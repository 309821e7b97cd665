import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../../../../src/server/model/language-model.js'
import type { JsonObject, JsonSchema } from '../../../../src/toolkit/model/json.js'
import { members, tool } from './shop-tools.js'
import { talk } from './talk.js'

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const request = (title: string, line: string, parameters = members({})) => {
  const [method = '', path = ''] = line.split(' ')
  return tool(title, { method, path, parameters })
}
const write = (title: string, line: string, body: JsonSchema, path: Record<string, JsonSchema> = {}) =>
  request(title, line, members({ ...path, body }))

async function said(sentence: string, tools: ModelTool[], language = 'en'): Promise<string> {
  const answer = () => ({ status: 200, content: [{ id: 1, name: 'Lamp' }] })
  return (await talk([sentence], { tools, answer, router: { language } })).join('\n')
}
const call = (name: string, input: JsonObject) => `${name} ${JSON.stringify(input)}`

const bank = [
  request('List purses', 'GET /purses'),
  request('Get purse', 'GET /purses/{purseId}', members({ purseId: text })),
  write('Create purse', 'POST /purses', members({ currency: text })),
  write(
    'Create swap',
    'POST /swaps',
    members({ targetCurrency: text, sourceCurrency: text, amount: integer }),
  ),
]
const network = [
  write(
    'Create node',
    'POST /nodes',
    members({ name: text, value: { type: 'string', examples: ['10.0.0.0/8'] } }),
  ),
  write('Update node', 'PUT /nodes/{nodeId}', members({ name: text }, []), { nodeId: text }),
]
const office = [
  request('List deposits', 'GET /deposits', members({ coin: text, email: text }, [])),
  write(
    'Activate list',
    'POST /lists/{listId}/activate',
    members({ recipients: { type: 'array', items: text } }, []),
    {
      listId: text,
    },
  ),
  write('Create survey', 'POST /surveys', members({ title: text, StartDate: text, EndDate: text })),
  write('Create card', 'POST /cards', members({ holderName: text, description: text }, ['holderName'])),
]

const school = [
  request('Get course', 'GET /courses/{courseId}', members({ courseId: text })),
  request(
    'Get extra time for a test',
    'GET /units/{unitRef}/activities/{activityRef}/time',
    members({ unitRef: text, activityRef: text }),
  ),
  request('List tests', 'GET /tests'),
]
const library = [
  write('Change member', 'POST /members/change', members({ id: integer, phone: text })),
  request('List members', 'GET /members'),
  request('Delete member', 'DELETE /members/{memberId}', members({ memberId: integer })),
  request('Follow author', 'POST /authors/{authorId}/follow', members({ authorId: integer })),
  request('Unfollow author', 'POST /authors/{authorId}/unfollow', members({ authorId: integer })),
  request('Get bus', 'GET /buses/{plate}', members({ plate: { type: 'string', examples: ['0012 KLM'] } })),
  write('Create group', 'POST /groups', members({ name: text })),
]

describe('where values belong', () => {
  it.each<[string, ModelTool[], string, string, JsonObject]>([
    ['a currency is no id', bank, 'open me a purse in CHF', 'create_purse', { body: { currency: 'CHF' } }],
    [
      'the first of two currencies is the source',
      bank,
      'create a swap of 40 SEK to NOK',
      'create_swap',
      { body: { targetCurrency: 'NOK', sourceCurrency: 'SEK', amount: 40 } },
    ],
    [
      'a network address is no id',
      network,
      'add a node named web-7 for 172.16.4.0/24',
      'create_node',
      { body: { name: 'web-7', value: '172.16.4.0/24' } },
    ],
    [
      'a mail address is no coin',
      office,
      'which deposits has kim@example.org got?',
      'list_deposits',
      { email: 'kim@example.org' },
    ],
    [
      'a mail address is for those who get it',
      office,
      'activate list L20 and tell ops@example.org',
      'activate_list',
      { listId: 'L20', body: { recipients: ['ops@example.org'] } },
    ],
    [
      'two days are a beginning and an end',
      office,
      'create a survey with the title Food, open 2027-02-01, close 2027-02-15',
      'create_survey',
      { body: { title: 'Food', StartDate: '2027-02-01', EndDate: '2027-02-15' } },
    ],
    [
      'a text stands before its input',
      office,
      'create a card for the holder name Ida Berg and put Fuel costs as the description',
      'create_card',
      { body: { holderName: 'Ida Berg', description: 'Fuel costs' } },
    ],
    [
      'the last id of a path is that of what the tool is about',
      school,
      'who gets extra time for test 8 in unit 55?',
      'get_extra_time_for_a_test',
      { unitRef: '55', activityRef: '8' },
    ],
    [
      'the id of a body is that of the record',
      library,
      'change the phone of member 6 to 5550199',
      'change_member',
      { body: { id: 6, phone: '5550199' } },
    ],
    [
      'a new text goes to its end',
      [write('Update story', 'PATCH /stories/{storyId}', members({ title: text }), { storyId: integer })],
      'change the title of story 3 to Summer fair',
      'update_story',
      { storyId: 3, body: { title: 'Summer fair' } },
    ],
    ['a code has parts', library, 'show the bus 7741 BCD', 'get_bus', { plate: '7741 BCD' }],
    [
      'what is not wanted is undone',
      library,
      'I do not want to follow author 12 any more',
      'unfollow_author',
      { authorId: 12 },
    ],
  ])('%s', async (_why, tools, sentence, name, input) =>
    expect(await said(sentence, tools)).toContain(call(name, input)),
  )

  it('takes a German name before its verb', async () =>
    expect(await said('leg eine Gruppe an, sie soll Hafen Süd heißen', library, 'de')).toContain(
      call('create_group', { body: { name: 'Hafen Süd' } }),
    ))
})

describe('what is not changed', () => {
  it.each([
    ['a sentence without a word for it', 'everything of member 4, please', library],
    ['a noun of the verb', 'the changes of member 4', library],
  ])('%s', async (_why, sentence, tools) =>
    expect(await said(sentence, tools)).not.toMatch(/(delete|change|follow)_/),
  )

  it('asks for no second thing in a noun with a number', async () => {
    const stays = [
      request('Cancel booking', 'POST /bookings/{bookingId}/cancel', members({ bookingId: integer })),
      write('Create booking', 'POST /bookings', members({ room: text })),
    ]
    expect(await said('please cancel my place, booking 31', stays)).toContain(
      call('cancel_booking', { bookingId: 31 }),
    )
  })
})

describe('a bare id after a list', () => {
  it('is one of the things of the list', async () => {
    const hooks = [
      request('List hooks', 'GET /hooks'),
      request('Delete hook', 'DELETE /hooks/{hookId}', members({ hookId: text })),
    ]
    const answer = () => ({ status: 200, content: [{ id: 'W7', name: 'Nightly' }] })
    const lines = await talk(['which hooks are there? then remove W61'], { tools: hooks, answer })
    expect(lines.join('\n')).toContain(call('delete_hook', { hookId: 'W61' }))
  })
})

describe('a noun that is a verb too', () => {
  it('is what was deleted, not the place that it was in', async () => {
    const folders = members({ folderId: text, recordId: text })
    const shelf = [
      request('Deletes a record in the folder', 'DELETE /folders/{folderId}/records/{recordId}', folders),
      request('List folders', 'GET /folders'),
    ]
    expect(await said('delete record D90 of folder W12', shelf)).toMatch(/record D90/)
  })

  it('is nothing that was created by a verb that nobody knows', async () => {
    const pools = [
      request('Resends a pool invite', 'POST /pools/{poolId}/invites', members({ poolId: text })),
    ]
    expect(await said('resend the pool invite of pool P8', pools)).not.toMatch(/created/)
  })

  it('is done by a verb at the end of a title', async () => {
    const rollback = request('Rollback cancel', 'POST /rollback/cancel')
    expect(await said('cancel the rollback', [rollback])).toMatch(/the rollback is canceled/)
  })
})
