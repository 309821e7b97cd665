import { describe, expect, it } from 'vitest'
import type { ModelTool } from '../../../../src/server/model/language-model.js'
import type { JsonSchema } from '../../../../src/toolkit/model/json.js'
import { shopTools, tool } from './shop-tools.js'
import { talk } from './talk.js'

const withId = (name: string): JsonSchema => ({
  type: 'object',
  properties: { [name]: { type: 'integer', examples: [1] } },
  required: [name],
})
const listLeaves = tool('List leaves', { method: 'GET', path: '/leaves' })
const acceptLeave = tool('Accept leave', {
  ...{ method: 'POST', path: '/leaves/{leaveId}/accept', parameters: withId('leaveId') },
})
const rejectLeave = tool('Reject leave', {
  ...{ method: 'POST', path: '/leaves/{leaveId}/reject', parameters: withId('leaveId') },
})
const onePatient = tool('Obtener paciente', {
  ...{ method: 'GET', path: '/paciente/{id}', parameters: withId('id') },
})
const exampleOnly = tool('Obtener paciente ejemplo', { method: 'GET', path: '/paciente/1' })
const listPatients = tool('Listar pacientes', { method: 'GET', path: '/pacientes' })

async function said(text: string, tools: ModelTool[], language = 'en'): Promise<string> {
  const answer = () => ({ status: 200, content: {} })
  return (await talk([text], { tools, answer, router: { language } })).join('\n')
}

describe('the opposite of what a tool does', () => {
  it.each([['turn down leave 7'], ['reject leave 7'], ['decline leave seven']])('%s', async (text) => {
    expect(await said(text, [listLeaves, acceptLeave, rejectLeave])).toMatch(/^reject_leave {"leaveId":7}/)
    expect(await said(text, [listLeaves, acceptLeave])).not.toContain('accept_leave')
  })

  it.each([['accept leave 7'], ['approve leave 7']])('%s', async (text) => {
    expect(await said(text, [listLeaves, rejectLeave])).not.toContain('reject_leave')
    expect(await said(text, [acceptLeave, rejectLeave])).toMatch(/^accept_leave {"leaveId":7}/)
  })

  it.each([
    ['do not accept leave 7', 'en'],
    ["please don't accept leave 7", 'en'],
    ['Leave 7 accept nicht', 'de'],
  ])('a wish that something is not done changes nothing: %s', async (text, language) =>
    expect(await said(text, [listLeaves, acceptLeave], language)).not.toContain('accept_leave'),
  )

  it.each([
    ["don't delete pet 3", 'en', false],
    ['lösche Pet 3 nicht', 'de', false],
    ["don't forget to delete pet 3", 'en', true],
  ])('%s', async (text, language, deletes) =>
    expect((await said(text, shopTools, language)).includes('delete_pet')).toBe(deletes),
  )
})

const createRoom = tool('Create a room', {
  method: 'POST',
  path: '/rooms',
  parameters: {
    type: 'object',
    properties: { body: { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] } },
    required: ['body'],
  },
})
const addAccount = (currency: string) =>
  tool(`Add a ${currency} account`, {
    method: 'POST',
    path: `/${currency.toLowerCase()}Accounts`,
    parameters: {
      type: 'object',
      properties: { body: { type: 'object', properties: { iban: { type: 'string' } }, required: ['iban'] } },
      required: ['body'],
    },
  })
const withPosition: JsonSchema = {
  type: 'object',
  properties: { positionId: { type: 'string' } },
  required: ['positionId'],
}
const setRedeemOption = tool('Set locked product redeem option', {
  ...{ method: 'POST', path: '/locked/redeem-option', parameters: withPosition },
})

