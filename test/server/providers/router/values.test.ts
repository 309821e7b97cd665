import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../../../../src/server/model/language-model.js'
import type { JsonObject, JsonSchema } from '../../../../src/toolkit/model/json.js'
import { members, shopTools, tool } from './shop-tools.js'
import { step, talk } from './talk.js'

const text: JsonSchema = { type: 'string' }
const integer: JsonSchema = { type: 'integer' }
const reads = (title: string, path: string, parameters = members({})) =>
  tool(title, { method: 'GET', path, parameters })

/** What a sentence leads to first: a call or words. */
async function firstOf(said: string | string[], tools: ModelTool[], language = 'en'): Promise<string> {
  const lines = await talk([said].flat(), {
    tools,
    answer: () => ({ status: 200, content: {} }),
    router: { language },
  })
  return Array.isArray(said) ? lines.at(-2)! : lines[0]!
}

const call = (name: string, input: JsonObject) => `${name} ${JSON.stringify(input)}`

const building = [
  reads('Get locker', '/lockers/{lockerId}', members({ lockerId: text })),
  reads('Get gate', '/gates/{gateId}', members({ gateId: text })),
  reads('Get booking', '/bookings/{bookingId}', members({ bookingId: text })),
  reads('List builds', '/builds', members({ from_build: integer, to_build: integer }, [])),
]

const repositories = [
  reads('Get repository', '/repos/{owner}/{repo}', members({ owner: text, repo: text })),
  reads('List issues', '/repos/{owner}/{repo}/issues', members({ owner: text, repo: text })),
]

const people = [
  tool('Create user', {
    ...{ method: 'POST', path: '/users' },
    parameters: members({
      body: members(
        {
          name: text,
          email: { type: 'string', format: 'email' },
          address: members({ city: text, zip: text }, []),
        },
        ['name'],
      ),
    }),
  }),
  tool('Send message', {
    ...{ method: 'POST', path: '/messages' },
    parameters: members({ body: members({ text, userId: integer }) }),
  }),
  reads('List users', '/users', members({ email: text, archived: { type: 'boolean' } }, [])),
]

const library = [
  reads('getAllBooks', '/books'),
  reads('Get book', '/books/{bookId}', {
    type: 'object',
    properties: { bookId: { type: 'integer', default: 1 } },
  }),
  reads('Filter books', '/books/search', members({ author_name: text }, [])),
  reads('Photos of a category', '/photos/category/{category}', {
    ...members({ category: { type: 'string', examples: ['portraits'] } }),
  }),
  tool('Update shipment status', {
    ...{ method: 'PATCH', path: '/shipments/{shipmentId}/status' },
    parameters: members({ shipmentId: integer, body: members({ status: text }) }),
  }),
  tool('Cancel stay', {
    ...{ method: 'POST', path: '/stays/{stayId}/cancel' },
    parameters: members({ stayId: integer, body: members({ refund: integer }, []) }),
  }),
]

const depot = [
  reads('Find trips', '/trips', members({ from: text, to: text }, [])),
  reads('Search notes', '/notes/search', members({ query: text }, [])),
  reads('Get quote', '/quotes', members({ symbol: { type: 'string', examples: ['ABCUSD'] } }, [])),
  reads('List trades', '/trades', {
    ...members({ startTime: { type: 'integer', examples: [1_700_000_000_000] } }, []),
  }),
  tool('Delete device', {
    ...{ method: 'DELETE', path: '/devices/{deviceId}' },
    parameters: members({ deviceId: text }),
  }),
  tool('Approve claims', {
    ...{ method: 'POST', path: '/claims/approve' },
    parameters: members({ body: members({ claimIds: { type: 'array', items: text } }) }),
  }),
  tool('Transfer funds', {
    ...{ method: 'POST', path: '/transfers' },
    parameters: members({ body: members({ coin: text, amount: { type: 'number' }, address: text }) }),
  }),
  tool('Update alarm', {
    ...{ method: 'PATCH', path: '/alarms/{alarmId}' },
    parameters: members({ alarmId: text, body: members({ isEnabled: { type: 'boolean' } }, []) }),
  }),
]

