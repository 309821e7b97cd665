import { describe, expect, it } from 'vitest'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import type { JsonObject, JsonValue } from '../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'

/** Kinds of identifiers: the name, and a value whose zeros, plus sign or digits a number would lose. */
const KINDS: [name: string, given: string][] = Object.entries({
  zip: '02134',
  postal_code: '01067',
  phone: '+491701234567',
  ssn: '012345678',
  isbn: '0306406152',
  npi: '0123456789',
  account: '00123456',
  account_number: '000123456789',
  routing_number: '021000021',
  sort_code: '040004',
  pin: '0042',
  otp: '012345',
  cvv: '012',
  ean: '0012345678905',
  upc: '012345678905',
  gtin: '00012345678905',
  imei: '012345678901234',
  iccid: '8901234567890123456',
  imsi: '001010123456789',
  msisdn: '+447700900123',
  fax: '+13105550100',
  mobile: '+81312345678',
  ein: '012345678',
  vat_number: '0123456789',
  tax_id: '00123456',
  passport_number: '012345678',
  license_number: '00789',
  tracking_number: '0094001699',
  invoice_number: '000042',
  order_number: '0007',
  policy_number: '00012',
  claim_number: '00099',
  member_id: '0001',
  employee_number: '0815',
  student_id: '007',
  badge: '0099',
  room_number: '012',
  flight_number: '0042',
  seat: '01',
  gate: '07',
  plate: '00123',
  check_number: '000101',
  document_number: '00005',
  customer_number: '000321',
  case_number: '000777',
  ticket: '00011',
  batch: '0001',
  lot: '0002',
  sku: '00012345',
  area_code: '030',
  country_code: '+49',
  bank_code: '01002003',
  branch_code: '0001',
  transit_number: '00042',
  cnpj: '00000000000191',
  cpf: '01234567890',
  user_id: '0005',
  id: '00017',
  code: '0033',
  reference: '+12',
  order_id: '12345678901234567890',
  quantity: '007',
})

/** A request with a parameter at each kind of place; all examples are numbers. */
const SITES: Record<string, (name: string) => { request: object; input: (given: string) => JsonObject }> = {
  path: (name) => ({
    request: {
      method: 'GET',
      url: { ...HOST, path: ['things', `:${name}`], variable: [{ key: name, value: '12345' }] },
    },
    input: (given) => ({ [name]: given }),
  }),
  query: (name) => ({
    request: { method: 'GET', url: { ...HOST, path: ['things'], query: [{ key: name, value: '12345' }] } },
    input: (given) => ({ [name]: given }),
  }),
  header: (name) => ({
    request: {
      method: 'GET',
      url: { ...HOST, path: ['things'] },
      header: [{ key: `x-${name}`, value: '12345', description: 'Which' }],
    },
    input: (given) => ({ [`x-${name}`]: given }),
  }),
  form: (name) => ({
    request: body({ mode: 'urlencoded', urlencoded: [{ key: name, value: '12345' }] }),
    input: (given) => ({ body: { [name]: given } }),
  }),
  json: (name) => ({
    request: body({ mode: 'raw', raw: JSON.stringify({ [name]: 12345 }) }),
    input: (given) => ({ body: { [name]: given } }),
  }),
  graphql: (name) => ({
    request: body({
      mode: 'graphql',
      graphql: {
        query: `mutation A($${name}: String) { a(b: $${name}) }`,
        variables: JSON.stringify({ [name]: 12345 }),
      },
    }),
    input: (given) => ({ body: { [name]: given } }),
  }),
}

const HOST = { host: ['https://api.test'] }
const body = (content: object) => ({ method: 'POST', url: { ...HOST, path: ['things'] }, body: content })

function wireOf(request: object, input: JsonObject): string {
  const item = [{ name: 'Save thing', request }]
  const [tool] = new RESTAPIToolkit(parseCollection({ info: { name: 'Digits' }, item })).getFunctions()
  const sent = tool!.dryRun!(renamed(input, Object.keys(tool!.parameters.properties!)), { showSecrets: true })
  if (!('url' in sent)) return String(sent.content)
  const headers = sent.headers.map(([key, value]) => `${key}: ${value}`)
  return [sent.url, ...headers, sent.body ?? ''].map(readable).join('\n')
}

/** The input with the names that the tool gives to its parameters: `x_zip` for the header `x-zip`. */
const renamed = (input: JsonObject, names: string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(input).map(([key, value]): [string, JsonValue] => [
      names.find((name) => name.replaceAll('_', '-') === key.replaceAll('_', '-')) ?? key,
      value,
    ]),
  )

const readable = (text: string) => (/%[0-9A-F]{2}/.test(text) ? decodeURIComponent(text) : text)

describe('digits of an identifier', () => {
  it('are of sixty kinds', () => expect(KINDS.length).toBeGreaterThanOrEqual(60))

  it.each(Object.entries(SITES))('are sent as given: %s', (_site, siteOf) => {
    const lost = KINDS.filter(([name, given]) => {
      const { request, input } = siteOf(name)
      const wire = wireOf(request, input(given))
      return !new RegExp(`(?<!\\d)${given.replace('+', '\\+')}(?!\\d)`).test(wire)
    })
    expect(lost).toEqual([])
  })

  it('are a text in the schema of a code, whatever the example is', () => {
    const names = ['zip', 'phone', 'ssn', 'account', 'routing_number', 'isbn']
    const query = names.map((key) => ({ key, value: '12345' }))
    const request = {
      method: 'GET',
      url: { ...HOST, path: ['things'], query: [...query, { key: 'limit', value: '20' }] },
    }
    const item = [{ name: 'List things', request }]
    const [tool] = new RESTAPIToolkit(parseCollection({ info: { name: 'Digits' }, item })).getFunctions()
    const types = Object.entries(tool!.parameters.properties!).map(
      ([name, { type }]) => `${name} ${String(type)}`,
    )
    expect(types).toEqual([...names.map((name) => `${name} string`), 'limit integer'])
  })
})