describe('a write that the sentence is not about', () => {
  it('is not for another currency', async () => {
    const text = 'add a euro account with the iban NL13TEST0123456789'
    expect(await said(text, [addAccount('USD')])).not.toContain('add_a_usd')
    expect(await said(text, [addAccount('USD'), addAccount('EUR')])).toMatch(/^add_a_eur/)
  })

  it('takes no number as the id of a record that nothing names', async () => {
    const text = 'set an option for my bitcoin at fifty-eight thousand'
    expect(await said(text, [setRedeemOption])).not.toContain('redeem_option {')
    expect(await said('set the redeem option of position 58000', [setRedeemOption])).toContain('"58000"')
  })

  it('takes a number without a noun of its own where the first word of the title is said', async () => {
    const grant = tool('Quiz rules', {
      method: 'PUT',
      path: '/{orgUnitId}/settings/{userId}',
      parameters: {
        type: 'object',
        properties: { orgUnitId: { type: 'integer' }, userId: { type: 'integer' } },
        required: ['orgUnitId', 'userId'],
      },
    })
    const text = 'update the quiz for user 77 in course 1250'
    expect(await said(text, [grant])).toMatch(/^quiz_rules {"orgUnitId":1250,"userId":77}/)
  })

  it('is about the noun behind the verb, also where a member deep in the body has it', async () => {
    const title = { type: 'object', properties: { key: { type: 'string' } } } as const
    const fields = { type: 'object', properties: { project: title, summary: { type: 'string' } } } as const
    const file = tool('Create defect', {
      method: 'POST',
      path: '/issue',
      parameters: {
        type: 'object',
        properties: { body: { type: 'object', properties: { fields } } },
        required: ['body'],
      },
    })
    const list = tool('List projects', { method: 'GET', path: '/projects' })
    expect(await said('create a bug in project CALC with the summary "Crash"', [file, list])).toMatch(
      /^create_defect {"body":{"fields":{"project":{"key":"CALC"},"summary":"Crash"}}}/,
    )
  })

  it('adds nothing of which there shall be no more', async () => {
    const add = tool('Add newsletter for a user', {
      ...{ method: 'POST', path: '/users/{userId}/newsletter', parameters: withId('userId') },
    })
    expect(await said('no more newsletter to user 12', [add])).not.toContain('add_newsletter')
  })

  it('makes nothing that was named as a place', async () =>
    expect(await said('put Ana into room R12', [createRoom])).not.toContain('create_a_room'))

  it('takes the number of one thing for no other', async () => {
    const text = 'put room 4 of building B7 on the title open'
    expect(await said(text, [createRoom])).not.toContain('create_a_room')
  })

  it('is about the thing behind the verb', async () =>
    expect(await said('create a leave called Tom for room R1', [listLeaves, createRoom])).not.toContain(
      'create_a_room',
    ))

  it.each([
    ['no borres el pedido número tres'],
    ['não apague o pedido número três'],
    ['ne supprime pas la commande numéro trois'],
    ['jangan hapus pesanan nomor 3'],
    ['пожалуйста, не удаляй заказ номер 3'],
    ['请不要删除订单 3'],
    ['lösche auf keinen Fall die Bestellung 3'],
    ['whatever you do, never delete order 3'],
    ['Nichts stornieren bitte, auch nicht Bestellung 3'],
  ])('is forbidden: %s', async (text) => expect(await said(text, shopTools)).not.toContain('cancel_order {'))

  it.each([
    ['cancela el pedido número tres', 'cancel_order {"orderId":3}'],
    ['storniere Bestellung 3', 'cancel_order {"orderId":3}'],
  ])('is done where it is asked for: %s', async (text, call) =>
    expect(await said(text, shopTools)).toContain(call),
  )
})

