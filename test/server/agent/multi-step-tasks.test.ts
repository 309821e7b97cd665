import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../../src/server/model/language-model.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { TestConversation, testAgent } from '../../support/agent.js'
import { eventually } from '../../support/eventually.js'

/** Folder, name, method, path, and the example of the body or the names of the query. */
type Route = [folder: string, name: string, method: string, path: string, input?: object | string[]]
type Call = [tool: string, input: JsonObject]
/** What the user says, and the calls that a model should then make. */
type Task = { say: string; calls: Call[] }[]

const GARAGE: Route[] = [
  ['Customers', 'Find customer', 'GET', '/customers', ['phone', 'name']],
  ['Customers', 'Get customer', 'GET', '/customers/:customer_id'],
  ['Customers', 'Add customer', 'POST', '/customers', { name: 'Ann', phone: '555' }],
  ['Customers', 'Change customer', 'PATCH', '/customers/:customer_id', { phone: '555' }],
  ['Cars', 'List cars', 'GET', '/cars', ['customer_id', 'plate']],
  ['Cars', 'Add car', 'POST', '/cars', { customer_id: 'C1', plate: 'AB 12', model: 'Fiat' }],
  ['Appointments', 'List free slots', 'GET', '/slots', ['date']],
  [
    'Appointments',
    'Book appointment',
    'POST',
    '/appointments',
    { car_id: 'K1', slot_id: 'S1', work: 'brakes' },
  ],
  ['Appointments', 'List appointments', 'GET', '/appointments', ['car_id', 'date']],
  ['Appointments', 'Move appointment', 'PATCH', '/appointments/:appointment_id', { slot_id: 'S2' }],
  ['Appointments', 'Cancel appointment', 'POST', '/appointments/:appointment_id/cancel', { reason: 'ill' }],
  ['Appointments', 'Add note', 'POST', '/appointments/:appointment_id/notes', { text: 'call first' }],
  ['Parts', 'Search parts', 'GET', '/parts', ['query']],
  ['Parts', 'Order part', 'POST', '/part-orders', { part_id: 'P1', appointment_id: 'A1', quantity: 2 }],
  ['Invoices', 'List invoices', 'GET', '/invoices', ['customer_id']],
  ['Invoices', 'Record payment', 'POST', '/payments', { invoice_id: 'I1', amount: 120.5 }],
]

const LIBRARY: Route[] = [
  ['Members', 'Search members', 'GET', '/members', ['card', 'name']],
  ['Members', 'Renew card', 'POST', '/members/:member_id/renewal', { years: 1 }],
  ['Members', 'Change address', 'PATCH', '/members/:member_id', { street: 'Mill Road 7', postcode: 'CB1' }],
  ['Catalogue', 'Search titles', 'GET', '/titles', ['query', 'author']],
  ['Catalogue', 'Get title', 'GET', '/titles/:title_id'],
  ['Catalogue', 'List copies', 'GET', '/copies', ['title_id', 'branch_id']],
  ['Catalogue', 'List branches', 'GET', '/branches'],
  ['Loans', 'List loans', 'GET', '/loans', ['member_id']],
  ['Loans', 'Lend copy', 'POST', '/loans', { member_id: 'M1', copy_id: 'X1', due: '2026-12-24' }],
  ['Loans', 'Extend loan', 'POST', '/loans/:loan_id/extension', { due: '2027-01-07' }],
  ['Loans', 'Return copy', 'POST', '/loans/:loan_id/return', { condition: 'good' }],
  ['Holds', 'List holds', 'GET', '/holds', ['member_id']],
  ['Holds', 'Place hold', 'POST', '/holds', { member_id: 'M1', title_id: 'T1', branch_id: 'B1' }],
  ['Holds', 'Cancel hold', 'DELETE', '/holds/:hold_id'],
  ['Fees', 'List fees', 'GET', '/fees', ['member_id']],
  ['Fees', 'Pay fee', 'POST', '/fees/:fee_id/payment', { amount: 3.5 }],
]

