import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAgentTexts } from '../../../src/languages/agent-texts.js'
import { titleVerbs } from '../../../src/languages/title-verbs.js'
import { verbText } from '../../../src/server/agent/approval-action.js'
import { callFields, inDeclaredOrder, type QuestionForm } from '../../../src/server/agent/approval-fields.js'
import { approvalCards, approvalQuestion } from '../../../src/server/agent/approval-question.js'
import type { PreparedCall } from '../../../src/server/agent/tool-calls.js'
import { toSpokenText } from '../../../src/server/speech/output/spoken-text.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { inputFields } from '../../../src/text/input-fields.js'
import type { JsonObject, JsonSchema } from '../../../src/toolkit/model/json.js'
import type { DryRun, ToolDefinition } from '../../../src/toolkit/model/tool.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'

interface Given {
  title?: string
  input: JsonObject
  parameters?: JsonSchema
  inPath?: string[]
  dryRun?: Partial<DryRun>
  effect?: 'write' | 'destroy'
}

const heardTags = ['en', 'de', 'es', 'fr', 'it', 'pt', 'nl', 'pl', 'tr', 'vi', 'id', 'zh', 'ru']

const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]/u

function call({ title = 'Create pet', input, parameters, inPath = [], dryRun, effect }: Given): PreparedCall {
  const bindings = inPath.map((parameter) => ({ parameter, in: 'path' as const, key: parameter }))
  const fake = new FakeTool({ name: 'x', ...(parameters && { parameters }), ...(effect && { effect }) })
  const definition = { title, bindings } as unknown as ToolDefinition
  return {
    tool: Object.assign(fake, { definition }),
    input,
    arguments: JSON.stringify(input),
    ...(dryRun && {
      dryRun: { method: 'POST', url: 'https://x.com/pets', headers: [], body: null, ...dryRun },
    }),
  }
}

const ask = (given: Given, form: QuestionForm = 'shown') =>
  approvalQuestion([call(given)], { locale: findAgentTexts('en'), form })

const output = (content: object, tool = '') => ({ tool, text: JSON.stringify({ isError: false, content }) })

const object = (properties: Record<string, JsonSchema>, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
})
const text: JsonSchema = { type: 'string' }
const json = (body: JsonObject) => ({
  headers: [['Content-Type', 'application/json']] as [string, string][],
  body: JSON.stringify(body),
})

it.each(heardTags)('a question names what is not changed, in %s', (tag) => {
  const tool = new FakeTool({ name: 'update_patient', effect: 'write' })
  const made = {
    tool,
    input: { phone: '1' },
    arguments: '{"phone":"1"}',
    leftOut: ['email', 'insurance.number'],
  }
  const locale = findAgentTexts(tag)
  const [card] = approvalCards([made], { locale })
  expect(card?.note).toContain('insurance.number')
  expect(approvalQuestion([made], { locale, form: 'shown' })).toContain(card!.note!)
})