describe('a write that the sentence does not clearly speak of', () => {
  const updateContract = tool('Update a contract', {
    method: 'PUT',
    path: '/contracts/{contractId}',
    parameters: {
      type: 'object',
      properties: {
        contractId: { type: 'integer' },
        body: { type: 'object', properties: { title: { type: 'string' } } },
      },
      required: ['contractId'],
    },
  })

  it('is asked about', async () =>
    expect(await said('freeze contract 4', [updateContract])).toBe('Do you mean “update a contract”?'))

  it('is not asked about twice where the agent asks before every call', async () => {
    const asking = { ...updateContract, needsApproval: true }
    expect(await said('freeze contract 4, title "Lease"', [updateContract])).toMatch(/^Do you mean/)
    expect(await said('freeze contract 4, title "Lease"', [asking])).toMatch(/^update_a_contract/)
  })

  it('changes nothing for which a value has no place', async () =>
    expect(
      await said('change the return address of contract 4 to Main Street', [updateContract]),
    ).not.toMatch(/^update_a_contract/))

  it('goes on after a yes, and is left after a no', async () => {
    const answer = () => ({ status: 200, content: {} })
    const answeredBy = (reply: string) =>
      talk(['freeze contract 4', reply], { tools: [updateContract], answer })
    expect((await answeredBy('yes')).at(-1)).toBe('What should I change? You can tell me title.')
    expect((await answeredBy('no')).at(-1)).toBe('All right, I left it.')
  })

  it('is prepared where verb and thing are said', async () =>
    expect(await said('change the title of contract 4 to "Lease"', [updateContract])).toMatch(
      /^update_a_contract/,
    ))
})

describe('an id that was said', () => {
  it.each([
    ['Busca el paciente número quince', 15],
    ['Muestra el paciente número trece', 13],
    ['show paciente 42', 42],
  ])('is the one that is read: %s', async (text, id) =>
    expect(await said(text, [exampleOnly, onePatient])).toMatch(`obtener_paciente {"id":${id}}`),
  )

  it('is never replaced by the one in the address of another request', async () => {
    const text = 'Busca el paciente número quince'
    expect(await said(text, [exampleOnly])).not.toContain('obtener_paciente_ejemplo {')
    expect(await said(text, [exampleOnly, listPatients])).toMatch(
      /^listar_pacientes {}\n[^\n]*I do not know what 15 is for, so I left it out\.$/,
    )
  })
})

it('ends nothing for a sentence that begins with the thing', async () => {
  const tools = [
    tool('Delete warehouse', {
      ...{ method: 'DELETE', path: '/warehouses/{warehouseId}', parameters: withId('warehouseId') },
    }),
  ]
  expect(await said('warehouse 12, where is that one?', tools)).not.toContain('delete_warehouse {')
})