const TRAVEL: Route[] = [
  ['Travellers', 'Find traveller', 'GET', '/travellers', ['email', 'name']],
  ['Travellers', 'Change traveller', 'PATCH', '/travellers/:traveller_id', { passport: 'X123' }],
  ['Trips', 'List trips', 'GET', '/trips', ['traveller_id']],
  ['Trips', 'Get trip', 'GET', '/trips/:trip_id'],
  ['Trips', 'Cancel trip', 'POST', '/trips/:trip_id/cancel', { reason: 'change of plan' }],
  ['Flights', 'Search flights', 'GET', '/flights', ['from', 'to', 'date']],
  [
    'Flights',
    'Book flight',
    'POST',
    '/flight-bookings',
    { traveller_id: 'V1', flight_id: 'F1', seat: '12A' },
  ],
  ['Flights', 'Change flight', 'PATCH', '/flight-bookings/:booking_id', { flight_id: 'F2' }],
  ['Flights', 'Add bag', 'POST', '/flight-bookings/:booking_id/bags', { kilos: 23 }],
  ['Hotels', 'Search hotels', 'GET', '/hotels', ['city', 'arrival', 'nights']],
  [
    'Hotels',
    'Book room',
    'POST',
    '/room-bookings',
    { traveller_id: 'V1', hotel_id: 'H1', arrival: '2026-12-05', nights: 2 },
  ],
  ['Hotels', 'Cancel room', 'DELETE', '/room-bookings/:room_booking_id'],
  ['Vouchers', 'Check voucher', 'GET', '/vouchers/:code'],
  ['Vouchers', 'Redeem voucher', 'POST', '/vouchers/:code/redemption', { trip_id: 'R1' }],
]

const garageTask = (at: number): Task => {
  const [plate, phone, amount, day] = [
    `KX ${410 + at} VB`,
    `0161 496 0${at}2${at}`,
    120.5 + at,
    `2026-12-1${at}`,
  ]
  const [customer_id, car_id, appointment_id] = [`C${at}`, `K${at}`, `A${500 + at}`]
  return [
    {
      say: `Hello, it's about my car, ${plate}. My number is ${phone}, and I have a new one from Monday, 0161 496 0999.`,
      calls: [
        ['find_customer', { phone }],
        ['list_cars', { customer_id }],
        ['change_customer', { customer_id, body: { phone: '0161 496 0999' } }],
      ],
    },
    {
      say: `The brakes squeak since December 2. Can you look at them on ${day}, in the morning?`,
      calls: [
        ['list_free_slots', { date: day }],
        ['book_appointment', { body: { car_id, slot_id: `S${at}`, work: 'brakes' } }],
        ['add_note', { appointment_id, body: { text: 'Squeaks since 2 December' } }],
      ],
    },
    {
      say: 'You will need two brake pads, size 8. Please order them, and tell me whether I still owe anything.',
      calls: [
        ['search_parts', { query: 'brake pads size 8' }],
        ['order_part', { body: { part_id: `P${at}`, appointment_id, quantity: 2 } }],
        ['list_invoices', { customer_id }],
        ['record_payment', { body: { invoice_id: `I${at}`, amount } }],
      ],
    },
    {
      say: `No wait, the day after is better. And what is booked already for my other car, the one with 77 in the plate?`,
      calls: [
        ['list_free_slots', { date: '2026-12-20' }],
        ['move_appointment', { appointment_id, body: { slot_id: 'S99' } }],
        ['list_cars', { customer_id }],
        ['list_appointments', { car_id: 'K77' }],
      ],
    },
  ]
}