describe('a question', () => {
  const cases: [title: string, given: Given, want: string][] = [
    [
      'shows the request',
      {
        title: 'Delete order',
        input: { id: 17 },
        inPath: ['id'],
        dryRun: { method: 'DELETE', url: 'https://x.com/orders/17?a=1' },
      },
      'This deletes order 17 (DELETE /orders/17). Go ahead?',
    ],
    [
      'names the record that the collection addresses when none is given',
      {
        title: 'Update pet',
        input: {},
        inPath: ['id'],
        parameters: object({ id: { type: 'integer', default: 50 } }),
      },
      'This updates pet 50. Go ahead?',
    ],
    [
      'shows declared fields in their order, first',
      {
        input: { body: { role: 'admin', price: 5, name: 'Rex' } },
        parameters: object({ body: object({ name: text, price: { type: 'number' } }) }),
      },
      'This creates a pet: name Rex, price 5, and 1 not expected: role admin. Go ahead?',
    ],
    [
      'names and counts what is unexpected, however much is declared',
      {
        input: {
          body: {
            ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, at])),
            role: 'admin',
          },
        },
        parameters: object({
          body: object(Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, text]))),
        }),
      },
      `This creates a pet: ${Array.from({ length: 20 }, (_, at) => `f${at} ${at}`).join(', ')}, and 1 not expected: role admin, and 10 more: ${Array.from({ length: 10 }, (_, at) => `f${at + 20}`).join(', ')}. Go ahead?`,
    ],
    [
      'shows a list of objects in words, however long its texts are quoted',
      {
        input: {
          items: [
            { sku: 'SLP-L', qty: 1 },
            { sku: 'BTL-750', qty: 3 },
            { sku: 'a, qty 9', gift: null, more: { note: '' } },
          ],
        },
      },
      'This creates a pet: items 3 entries (SLP-L, qty 1; BTL-750, qty 3; “a, qty 9”, gift null, more note “”). Go ahead?',
    ],
    [
      'shows an empty name and an empty value',
      { input: { '': {}, list: [{}] } },
      'This creates a pet: “” “”, list 1 entry [{}]. Go ahead?',
    ],
    ['shows nothing of an empty body', { input: { body: {} } }, 'This creates a pet. Go ahead?'],
    [
      'takes a value with any members',
      { input: { orderId: [{ toString: 1 }] }, dryRun: {} },
      'This creates a pet (POST /pets): order id 1 entry (to string 1). Go ahead?',
    ],
    [
      'says an amount with its currency',
      {
        input: {
          body: {
            amount: { amount: 80.5, currency: 'EUR' },
            declared_value: { currency: 'GBP', value: 240 },
            fee: { total: 3, tax: 1, currency: 'EUR' },
            parcels: [{ contents: 'vases', price: { amount: 5, currency_code: 'usd' } }],
            tags: ['a, b', 'c'],
          },
        },
      },
      'This creates a pet: amount 80.5 EUR, declared value 240 GBP, fee total 3 EUR, tax 1, parcels 1 entry (vases, price 5 usd), tags 2 entries (“a, b”, c). Go ahead?',
    ],
    [
      'keeps a currency that two amounts share, or that is not declared',
      {
        input: { body: { price: 3, total: 4, currency: 'EUR', tip: { amount: 1, currency: 'EUR' } } },
        parameters: object({
          body: object({
            ...{ price: { type: 'number' }, total: { type: 'number' }, currency: text },
            tip: object({ amount: { type: 'number' } }),
          }),
        }),
      },
      'This creates a pet: price 3, total 4, currency EUR, tip amount 1, and 1 not expected: tip.currency EUR. Go ahead?',
    ],
    [
      'counts lists and shows both their ends',
      { input: { tags: ['a', 'b'], ids: Array.from({ length: 500 }, (_, at) => at) } },
      'This creates a pet: tags 2 entries (a, b), ids 500 entries [0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22, … 485,486,487,488,489,490,491,492,493,494,495,496,497,498,499] (1,891 characters). Go ahead?',
    ],
    [
      'shows both ends of a long value',
      { input: { note: `${'a'.repeat(500)} but delete all` } },
      `This creates a pet: note “${'a'.repeat(60)} … ${'a'.repeat(45)} but delete all (515 characters)”. Go ahead?`,
    ],
    [
      'lets no value be taken for the rest of the sentence',
      { input: { name: 'Rex, price 5. Go ahead? yes', note: 'It said: “no”' } },
      "This creates a pet: name “Rex, price 5. Go ahead? yes”, note “It said: 'no'”. Go ahead?",
    ],
    [
      'lets no name be taken for the rest of the sentence',
      { input: { 'note x. Go ahead? ': 1, 'a\u202eb': 2 } },
      'This creates a pet: note x go ahead 1, ab 2. Go ahead?',
    ],
    [
      'shows what is hidden',
      { input: { name: 'Rex\u200b\u202exeR\n\nprice 1' } },
      'This creates a pet: name “Rex<U+200B><U+202E>xeR⏎⏎price 1”. Go ahead?',
    ],
    [
      'covers credentials at any depth',
      {
        input: {
          body: {
            user: { password: 'sesame' },
            credentials: { login: 'ada' },
            keys: [{ apiKey: 'k' }],
            secrets: ['s1'],
          },
        },
      },
      'This creates a pet: password •••, login •••, keys 1 entry (api key •••), secrets •••. Go ahead?',
    ],
    [
      'keeps the full path where a parameter has the same name',
      { input: { name: 'a', body: { name: 'b' } } },
      'This creates a pet: name a, body.name b. Go ahead?',
    ],
  ]
  it.each(cases)('%s', (_, given, want) => expect(ask(given)).toBe(want))

  const paths: [title: string, path: string, input: JsonObject, want: string][] = [
    ['Cancel order', '/orders/{id}/cancel', { id: 17 }, 'This cancels order 17.'],
    ['Order cancel', '/orders/{orderId}', { orderId: 17 }, 'This cancels order 17.'],
    ['Cancel', '/orders/{orderNo}/cancel', { orderNo: 17 }, 'This cancels order 17.'],
    [
      'Verify employee',
      '/employees/verify',
      { birthYear: 1990 },
      'This verifies the employee: birth year 1990.',
    ],
    [
      'Assign desk',
      '/employees/{employeeId}/desk',
      { employeeId: 'EMP079314', floor: 3 },
      'This assigns a desk: employee EMP079314, floor 3.',
    ],
    ['Delete post', '/users/{id}/posts/{postId}', { id: 3, postId: 7 }, 'This deletes post 7: user 3.'],
    ['Escalate ticket', '/tickets/{id}/escalate', { id: 4 }, 'This escalates ticket 4.'],
    ['New order', '/orders', { qty: 1 }, 'This creates an order: qty 1.'],
    ['POST contact', '/contacts', { name: 'Ada' }, 'This creates a contact: name Ada.'],
    ['Patch contact', '/contacts/{id}', { id: 3 }, 'This changes contact 3.'],
    ['Call off class', '/classes/{classId}', { classId: 4 }, 'This calls off class 4.'],
    ['Log in', '/login', { user: 'ada' }, 'This logs in: user ada.'],
    [
      'Book room',
      '/bookings',
      { day: '2026-03-03', from: '2026-03-03T15:00', until: '2026-03-03T16:00:00+01:00' },
      'This books a room: day Tuesday, March 3, 2026, from Tuesday, March 3, 2026 at 3:00 PM, until Tuesday, March 3, 2026 at 4:00 PM UTC+01:00.',
    ],
  ]
  it.each(paths)('names the verb and the object of %s %s', (title, path, input, want) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
    const prepared = call({ title, input, inPath })
    Object.assign(prepared.tool.definition!, { path })
    expect(approvalQuestion([prepared], { locale: findAgentTexts('en'), form: 'shown' })).toBe(
      `${want} Go ahead?`,
    )
  })

  it('names records by what earlier results call them, also in a body', () => {
    const outputs = [
      output({ rooms: [{ id: 'r7', name: 'Ginkgo' }], people: [{ id: 7, name: 'Ada' }] }),
      output({ id: 'c303', title: 'Operations manager', firstName: 'Ida', lastName: 'Berg' }),
    ]
    const input = { roomId: 'r7', contact: 'c303', seats: 7, day: 'r8' }
    expect(
      approvalQuestion([call({ input })], { locale: findAgentTexts('en'), form: 'typed', outputs }),
    ).toBe('This creates a pet: room id r7 “Ginkgo”, contact c303 “Ida Berg”, seats 7, day r8. Go ahead?')
  })

  it('names a record with a plain number only by a result about that kind of record', () => {
    const outputs = [
      output([{ id: 5034, patient_id: 101, patient_name: 'Anna Schmidt' }], 'list_appointments'),
      output({ patient_id: 101, name: 'Anna Schmidt' }, 'get_record'),
      output([{ id: 7, name: 'Dr. Weber' }], 'list_doctors'),
    ]
    const change = call({ title: 'Update appointment', input: { id: 5034 }, inPath: ['id'] })
    Object.assign(change.tool.definition!, { path: '/appointments/{id}' })
    const style = { locale: findAgentTexts('en'), form: 'typed' as const, outputs }
    expect(approvalQuestion([change], style)).toBe('This updates appointment 5034 “Anna Schmidt”. Go ahead?')
    const input = { patient_id: 101, doctor: { id: 7 }, room_id: 7, week: 7 }
    expect(approvalQuestion([call({ title: 'Create appointment', input })], style)).toBe(
      'This creates an appointment: patient id 101 “Anna Schmidt”, doctor id 7 “Dr. Weber”, room id 7, week 7. Go ahead?',
    )
  })

  it.each([
    ['Europe/Berlin', 'Tuesday, March 3, 2026 at 4:00 PM'],
    ['America/New_York', 'Tuesday, March 3, 2026 at 10:00 AM'],
    [undefined, 'Tuesday, March 3, 2026 at 4:00 PM UTC+01:00'],
  ])('says a time in the time zone %s', (timezone, said) => {
    const made = call({
      title: 'Book room',
      input: { until: '2026-03-03T16:00:00+01:00', day: '2026-03-03' },
    })
    expect(approvalQuestion([made], { locale: findAgentTexts('en'), form: 'typed', timezone })).toBe(
      `This books a room: until ${said}, day Tuesday, March 3, 2026. Go ahead?`,
    )
  })

  it.each([
    ['Send reminder', 'sends a reminder'],
    ['Create appointment', 'creates an appointment'],
    ['Create user', 'creates a user'],
    ['Update URL', 'updates the URL'],
    ['Send invoices', 'sends invoices'],
    ['Send feedback', 'sends feedback'],
    ['Cancel my subscription', 'cancels my subscription'],
    ['Record payment', 'records a payment'],
  ])('says %s with an article', (title, want) => {
    expect(ask({ title, input: {} })).toBe(`This ${want}. Go ahead?`)
  })

  it('keeps the parent of a name that says nothing alone, or that two fields have', () => {
    const input = {
      body: {
        insurance: { kind: 'private', number: 'INS-9' },
        sender: { city: 'Bonn' },
        recipient: { city: 'Ulm', zip: '89073' },
      },
    }
    expect(ask({ input })).toBe(
      'This creates a pet: insurance kind private, insurance number INS-9, sender city Bonn, recipient city Ulm, zip 89073. Go ahead?',
    )
  })

  it('takes a count for no id', () => {
    const outputs = [
      output(
        [
          { id: 2, name: 'Beans', stock: 3 },
          { id: 3, name: 'Mug', stock: 40 },
        ],
        'list_products',
      ),
    ]
    const prepared = call({ title: 'Delete product', input: { id: 3 }, inPath: ['id'] })
    Object.assign(prepared.tool.definition!, { path: '/products/{id}' })
    expect(approvalQuestion([prepared], { locale: findAgentTexts('en'), form: 'shown', outputs })).toBe(
      'This deletes product 3 “Mug”. Go ahead?',
    )
  })

  it('shows the defaults that are sent', () => {
    const parameters = object({ name: text, notify: { type: 'boolean', default: true } })
    expect(ask({ input: { name: 'Rex' }, parameters })).toBe(
      'This creates a pet: name Rex, notify true. Go ahead?',
    )
  })

  it.each([
    ['es', 'Esto cancela “order” 4. ¿Lo hago?'],
    ['fr', 'Cela annule “order” 4. Je continue ?'],
    ['it', 'Questo annulla “order” 4. Procedo?'],
    ['pt', 'Isso cancela “order” 4. Posso continuar?'],
    ['nl', 'Hiermee wordt “order” 4 geannuleerd. Zal ik dat doen?'],
    ['pl', 'To anuluje “order” 4. Mam to zrobić?'],
    ['tr', '“order” 4 iptal edilecek. Onaylıyor musunuz?'],
    ['vi', 'Thao tác này hủy “order” 4. Tôi làm nhé?'],
    ['id', 'Ini membatalkan “order” 4. Lanjutkan?'],
    ['zh', '这将取消 “order” 4。可以吗？'],
    ['ru', 'Это отменит “order” 4. Продолжить?'],
  ])('is asked in %s', (tag, want) => {
    const given = { title: 'Cancel order', input: { id: 4 }, inPath: ['id'] }
    expect(approvalQuestion([call(given)], { locale: findAgentTexts(tag), form: 'shown' })).toBe(want)
  })

  it.each(heardTags)('has every verb in %s', (tag) => {
    const { approval } = findAgentTexts(tag)
    const missing = [...new Set(Object.values(titleVerbs))].filter(
      (verb) => verbText(verb, approval) === undefined,
    )
    expect(missing).toEqual([])
  })

  it.each([
    ['pl', 1, '1 element', 61, '61 znaków'],
    ['pl', 3, '3 elementy', 63, '63 znaki'],
    ['pl', 5, '5 elementów', 65, '65 znaków'],
    ['ru', 1, '1 элемент', 61, '61 символ'],
    ['ru', 3, '3 элемента', 63, '63 символа'],
    ['ru', 5, '5 элементов', 65, '65 символов'],
    ['de', 3, '3 Einträge', 63, '63 Zeichen'],
  ])('counts in %s: %i', (tag, length, entries, chars, text) => {
    const given = call({ input: { tags: Array.from({ length }, () => 'a'), note: 'x'.repeat(chars) } })
    const question = approvalQuestion([given], { locale: findAgentTexts(tag), form: 'spoken' })
    expect(question).toContain(`${entries}: `)
    expect(question).toContain(`(${text})`)
  })

  it('is asked in German, too', () => {
    const given = { title: 'Delete pet', input: { id: 4, tags: ['a'] }, inPath: ['id'] }
    expect(approvalQuestion([call(given)], { locale: findAgentTexts('de'), form: 'shown' })).toBe(
      'Damit wird “pet” 4 gelöscht: tags 1 Eintrag (a). Soll ich das tun?',
    )
  })
})