describe('where the values of a sentence go', () => {
  it.each<[string, ModelTool[], string, JsonObject]>([
    ['show locker zero one three one zero one hundred', building, 'get_locker', { lockerId: '01310100' }],
    ['show gate double three', building, 'get_gate', { gateId: '33' }],
    ['show booking R fifty-five', building, 'get_booking', { bookingId: 'R55' }],
    [
      'list builds between build 1500 and 1620',
      building,
      'list_builds',
      { from_build: 1500, to_build: 1620 },
    ],
    ['list builds from build 1500 to 1620', building, 'list_builds', { from_build: 1500, to_build: 1620 }],
    ['show repository octo/cat', repositories, 'get_repository', { owner: 'octo', repo: 'cat' }],
    ['list issues of octo/cat', repositories, 'list_issues', { owner: 'octo', repo: 'cat' }],
    [
      'create a user called Ann with email ann@example.com in the city Bern',
      people,
      'create_user',
      { body: { name: 'Ann', email: 'ann@example.com', address: { city: 'Bern' } } },
    ],
    [
      'create user Ann, city Bern, zip 3011',
      people,
      'create_user',
      { body: { name: 'Ann', address: { city: 'Bern', zip: '3011' } } },
    ],
    [
      'send user 7 the message "without delay and 12 more"',
      people,
      'send_message',
      { body: { text: 'without delay and 12 more', userId: 7 } },
    ],
    [
      'send a message to user seven saying hello there',
      people,
      'send_message',
      { body: { text: 'hello there', userId: 7 } },
    ],
    ['list users without archived ones', people, 'list_users', { archived: false }],
    ['list users with email ann@example.com', people, 'list_users', { email: 'ann@example.com' }],
    ['filter books by the author cortazar', library, 'filter_books', { author_name: 'cortazar' }],
    [
      'show the photos in the category landscapes',
      library,
      'photos_of_a_category',
      { category: 'landscapes' },
    ],
    [
      'mark shipment 6 as DELIVERED',
      library,
      'update_shipment_status',
      { shipmentId: 6, body: { status: 'DELIVERED' } },
    ],
    ['cancel stay 4', library, 'cancel_stay', { stayId: 4, body: {} }],
    ['getAllBooks', library, 'getallbooks', {}],
    ['show me the books', library, 'getallbooks', {}],
    ['muestra los libros', library, 'getallbooks', {}],
    ['find trips from New York to Leeds', depot, 'find_trips', { from: 'New York', to: 'Leeds' }],
    ['search the notes with the word invoice', depot, 'search_notes', { query: 'invoice' }],
    ['get the quote of XYZUSD', depot, 'get_quote', { symbol: 'XYZUSD' }],
    ['list trades since 2026-05-03', depot, 'list_trades', { startTime: Date.UTC(2026, 4, 3) }],
    ['delete device b a seven seven', depot, 'delete_device', { deviceId: 'BA77' }],
    ['delete device L Y two zero', depot, 'delete_device', { deviceId: 'LY20' }],
    ['delete device WEB underscore one two', depot, 'delete_device', { deviceId: 'WEB_12' }],
    ['approve claims C1, C2 and C3', depot, 'approve_claims', { body: { claimIds: ['C1', 'C2', 'C3'] } }],
    [
      'transfer 0.5 ETH to the address 0xA1b2',
      depot,
      'transfer_funds',
      { body: { coin: 'ETH', amount: 0.5, address: '0xA1b2' } },
    ],
    ['update alarm 7 and disable it', depot, 'update_alarm', { alarmId: '7', body: { isEnabled: false } }],
    ['list users with email ann at example dot com', people, 'list_users', { email: 'ann@example.com' }],
    ['delete pet double three', shopTools, 'delete_pet', { petId: 33 }],
    ['montre la commande numéro soixante-dix-sept', shopTools, 'get_order', { orderId: 77 }],
    ['mostra o pedido número seis', shopTools, 'get_order', { orderId: 6 }],
    ['tampilkan pesanan nomor dua belas', shopTools, 'get_order', { orderId: 12 }],
    ['on üç numaralı siparişi göster', shopTools, 'get_order', { orderId: 13 }],
    ['muestra el pedido número trece', shopTools, 'get_order', { orderId: 13 }],
    ['покажи заказ номер двадцать один', shopTools, 'get_order', { orderId: 21 }],
  ])('%s', async (said, tools, name, input) => expect(await firstOf(said, tools)).toBe(call(name, input)))

  it('of a tool that is named in another language', async () => {
    const tienda = [
      reads('Obtener producto', '/productos/{productoId}', members({ productoId: integer })),
      tool('Actualizar producto', {
        ...{ method: 'PUT', path: '/productos/{productoId}' },
        parameters: members({ productoId: integer, body: members({ precio: integer }) }),
      }),
    ]
    expect(await firstOf('show product 6', tienda)).toBe(call('obtener_producto', { productoId: 6 }))
    expect(await firstOf('change the price of product 6 to 25', tienda)).toBe(
      call('actualizar_producto', { productoId: 6, body: { precio: 25 } }),
    )
  })

  it.each<[string, JsonObject]>([
    ['put user 8101 into group g-19', { groupId: 'g-19', body: { user_ids: ['8101'] } }],
    ['put the user 3f0a into group g-19', { groupId: 'g-19', body: { user_ids: ['3f0a'] } }],
  ])('takes a short id where the collection shows a UUID: %s', async (said, input) => {
    const uuids: JsonSchema = { type: 'array', items: { type: 'string', format: 'uuid' } }
    const emails: JsonSchema = { type: 'array', items: text }
    const put = (title: string, method: string, body: JsonSchema) =>
      tool(title, {
        ...{ method, path: '/groups/{groupId}/users' },
        parameters: members({ groupId: text, body }, ['groupId']),
      })
    const tools = [
      put('Put users into a group', 'POST', members({ user_ids: uuids, user_emails: emails }, [])),
      reads('List groups', '/groups'),
    ]
    expect(await firstOf(said, tools)).toBe(call('put_users_into_a_group', input))
  })

  it('takes an id inside of a list for that of its entries', async () => {
    const user = members({ id: { type: 'string', format: 'uuid' }, email: text })
    const body = members({ users: { type: 'array', items: user } })
    const change = tool('Change the email address', {
      ...{ method: 'POST', path: '/organization/email_addresses' },
      parameters: members({ body }),
    })
    expect(await firstOf('change the email address of user 3f0a to j.ortega@example.com', [change])).toBe(
      call('change_the_email_address', { body: { users: [{ id: '3f0a', email: 'j.ortega@example.com' }] } }),
    )
  })

  it('is asked for where only a state was said', async () =>
    expect(await firstOf('one of the devices is broken, delete it', depot)).toMatch(/\?/))

  it('names of tools are no values', async () => {
    const lines = await talk(['getAllBooks'], {
      tools: library,
      answer: () => ({ status: 200, content: [{ id: 1 }] }),
    })
    expect(lines.join(' ')).not.toMatch(/left it out/)
  })

  it('in German', async () =>
    expect(await firstOf('Lösche Pet zweiundvierzig', shopTools, 'de')).toBe(
      call('delete_pet', { petId: 42 }),
    ))

  it.each([
    ['busca las casas entre 700 y 1100', { priceMin: 700, priceMax: 1100 }],
    ['filtra las casas desde 700 hasta 1100', { priceMin: 700, priceMax: 1100 }],
    ['busca as casas entre 700 e 1100', { priceMin: 700, priceMax: 1100 }],
    ['cherche les casas entre 700 et 1100', { priceMin: 700, priceMax: 1100 }],
    ['cari casas antara 700 dan 1100', { priceMin: 700, priceMax: 1100 }],
  ])('reads the bounds of %s', async (said, input) => {
    const bounds = members({ priceMin: integer, priceMax: integer })
    const tools = [reads('Buscar casas', '/casas', bounds)]
    expect(await firstOf(said, tools)).toBe(call('buscar_casas', input))
  })

  it.each<[string[], string, JsonObject]>([
    [['show order 4', 'no, number five'], 'get_order', { orderId: 5 }],
    [['show order 4', 'and what about twenty one?'], 'get_order', { orderId: 21 }],
    [['delete a pet', 'double three'], 'delete_pet', { petId: 33 }],
    [['show order 4', 'cancel it'], 'cancel_order', { orderId: 4 }],
  ])('from one sentence to the next: %s', async (said, name, input) =>
    expect(await firstOf(said, shopTools)).toBe(call(name, input)),
  )
})