describe('a verb of two words', () => {
  const logout = tool('Logout', { method: 'POST', path: '/logout' })
  const enable = tool('Enable alerts', { method: 'POST', path: '/alerts/enable' })
  const disable = tool('Disable alerts', { method: 'POST', path: '/alerts/disable' })

  it.each([['log out'], ['log me out'], ['please log me out of everything']])('%s', async (text) =>
    expect(await said(text, [logout])).toMatch(/^logout \{/),
  )

  it.each([
    ['switch the alerts on', 'enable_alerts'],
    ['turn alerts off', 'disable_alerts'],
  ])('%s', async (text, name) => expect(await said(text, [enable, disable])).toMatch(new RegExp(`^${name} `)))
})

describe('a thing with its code exists', () => {
  it.each([['transfer room R12 to Ana'], ['room R12 goes over to Ana']])('%s', async (text) =>
    expect(await said(text, [createRoom])).not.toContain('create_a_room'),
  )
})

describe('a change that values alone speak for', () => {
  const comment = tool('Set comment', {
    ...{ method: 'PUT', path: '/runs/{runId}/comment' },
    parameters: {
      type: 'object',
      properties: {
        runId: { type: 'integer' },
        body: { type: 'object', properties: { text: { type: 'string' } } },
      },
      required: ['runId'],
    },
  })
  const status = tool('Set status of run', {
    ...{ method: 'PUT', path: '/runs/{runId}/status', parameters: withId('runId') },
  })

  it('is not made where another change has more of the words', async () =>
    expect(await said('set the status of run 4 to "PASS"', [comment, status])).not.toContain('set_comment {'))
})

describe('a change whose verb is not said', () => {
  const phone = tool('Update phone number', {
    ...{ method: 'PUT', path: '/cards/{cardId}/phone-number' },
    parameters: {
      type: 'object',
      properties: {
        cardId: { type: 'string' },
        body: { type: 'object', properties: { phoneNumber: { type: 'string' } } },
      },
      required: ['cardId'],
    },
  })

  it('is made where all values have their place and nothing comes near', async () =>
    expect(await said('the phone number of card K9 is now +15550100', [phone])).toMatch(
      /^update_phone_number {"cardId":"K9"/,
    ))

  it('is never made where the sentence asks to see something', async () =>
    expect(await said('show me the phone number +15550100 of card K9', [phone])).not.toContain(
      'update_phone_number {',
    ))
})

it('the verb of a question asks for no change', async () => {
  const poll = tool('Poll', { method: 'GET', path: '/polls/{pollId}', parameters: withId('pollId') })
  expect(await said('how did poll 7 turn out?', [poll])).toMatch(/^poll {"pollId":7}/)
})

describe('a record from which something else is removed', () => {
  const [deleteList, deleteEntry] = [
    tool('Delete list', { method: 'DELETE', path: '/lists/{listId}', parameters: withId('listId') }),
    tool('Delete entry', { method: 'DELETE', path: '/entries/{entryId}', parameters: withId('entryId') }),
  ]

  it.each([
    ['take me off list 5', 'en'],
    ['remove the milk from list 5', 'en'],
    ['kick him out of list 5', 'en'],
    ['entferne die Milch von List 5', 'de'],
  ])('is not deleted: %s', async (text, language) =>
    expect(await said(text, [deleteList], language)).not.toContain('delete_list'),
  )

  it.each([
    ['take off list 5', 'delete_list {"listId":5}'],
    ['delete list 5 from my account', 'delete_list {"listId":5}'],
    ['remove entry 7 from the list', 'delete_entry {"entryId":7}'],
  ])('%s', async (text, call) => expect(await said(text, [deleteList, deleteEntry])).toContain(call))
})

describe('titles that begin with a noun', () => {
  const body = (members: JsonSchema['properties']): JsonSchema => ({
    type: 'object',
    properties: { body: { type: 'object', properties: members ?? {}, required: ['id'] } },
    required: ['body'],
  })
  const id: JsonSchema = { type: 'integer' }
  const tools = [
    tool('Yazar getir', { method: 'GET', path: '/yazar' }),
    tool('Yazar sil', { method: 'DELETE', path: '/yazar/sil', parameters: body({ id }) }),
    tool('Yazar duzenle', {
      method: 'PUT',
      path: '/yazar',
      parameters: body({ id, ad: { type: 'string' } }),
    }),
  ]

  it('are no verbs: a question about the noun changes nothing', async () => {
    expect(await said('yazar 42 kimdi, bir söylesene', tools)).not.toMatch(/^yazar_(?:sil|duzenle)/)
  })

  it('a change with nothing but an id is asked about', async () => {
    expect(await said('yazar 42 düzenle', tools)).not.toContain('yazar_duzenle {')
  })

  it('the verb behind the noun counts', async () => {
    expect(await said('42 numaralı yazarı sil', tools)).toMatch(/^yazar_sil {"body":{"id":42}}/)
  })
})

describe('a noun at the beginning that is no verb', () => {
  const addAlert = tool('Add alert for a user', {
    ...{ method: 'POST', path: '/users/{userId}/alerts', parameters: withId('userId') },
  })
  it('adds nothing', async () =>
    expect(await said('the alert bothers her, take that off. user 7', [addAlert])).not.toMatch(/^add_alert/))
})

describe('a verb with a prefix that reverses it', () => {
  const freeze = tool('Freeze leave', {
    ...{ method: 'POST', path: '/leaves/{leaveId}/freeze', parameters: withId('leaveId') },
  })
  it('is not the verb without it', async () => {
    expect(await said('freeze leave 7', [listLeaves, freeze])).toContain('freeze_leave {"leaveId":7}')
    expect(await said('unfreeze leave 7', [listLeaves, freeze])).not.toContain('freeze_leave')
  })
})