describe('the request in a question', () => {
  const cases: [title: string, dryRun: Partial<DryRun>, want: string][] = [
    [
      'a GraphQL operation',
      json({ query: 'mutation { deletePet(id: 1) { id } }' }),
      'POST /pets, mutation deletePet',
    ],
    [
      'several operations',
      json({ query: 'query A { a } mutation B { b }' }),
      'POST /pets, query a, mutation b',
    ],
    ['a document that cannot be read', json({ query: 'mutation { a' }), 'POST /pets, GraphQL mutation { a'],
    ['a remote method', json({ jsonrpc: '2.0', method: 'pets.delete' }), 'POST /pets, method pets.delete'],
    ['a statement', json({ sql: 'DROP TABLE pets' }), 'POST /pets, sql DROP TABLE pets'],
    ['a fixed action', { url: 'https://x.com/api?action=delete&q=1' }, 'POST /api, action delete'],
    [
      'an override',
      { headers: [['X-HTTP-Method-Override', 'DELETE']] },
      'POST /pets, X-HTTP-Method-Override DELETE',
    ],
    [
      'a field of a form',
      { headers: [['content-type', 'application/x-www-form-urlencoded']], body: '_method=delete&a=1' },
      'POST /pets, _method delete',
    ],
    [
      'a part of a form',
      {
        headers: [['Content-Type', 'multipart/form-data; boundary=b1']],
        body: '--b1\r\nContent-Disposition: form-data; name="_method"\r\n\r\nPUT\r\n--b1--',
      },
      'POST /pets, _method PUT',
    ],
    [
      'a long path',
      { url: `https://x.com/${'a'.repeat(400)}/delete` },
      `POST /${'a'.repeat(59)} … ${'a'.repeat(53)}/delete (408 characters)`,
    ],
  ]
  it.each(cases)('names %s', (_, dryRun, want) => {
    expect(ask({ title: 'Do it', input: {}, dryRun })).toBe(`This runs "Do it" (${want}). Go ahead?`)
  })

  it('does not repeat what the input says', () => {
    expect(
      ask({ title: 'Do it', input: { action: 'ship' }, dryRun: { url: 'https://x.com/a?action=ship' } }),
    ).toBe('This runs "Do it" (POST /a): action ship. Go ahead?')
  })

  it('is spoken only where the name does not tell it', () => {
    const spoken = (title: string, dryRun: Partial<DryRun>) => ask({ title, input: {}, dryRun }, 'spoken')
    expect(spoken('Delete pet', { method: 'DELETE' })).toBe('This deletes the pet. Go ahead?')
    expect(spoken('Create pet', {})).toBe('This creates a pet. Go ahead?')
    expect(spoken('Create pet', { method: 'DELETE' })).toBe('This creates a pet (deletes pets). Go ahead?')
    expect(spoken('Create pet', json({ query: 'mutation { wipe }' }))).toBe(
      'This creates a pet (mutation wipe). Go ahead?',
    )
  })

  it('is that of a real tool', async () => {
    const toolkit = await RESTAPIToolkit.fromApiCollection({
      collection: {
        info: { name: 'Shop' },
        item: [
          {
            name: 'Pets',
            request: {
              method: 'POST',
              url: 'https://x.com/graphql',
              body: {
                mode: 'graphql',
                graphql: { query: 'mutation Sell($id: ID!) { sellPet(id: $id) { id } }' },
              },
            },
          },
        ],
      },
    })
    const tool = toolkit.getFunctions()[0]!
    const input = { body: { id: '7' } }
    const prepared = { tool, input, arguments: JSON.stringify(input), dryRun: tool.dryRun!(input) as DryRun }
    expect(approvalQuestion([prepared], { locale: findAgentTexts('en'), form: 'shown' })).toBe(
      'This runs "Pets" (POST /graphql, mutation sellPet): id 7. Go ahead?',
    )
  })
})

