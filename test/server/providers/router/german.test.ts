import { describe, expect, it } from 'vitest'
import { findLanguage } from '../../../../src/languages/languages.js'
import type { ModelTool } from '../../../../src/server/model/language-model.js'
import { createRouter } from '../../../../src/server/providers/router/router.js'
import { tool } from './shop-tools.js'
import type { Answer } from './talk.js'
import { talk } from './talk.js'

const id = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'integer' } },
  required: [name],
})
const status = { type: 'string', enum: ['open', 'paid'] }

const office: ModelTool[] = [
  tool('List invoices', {
    method: 'GET',
    path: '/invoices',
    parameters: { type: 'object', properties: { status } },
  }),
  tool('Get invoice', { method: 'GET', path: '/invoices/{invoiceId}', parameters: id('invoiceId') }),
  tool('Delete invoice', { method: 'DELETE', path: '/invoices/{invoiceId}', parameters: id('invoiceId') }),
  tool('Create customer', {
    method: 'POST',
    path: '/customers',
    parameters: {
      type: 'object',
      required: ['body'],
      properties: { body: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } },
    },
  }),
  tool('Artikel auflisten', { method: 'GET', path: '/artikel' }),
]

const answer: Answer = (name, input) =>
  name === 'list_invoices'
    ? { status: 200, content: [{ id: 3, number: 'R-3', status: 'open' }] }
    : name === 'create_customer'
      ? { status: 201, content: { id: 9, ...(input.body as object) } }
      : { status: 204, content: null }

describe('the router in German', () => {
  it.each([
    [['zeige alle Rechnungen'], 'list_invoices {}'],
    [['welche Rechnungen sind bezahlt?'], 'list_invoices {"status":"paid"}'],
    [['zeig mir Rechnung 7'], 'get_invoice {"invoiceId":7}'],
    [['lösche bitte die Rechnung Nummer zwölf'], 'delete_invoice {"invoiceId":12}'],
    [['kannst du Rechnung dreiundzwanzig löschen?'], 'delete_invoice {"invoiceId":23}'],
    [['lege einen neuen Kunden namens Anna Groß an'], 'create_customer {"body":{"name":"Anna Groß"}}'],
    [['lege einen Kunden mit dem Namen Anna Groß an'], 'create_customer {"body":{"name":"Anna Groß"}}'],
    [['liste die Artikel auf'], 'artikel_auflisten {}'],
  ])('%j', async (says, line) => {
    expect(await talk(says, { tools: office, answer, router: { language: 'de' } })).toContain(line)
  })

  it('asks, takes the answer and reports in German', async () => {
    const lines = await talk(['Rechnung löschen', 'die 5', 'danke'], {
      tools: office,
      answer,
      router: { language: 'de-AT' },
    })
    expect(lines).toEqual([
      'Welches „invoice“ ist gemeint? Nennen Sie mir bitte: id.',
      'delete_invoice {"invoiceId":5}',
      'Erledigt, invoice 5 ist gelöscht.',
      'Gern geschehen.',
    ])
  })

  it('says a noun of another language only where the speaker said it', async () => {
    const tools = [
      tool('List burn statuses', { method: 'GET', path: '/burn' }),
      tool('List test steps', { method: 'GET', path: '/steps' }),
    ]
    const found: Answer = () => ({ status: 200, content: [{ name: 'Nord' }, { name: 'Ost' }] })
    const say = (text: string) => talk([text], { tools, answer: found, router: { language: 'de' } })
    expect((await say('liste die Burn Stati auf')).at(-1)).toBe('Ich habe 2 Einträge gefunden: Nord, Ost.')
    expect((await say('liste die test steps auf')).at(-1)).toBe('Ich habe 2 test steps gefunden: Nord, Ost.')
  })

  it('says what it can do when nothing fits', async () => {
    const [line] = await talk(['wie wird das Wetter in Berlin?'], {
      tools: office,
      answer,
      router: { language: 'de' },
    })
    expect(line).toMatch(
      /^Dazu habe ich leider nichts Passendes; mit einem Sprachmodell, .* Sie können mich zum Beispiel danach fragen: /,
    )
  })

  it('falls back to English for a language without a pack', () => {
    expect(findLanguage('sv').search.code).toBe('en')
    expect(findLanguage(undefined).search.code).toBe('en')
  })
})

describe('a collection with German titles', () => {
  const visits = [
    tool('Termine auflisten', { method: 'GET', path: '/termine' }),
    tool('Klienten auflisten', { method: 'GET', path: '/klienten' }),
    tool('Klient anzeigen', { method: 'GET', path: '/klienten/{klientId}', parameters: id('klientId') }),
  ]
  const ask = (text: string) =>
    talk([text], {
      tools: visits,
      answer: () => ({
        status: 200,
        content: [
          { id: 7, status: 'offen' },
          { id: 8, status: 'neu' },
        ],
      }),
      router: { language: 'de' },
    })
  it('has nouns without the verbs behind them', async () => {
    expect((await ask('welche Termine gibt es?'))[1]).toBe('Ich habe 2 termine gefunden: 7 (offen), 8 (neu).')
  })
  it('shows one record for a noun with the ending of a plural', async () => {
    expect((await ask('zeige den Klienten 7'))[0]).toBe('klient_anzeigen {"klientId":7}')
  })
})

it.each([
  ['bitte die Karte c_92 sperren', 'lock_card {"cardId":"c_92"}'],
  ['sperre die Karte c_92', 'lock_card {"cardId":"c_92"}'],
  ['kannst du die Karte c_92 entsperren?', 'unlock_card {"cardId":"c_92"}'],
])('%s', async (text, called) => {
  const parameters = { type: 'object', properties: { cardId: { type: 'string' } }, required: ['cardId'] }
  const cards = [
    tool('Get balance', { method: 'GET', path: '/cards/{cardId}/balance', parameters }),
    tool('Lock card', { method: 'POST', path: '/cards/{cardId}/lock', parameters }),
    tool('Unlock card', { method: 'POST', path: '/cards/{cardId}/unlock', parameters }),
  ]
  const [first] = await talk([text], {
    tools: cards,
    answer: () => ({ status: 204, content: null }),
    router: { language: 'de' },
  })
  expect(first).toBe(called)
})

it('answers in the language that the client has set for its user', async () => {
  const request = { instructions: '', tools: office, toolChoice: 'auto' as const, language: 'de' }
  const history = [{ role: 'user' as const, text: 'Danke' }]
  const said = []
  const chunks = createRouter().stream({ ...request, history }, { signal: new AbortController().signal })
  for await (const chunk of chunks) if (chunk.type === 'text-delta') said.push(chunk.text)
  expect(said.join('')).toBe(findLanguage('de').sentences.thanks)
})