const libraryTask = (at: number): Task => {
  const [card, member_id, title_id, loan_id] = [`90210 33${at}`, `M${at}`, `T${at}`, `L${70 + at}`]
  return [
    {
      say: `My card is ${card}, the one-time code was 881${at}4. Which books do I have, and can I keep them until January 7?`,
      calls: [
        ['search_members', { card }],
        ['list_loans', { member_id }],
        ['extend_loan', { loan_id, body: { due: '2027-01-07' } }],
        ['extend_loan', { loan_id: `L${80 + at}`, body: { due: '2027-01-07' } }],
      ],
    },
    {
      say: 'And "Flight 410" by Ms Bell, is it in? Otherwise put me on the list, I pick it up in San Antonio, 78260.',
      calls: [
        ['search_titles', { query: 'Flight 410' }],
        ['list_copies', { title_id }],
        ['list_branches', {}],
        ['place_hold', { body: { member_id, title_id, branch_id: 'B78260' } }],
      ],
    },
    {
      say: `I moved: 26 Mill Road, CB${at} 2AB. Do I owe fees? I pay them all, ${3 + at}.50. And renew my card for 2 years.`,
      calls: [
        ['change_address', { member_id, body: { street: '26 Mill Road', postcode: `CB${at} 2AB` } }],
        ['list_fees', { member_id }],
        ['pay_fee', { fee_id: `E${at}`, body: { amount: 3.5 + at } }],
        ['renew_card', { member_id, body: { years: 2 } }],
      ],
    },
    {
      say: 'The other hold, the cookbook, I do not need any more.',
      calls: [
        ['list_holds', { member_id }],
        ['cancel_hold', { hold_id: `O${at}` }],
      ],
    },
  ]
}

const travelTask = (at: number): Task => {
  const [traveller_id, trip_id, booking_id] = [`V${at}`, `R${at}`, `Q${900 + at}`]
  return [
    {
      say: `Hi, Jo Park, jo.park${at}@example.org, passport C0${at}X77. I want to fly from Leeds to Oslo on March 2${at}, back three days later.`,
      calls: [
        ['find_traveller', { email: `jo.park${at}@example.org` }],
        ['change_traveller', { traveller_id, body: { passport: `C0${at}X77` } }],
        ['search_flights', { from: 'LBA', to: 'OSL', date: `2026-03-2${at}` }],
        ['search_flights', { from: 'OSL', to: 'LBA', date: `2026-03-2${at + 3}` }],
        ['book_flight', { body: { traveller_id, flight_id: `F${at}`, seat: '12A' } }],
        ['book_flight', { body: { traveller_id, flight_id: `G${at}`, seat: '14C' } }],
      ],
    },
    {
      say: 'One bag of 23 kilos, only on the way there. And three nights in a hotel near the port, at most 150 euros.',
      calls: [
        ['add_bag', { booking_id, body: { kilos: 23 } }],
        ['search_hotels', { city: 'Oslo', arrival: `2026-03-2${at}`, nights: 3 }],
        ['book_room', { body: { traveller_id, hotel_id: `H${at}`, arrival: `2026-03-2${at}`, nights: 3 } }],
      ],
    },
    {
      say: `I have a voucher, spelled W I N T E R ${at}. Use it for this trip, and cancel my old trip to Rome of May 5.`,
      calls: [
        ['check_voucher', { code: `WINTER${at}` }],
        ['list_trips', { traveller_id }],
        ['redeem_voucher', { code: `WINTER${at}`, body: { trip_id } }],
        ['get_trip', { trip_id: 'R505' }],
        ['cancel_trip', { trip_id: 'R505', body: { reason: 'change of plan' } }],
      ],
    },
  ]
}

const RECORDS = [1, 2, 3, 4, 5]
const APIS = {
  garage: [GARAGE, garageTask],
  library: [LIBRARY, libraryTask],
  travel: [TRAVEL, travelTask],
} as const

let api: Server
let baseUrl = ''
let requests = 0

beforeAll(async () => {
  api = createServer((request, response) => {
    requests += 1
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ items: [{ id: 'X1', path: request.url }], total: 1 }))
    })
  })
  await new Promise<void>((done) => api.listen(0, '127.0.0.1', done))
  baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
})

