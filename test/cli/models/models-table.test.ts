import { expect, it } from 'vitest'
import { type ModelRow, modelsTable } from '../../../src/cli/commands/models.js'
import { createPaint } from '../../../src/cli/output.js'

const MODELS: ModelRow[] = [
  { name: 'a/one', about: 'hears', bytes: 2e6, licence: 'MIT', source: 'one.test', state: 'here' },
  {
    name: 'b/another',
    about: 'speaks many languages well',
    bytes: 1.12e9,
    licence: 'Apache-2.0',
    source: 'two.test',
    state: 'not pulled, needs --trust',
  },
]
const shown = (columns?: number) =>
  modelsTable(MODELS, { paint: createPaint(false), ...(columns !== undefined && { columns }) })

it('has a row for each model', () => {
  expect(shown()).toMatchInlineSnapshot(`
    "MODEL      SIZE     STATE                      GOOD FOR                    LICENCE     FROM
    a/one      2 MB     here                       hears                       MIT         one.test
    b/another  1120 MB  not pulled, needs --trust  speaks many languages well  Apache-2.0  two.test"
  `)
})

it('has what they are good for below their names on a narrow screen', () => {
  expect(shown(48)).toMatchInlineSnapshot(`
    "MODEL      SIZE     STATE
    a/one      2 MB     here
      hears; MIT, one.test
    b/another  1120 MB  not pulled, needs --trust
      speaks many languages well; Apache-2.0,
      two.test"
  `)
})