describe('what only one input can hold', () => {
  const limits = members({ amount: integer, currency: { type: 'string', examples: ['SGD'] } }, [])
  const office = [
    tool('Set limits', {
      ...{ method: 'PUT', path: '/profiles/cards/{card_token}/limits' },
      parameters: members({
        card_token: text,
        body: members({ once: limits, daily: limits, monthly: limits }, []),
      }),
    }),
    tool('Top up wallet', {
      ...{ method: 'POST', path: '/wallet' },
      parameters: members({ body: members({ amount: integer }) }),
    }),
    tool('Comment on run', {
      ...{ method: 'PUT', path: '/runs/{runId}/comment' },
      parameters: members({ runId: text, body: members({ comment: text }) }),
    }),
    tool('Create host', {
      ...{ method: 'POST', path: '/hosts' },
      parameters: members({
        body: members({ name: text, value: { type: 'string', examples: ['198.18.100.254'] } }),
      }),
    }),
    reads('Get access rules', '/policies/{accesspolicy_id}/rules', members({ accesspolicy_id: text })),
    reads('Search files', '/search', members({ query: text })),
    reads('List audit events', '/audit', members({ from: text, to: text }, [])),
    reads('Find flats', '/flats', members({ latitude: text, longitude: text, km: { type: 'number' } })),
    reads('Get time zone', '/zone', members({ location: text, timestamp: { type: 'number' } })),
  ]
  const decimals = (name: string) => ({ [name]: { type: 'string' as const, examples: ['40.36'] } })
  office.push(reads('Rate places', '/places', members({ ...decimals('latitude'), ...decimals('longitude') })))

  it.each<[string, string]>([
    [
      'set the limits of card tok-9 to a daily limit of 500 EUR and a monthly limit of 2000 EUR',
      call('set_limits', {
        card_token: 'tok-9',
        body: { daily: { amount: 500, currency: 'EUR' }, monthly: { amount: 2000, currency: 'EUR' } },
      }),
    ],
    ['top up my wallet with two hundred and fifty', call('top_up_wallet', { body: { amount: 250 } })],
    [
      'put a comment on run six zero three one: flaky, retry tomorrow',
      call('comment_on_run', { runId: '6031', body: { comment: 'flaky, retry tomorrow' } }),
    ],
    [
      'create a host mail-gw on 10.20.30.5',
      call('create_host', { body: { name: 'mail-gw', value: '10.20.30.5' } }),
    ],
    ['get the rules in access policy ap-0042', call('get_access_rules', { accesspolicy_id: 'ap-0042' })],
    ['search the files for travel expenses', call('search_files', { query: 'travel expenses' })],
    [
      'list the audit events from the twenty-second to the thirty-first of March 2026',
      call('list_audit_events', { from: '2026-03-22', to: '2026-03-31' }),
    ],
    ['rate the places at 40.41, -3.70', call('rate_places', { latitude: '40.41', longitude: '-3.70' })],
  ])('%s', async (said, first) => {
    expect(await firstOf(said, office)).toBe(first)
  })

  it('takes no number that is left for a moment', async () => {
    expect(await firstOf('get the time zone within 500 metres of 51.5,-0.12', office)).not.toContain(
      '"timestamp"',
    )
  })
})