afterAll(() => void api.close())

function collectionOf(name: string, routes: readonly Route[]): object {
  const folders = new Map<string, object[]>()
  for (const [folder, title, method, path, input] of routes) {
    const segments = path.slice(1).split('/')
    const query = Array.isArray(input) ? input.map((key) => ({ key, value: '', disabled: true })) : []
    const variable = segments.flatMap((part) =>
      part.startsWith(':') ? [{ key: part.slice(1), value: '' }] : [],
    )
    const body =
      input && !Array.isArray(input)
        ? { mode: 'raw', raw: JSON.stringify(input), options: { raw: { language: 'json' } } }
        : undefined
    const url = { raw: `{{base_url}}${path}`, host: ['{{base_url}}'], path: segments, query, variable }
    folders.set(folder, [
      ...(folders.get(folder) ?? []),
      { name: title, request: { method, url, body, header: [] } },
    ])
  }
  const item = [...folders].map(([folder, entries]) => ({ name: folder, item: entries }))
  const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'
  return { info: { name, schema }, item, variable: [{ key: 'base_url', value: '' }] }
}

interface Count {
  calls: number
  refused: string[]
  searched: string[]
}

/** Plays a task as a model would that makes exactly the expected calls, and searches for tools that it is not offered. */
async function play(toolkit: RESTAPIToolkit, task: Task, count: Count): Promise<void> {
  const left: Call[] = []
  const isOffered = ({ facts = '', history }: ModelRequest, name: string) =>
    facts.includes(`"name":"${name}"`) ||
    history.some(
      (message) =>
        message.role === 'tool' && message.name === 'find_tools' && message.output.includes(`"${name}"`),
    )
  const llm = new ScriptedModel((request): ScriptedStep => {
    const [tool, input] = left[0] ?? []
    if (tool === undefined) return [{ say: 'Done.' }]
    if (!isOffered(request, tool)) {
      count.searched.push(tool)
      return [{ call: 'find_tools', input: { query: tool.replaceAll('_', ' ') } }]
    }
    left.shift()
    count.calls += 1
    return [{ call: 'call_tool', input: { name: tool, input: input! } }]
  })
  const talking = new TestConversation(
    testAgent({ models: [llm], tools: toolkit.getFunctions(), toolSet: 'search' }),
  )
  for (const { say, calls } of task) {
    left.push(...calls)
    talking.say(say)
    await eventually(() => !talking.conversation.working || talking.conversation.openCalls > 0, say)
    while (talking.requests.some((id) => talking.answer(true, id)) || talking.conversation.replying)
      await eventually(() => !talking.conversation.replying, say)
  }
  expect(left).toEqual([])
  for (const item of talking.conversation.history.items)
    if (item.type === 'mcp_call' && item.error)
      count.refused.push(`${item.name} ${item.arguments}: ${JSON.stringify(item.error)}`)
}

describe('tasks of several steps, with codes, dates, amounts and other records in the words of the user', () => {
  it('have no right call refused or cut, and 85 % of their tools are offered without a search', async () => {
    const count: Count = { calls: 0, refused: [], searched: [] }
    for (const [name, [routes, taskOf]] of Object.entries(APIS)) {
      const toolkit = await RESTAPIToolkit.fromApiCollection({
        collection: collectionOf(name, routes),
        baseUrl,
      })
      for (const at of RECORDS) await play(toolkit, taskOf(at), count)
    }
    const offered = 1 - count.searched.length / count.calls
    console.log(
      `tasks: ${count.calls} calls, ${(offered * 100).toFixed(1)} % offered; searched: ${count.searched.join(' ')}`,
    )
    expect(count.refused).toEqual([])
    expect(count.calls).toBeGreaterThanOrEqual(200)
    expect(requests).toBe(count.calls)
    expect(offered).toBeGreaterThanOrEqual(0.85)
  }, 180_000)
})