describe('a spoken question', () => {
  it.each([
    ['a fence of code', 'a ```'],
    ['a line of code', 'a ` b'],
    ['a link', '[a](https://x.com)'],
    ['an emphasis', '**a**'],
  ])('is not cut by %s in a value', (_, note) => {
    const question = ask({ input: { note, role: 'administrator' } }, 'spoken')
    expect(toSpokenText(question)).toContain('administrator')
  })
})

describe('for any input', () => {
  const name = fc.oneof(
    fc.constantFrom('name', 'price', 'tags', 'note', 'role', '__proto__', 'body'),
    fc.string({ unit: 'binary', maxLength: 12 }),
  )
  const input = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      tie('object'),
    ),
    object: fc.dictionary(name, tie('value'), { maxKeys: 30 }),
  })).object
  const parameters = object({ name: text, price: text, body: object({ tags: {}, note: text }) })
  const runs = { numRuns: process.env.VOICE_TEST_FULL ? 10_000 : 300 }

  it('nothing hidden reaches the question', () => {
    fc.assert(
      fc.property(input, fc.constantFrom<QuestionForm>('spoken', 'shown'), (given, form) => {
        const question = ask({ input: given as JsonObject, parameters }, form)
        expect(question).not.toMatch(HIDDEN)
        expect(question).not.toMatch(/```|\n/)
      }),
      runs,
    )
  })

  it('every field is shown or counted', () => {
    fc.assert(
      fc.property(input, fc.constantFrom<QuestionForm>('spoken', 'shown'), (given, form) => {
        const prepared = call({ input: inDeclaredOrder(given as JsonObject, parameters), parameters })
        const { declared, unexpected, uncounted } = callFields(prepared, {
          locale: findAgentTexts('en'),
          form,
        })
        expect(declared.length + unexpected.length + uncounted).toBe(inputFields(given).count)
        const question = approvalQuestion([prepared], { locale: findAgentTexts('en'), form })
        const limit = form === 'spoken' ? 6 : 20
        const more = Math.max(declared.length - limit, 0) + Math.max(unexpected.length - limit, 0) + uncounted
        if (more > 0) expect(question).toContain(`and ${more.toLocaleString('en')} more: `)
        if (unexpected.length > 0) expect(question).toContain(`and ${unexpected.length} not expected: `)
        for (const field of [...declared.slice(0, limit), ...unexpected.slice(0, limit)])
          expect(question).toContain(field.name)
      }),
      runs,
    )
  })

  it('no member is lost by the order in which it is shown', () => {
    fc.assert(
      fc.property(input, (given) => {
        expect(inDeclaredOrder(given as JsonObject, parameters)).toEqual(given)
      }),
      runs,
    )
  })
})

describe('the card of a call', () => {
  const dryRun = { method: 'DELETE', url: 'http://h.test/orders/17', headers: [], body: null }

  it('has the question in parts; only the card has method and path', () => {
    const given: Given = {
      title: 'Cancel order',
      dryRun,
      effect: 'destroy',
      input: { reason: 'broken', when: '2026-12-04', role: 'x' },
    }
    const parameters = { type: 'object', properties: { reason: {}, when: {} } } as const
    const prepared = call({ ...given, parameters })
    const locale = findAgentTexts('en')
    expect(approvalCards([prepared], { locale })).toEqual([
      {
        text: 'This cancels the order.',
        fields: [
          { name: 'reason', value: 'broken' },
          { name: 'when', value: 'Friday, December 4, 2026' },
          { name: '', value: 'and 1 not expected: role x' },
        ],
        request: 'DELETE /orders/17',
        destructive: true,
        note: null,
      },
    ])
    expect(approvalQuestion([prepared], { locale, form: 'typed' })).toBe(
      'This cancels the order: reason broken, when Friday, December 4, 2026, and 1 not expected: role x. Go ahead?',
    )
  })

  it('says in words what the title of the tool hides', () => {
    const prepared = call({ title: 'Create order', dryRun, input: {}, effect: 'destroy' })
    expect(approvalCards([prepared], { locale: findAgentTexts('en') })[0]!.text).toBe(
      'This creates an order (deletes orders, 17).',
    )
  })

  it('repeats codes that the user said and no call has, once for the question', () => {
    const prepared = call({ title: 'Cancel order', dryRun, input: { orderId: 17 }, effect: 'destroy' })
    const cards = approvalCards([prepared, prepared], {
      locale: findAgentTexts('en'),
      said: 'cancel order 71',
    })
    expect(cards.map(({ note }) => note)).toEqual([null, 'You said “71”.'])
  })
})
