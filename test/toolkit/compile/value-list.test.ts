import { describe, expect, it } from 'vitest'
import { parseDocumentedFacts } from '../../../src/toolkit/compile/documented-facts.js'
import { listedValues } from '../../../src/toolkit/compile/value-list.js'

describe('an explicit closed list', () => {
  const cases: [text: string, values: string[]][] = [
    ['Can be one of: a, b', ['a', 'b']],
    ['The state. One of the following: `open`, `closed` or `all`.', ['open', 'closed', 'all']],
    ['Allowed values: asc, desc', ['asc', 'desc']],
    ['Possible values are active, inactive and deleted.', ['active', 'inactive', 'deleted']],
    ['Which. (This can only be one of b,c)', ['b', 'c']],
    ['`SPOT` or `MARGIN`, default `SPOT`', ['SPOT', 'MARGIN']],
    ['`ACK`, `RESULT`, default `ACK`', ['ACK', 'RESULT']],
    ['Values: low | medium | high', ['low', 'medium', 'high']],
    ['Enum: ["a", "b"]', ['a', 'b']],
    ['either asc or desc', ['asc', 'desc']],
    ['State (0 = off, 1 = on). Allowed values: 0 = off, 1 = on', ['0', '1']],
    ['Possible values:\n- `open`: waits\n- `done`: is over\n\nThen more.', ['open', 'done']],
    ['Valid values:\n* weekly\n* monthly', ['weekly', 'monthly']],
    ['validate:"required,oneof=10 20 30"', ['10', '20', '30']],
    ['Valores válidos: activo, inactivo', ['activo', 'inactivo']],
    ['Puede ser uno de los siguientes valores: ALTA, BAJA', ['ALTA', 'BAJA']],
    ['Valores permitidos: aberto | fechado', ['aberto', 'fechado']],
    ['Valeurs possibles : oui, non', ['oui', 'non']],
    ['Mögliche Werte: offen, erledigt', ['offen', 'erledigt']],
    ['Valori ammessi: si, no', ['si', 'no']],
    ['Geçerli değerler: aktif, pasif', ['aktif', 'pasif']],
    ['Giá trị hợp lệ: nam, nu', ['nam', 'nu']],
    ['Nilai yang valid: masuk, keluar', ['masuk', 'keluar']],
    ['可选值：male、female', ['male', 'female']],
    ['Possible values: * **day**: for a day. * **all**: for all, always.', ['day', 'all']],
    [
      'Valid values are "true" to return deleted ones, "false" to return others, and "all".',
      ['true', 'false', 'all'],
    ],
    ['You want a list of them. Possible types: **one**, **two** or **three**.', ['one', 'two', 'three']],
    [
      'This can be one of either `textquery` or `phonenumber`. Numbers need a "+".',
      ['textquery', 'phonenumber'],
    ],
    ['The method. Can be: `GET` or `POST` and the default is `POST`.', ['GET', 'POST']],
    ['What to do. Can be: `complete`, `cancel.`', ['complete', 'cancel']],
    ['BUY or SELL', ['BUY', 'SELL']],
    ['LIMIT, MARKET or STOP_LOSS.', ['LIMIT', 'MARKET', 'STOP_LOSS']],
    ['Either "male" or "female".', ['male', 'female']],
    ['Values are:\n* `best` (default) says that it fits\n* `worst` does not.', ['best', 'worst']],
  ]
  it.each(cases)('%j has %j', (text, values) => {
    expect(listedValues(text)).toEqual(values)
  })
})

describe('anything weaker', () => {
  const cases = [
    'Start of the timeframe. You can use one of the following formats: Timestamp in UTC milliseconds. Human-readable format of `2021-01-25T05:57`. Relative timeframe, back from now: `now-2h`',
    'One of:\n- Timestamp in UTC milliseconds\n- Human-readable format of `2021-01-25`\n- Relative timeframe',
    'The resolution. One of: The desired amount of data points, or a timespan',
    'Select by status("open") or status("closed")',
    'Supports: - Comparison operators: `eq`, `ne`, `gt`',
    'Date. Use operators (`=`, `gte`, `gt`) with an ISO 8601 date',
    'Allowed values: a, b, etc.',
    'Possible values include a and b',
    'For example `red`, `blue`',
    'Comma-separated list. Allowed values: a, b',
    'One or more of: a, b',
    'Location types, separated by a pipe (`|`). Allowed values: a, b',
    'Pipe-delimited. One of: a, b',
    'Modes delimited with semicolons. One of: a, b',
    'Sort by one of the fields of the result',
    'At least one of a, b',
    'Can be null or empty',
    'Values: 5',
    'One of a, a',
    'Supported values include:\n- COMPLETE\n- PENDING',
    'direction of the sort, either way',
    'GMT or a time zone',
    'Id or name',
    'The gender (some countries require either "male" or "female").',
    'A file. Its `purpose` must be one of the following: `logo`, `icon`.',
    'The events. Can be: `begin`, `end`. To receive multiple events, specify each one.',
    'Contains a list of states. Possible values: `open`, `closed`',
    'Can be: `daily` or `yearly` to read these. A value of `all` reads the others.',
  ]
  it.each(cases)('%j is no list', (text) => {
    expect(listedValues(text)).toBeUndefined()
  })
})

describe('facts in other languages', () => {
  const cases: [text: string, required: boolean | undefined, byDefault: string | undefined][] = [
    ['Obligatorio. Nombre del cliente', true, undefined],
    ['Nome do cliente (obrigatório)', true, undefined],
    ['(opcional) Página. Por defecto: 10', false, '10'],
    ['Pflichtfeld', true, undefined],
    ['必填，用户名', true, undefined],
    ['可选，默认值：20', false, '20'],
    ['Bắt buộc. Tên', true, undefined],
    ['Wajib diisi', true, undefined],
    ['Zorunlu', true, undefined],
    ['Required if the order is open', undefined, undefined],
    ['The requirements of the customer', undefined, undefined],
  ]
  it.each(cases)('%j', (text, required, byDefault) => {
    expect([parseDocumentedFacts(text).required, parseDocumentedFacts(text).default]).toEqual([
      required,
      byDefault,
    ])
  })
})
