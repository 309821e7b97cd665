import { describe, expect, it } from 'vitest'
import { validateText } from '../../../../src/toolkit/validate/validate.js'
import { ruleCases } from '../../../support/rule-cases.js'
import { collectionOf, soundItem, soundRequest } from '../../../support/small-collection.js'

const at = (path: string, changes = {}) =>
  collectionOf(
    [
      soundItem({
        request: soundRequest({
          url: {
            raw: `{{base_url}}/${path}`,
            host: ['{{base_url}}'],
            path: path.split('?', 1).join().split('/'),
            query: [...new URLSearchParams(path.split('?')[1])].map(([key, value]) => ({ key, value })),
            variable: path.includes(':id') ? [{ key: 'id', value: '7', description: 'Which.' }] : [],
          },
        }),
      }),
    ],
    changes,
  )

const withVariables = (...more: object[]) => ({
  variable: [{ key: 'base_url', value: 'https://x.com' }, { key: 'token', value: 'x' }, ...more],
})

ruleCases('literal-id', {
  bad: {
    'a number': at('users/50'),
    'a UUID': at('users/7628ab5b-8a08-3aba-bf12-107c0a73d259/posts'),
    'a placeholder': at('clientes/ID_DO_CLIENTE'),
    'a key in parentheses': at('Products(5)'),
    'the id of the record in the query': at('users?user_id=5'),
    'a placeholder in the query': at('users?id=YOUR_ID'),
  },
  good: {
    'a path variable': at('users/:id'),
    'a version': at('api/2/users'),
    'a word': at('users/search'),
    'an id that chooses among many': at('orders?user_id=5'),
    'a credential, which becomes no parameter': at(
      'sub-accounts?sub_account_api_key=7628ab5b-8a08-3aba-bf12-107c0a73d259',
    ),
    'a variable in the query': at('users?id={{user_id}}', withVariables({ key: 'user_id', value: '7' })),
  },
})

ruleCases('path-input', {
  bad: {
    'an id': at('users/{{user_id}}', withVariables({ key: 'user_id', value: '7' })),
    'a version': at('{{version}}/users', withVariables({ key: 'version', value: 'v1' })),
  },
  good: {
    'an id without a value': at('users/{{user_id}}', withVariables({ key: 'user_id', value: '' })),
    'a secret': at('users/{{user}}', withVariables({ key: 'user', value: '7', type: 'secret' })),
    'a variable of the query': at('users', withVariables({ key: 'user_id', value: '7' })),
  },
})

describe('path-input', () => {
  const messages = (document: unknown, variables: { key: string; value: string }[] = []) =>
    validateText(JSON.stringify(document), { variables })
      .filter(({ code }) => code === 'path-input')
      .map(({ message, hint }) => `${message} ${hint}`)

  it('says which way it was decided, why, and how to decide otherwise', () => {
    expect(messages(at('{{version}}/users', withVariables({ key: 'version', value: 'v1' })))).toEqual([
      '{{version}} of a path is sent as the file has it: its name says that it is a version. Used once. "inputs": { "version": "input" } in voice.config.json decides otherwise; a value from --env or --env-var is fixed.',
    ])
    expect(messages(at('users/{{user_id}}', withVariables({ key: 'user_id', value: '7' })))[0]).toContain(
      'is an input of the tools: it follows "users".',
    )
  })

  it('is silent about what the deployer gives', () => {
    const document = at('users/{{user_id}}', withVariables({ key: 'user_id', value: '7' }))
    expect(messages(document, [{ key: 'user_id', value: '5' }])).toEqual([])
  })
})

const other = soundRequest({ header: [{ key: 'X-Trial', value: '1', description: 'Which trial.' }] })
const asserting = (line: string) => ({ event: [{ listen: 'test', script: { exec: [line] } }] })

it('counts and names the requests that are left out as tests of a failure', () => {
  const failing = (name: string) =>
    soundItem({ name, request: other, ...asserting('pm.response.to.have.status(404)') })
  const document = collectionOf([soundItem(), failing('Other'), failing('Another')])
  expect(validateText(JSON.stringify(document)).map(({ message }) => message)).toContain(
    '2 requests test a failure and become no tool: "Other", "Another".',
  )
})

ruleCases('failure-scenario', {
  bad: {
    'a script': collectionOf([
      soundItem(),
      soundItem({ name: 'Other', request: other, ...asserting('pm.response.to.have.status(404)') }),
    ]),
  },
  good: {
    'a name': collectionOf([soundItem(), soundItem({ name: 'Get pet without token', request: other })]),
    'a script that takes a success too': collectionOf([
      soundItem(),
      soundItem({
        name: 'Other',
        request: other,
        ...asserting('pm.expect(pm.response.code).to.be.oneOf([200, 404])'),
      }),
    ]),
    'the only request of its kind': collectionOf([soundItem({ name: 'Invalid users' })]),
  },
})