describe('values of a fixed form', () => {
  const one = (name: string): JsonSchema => ({
    type: 'object',
    properties: { [name]: { type: 'string' } },
    required: [name],
  })
  const tools = [tool('Flags of an IP', { method: 'GET', path: '/ips/{ip}/flags', parameters: one('ip') })]

  it.each([
    ['which flags does 203.0.113.9 have?', { ip: '203.0.113.9' }],
    ['which flags does ip badsite.example have?', undefined],
  ])('%s', async (text, input) =>
    expect((await step([{ role: 'user', text }], { tools })).call?.input).toEqual(input),
  )
})

describe('an example that is said', () => {
  const garage = [
    tool('Request service', {
      ...{ method: 'POST', path: '/services' },
      parameters: members({
        body: members({
          vehicleId: text,
          serviceType: { type: 'string', examples: ['Oil Change'] },
          day: { type: 'string', format: 'date' },
        }),
      }),
    }),
  ]
  const tickets = [
    tool('Create ticket (VIP)', {
      ...{ method: 'POST', path: '/tickets' },
      parameters: members({
        body: members({ ticketType: { type: 'string', examples: ['vip'] }, venueName: text }),
      }),
    }),
  ]

  it('is the value, also if it has two words', async () => {
    expect(await firstOf('request an oil change for vehicle V9 on 2026-12-13', garage)).toBe(
      call('request_service', { body: { vehicleId: 'V9', serviceType: 'Oil Change', day: '2026-12-13' } }),
    )
  })

  it('is the value, also if it is in the title of the request', async () => {
    expect(await firstOf('create a vip ticket, the venue name is Wembley Arena', tickets)).toBe(
      call('create_ticket_vip_', { body: { ticketType: 'vip', venueName: 'Wembley Arena' } }),
    )
  })
})

describe('a choice that two inputs know', () => {
  it('goes to the one that is named', async () => {
    const level: JsonSchema = { type: 'string', enum: ['low', 'high'] }
    const file = tool('Create report', {
      ...{ method: 'POST', path: '/reports' },
      parameters: members({ body: members({ priority: level, severity: level }, []) }),
    })
    expect(await firstOf('create a report with severity high', [file])).toBe(
      call('create_report', { body: { severity: 'high' } }),
    )
  })
})
