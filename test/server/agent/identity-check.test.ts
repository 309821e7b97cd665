import { describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import { RESTAPIToolkit } from '../../../src/toolkit/rest-api-toolkit.js'
import { TestConversation, testAgent } from '../../support/agent.js'

const post = (name: string, path: string, body: JsonObject) => ({
  name,
  request: {
    method: 'POST',
    url: `http://127.0.0.1:1/${path}`,
    body: { mode: 'raw', raw: JSON.stringify(body), options: { raw: { language: 'json' } } },
  },
})
const toolkit = await RESTAPIToolkit.fromApiCollection({
  collection: {
    info: { name: 'Bank' },
    item: [
      post('Verify caller', 'verify', { customer_number: '00451277', pin: '1234' }),
      post('Log in', 'login', { email: 'ada@example.com', password: 'x' }),
      post('Check out', 'checkout', { customer_number: '1' }),
      post('Verify order', 'orders/verify', { customer_number: '1' }),
    ],
  },
})
const tools = toolkit.getFunctions()

async function isAsked(said: string[], call: string, body: JsonObject, own?: 'writes'): Promise<boolean> {
  const model = new ScriptedModel([
    ...said.slice(1).map(() => [{ say: 'And the PIN?' }]),
    [{ call, input: { body } }],
  ])
  const offered = own ? tools.map((tool) => Object.assign(Object.create(tool), { approve: own })) : tools
  const conversation = new TestConversation(testAgent({ models: [model], tools: offered }))
  for (const words of said) await conversation.turn(words)
  return conversation.requests.length > 0
}

/** Whether a user who says all values of a call is asked about it. */
async function isProofAsked(title: string, path: string, body: JsonObject): Promise<boolean> {
  const made = await RESTAPIToolkit.fromApiCollection({
    collection: { info: { name: 'Bank' }, item: [post(title, path, body)] },
  })
  const offered = made.getFunctions()
  const model = new ScriptedModel([[{ call: offered[0]!.name, input: { body } }]])
  const conversation = new TestConversation(testAgent({ models: [model], tools: offered }))
  await conversation.turn('show my balance: ada@example.com, sesame, pin 4711')
  return conversation.requests.length > 0
}

const SAID = { customer_number: '00451277', pin: '4711' }

describe('a call that only proves who the user is', () => {
  it.each([
    ['with what the user said', ['I am 00451277, PIN 4711'], 'verify_caller', SAID],
    ['with what the user said one by one', ['customer 0045 1277', '4 7 1 1'], 'verify_caller', SAID],
    ['in spoken digits', ['00451277', 'four seven one one'], 'verify_caller', SAID],
    ['as a log-in', ['ada@example.com, sesame'], 'log_in', { email: 'ada@example.com', password: 'sesame' }],
  ] as const)('needs no second yes %s', async (_, said, call, body) => {
    expect(await isAsked([...said], call, body)).toBe(false)
  })

  it.each([
    ['if it sends what the user did not say', ['I am 00451277'], 'verify_caller', SAID],
    ...['nein', 'no', 'non', 'nie', 'nee', 'não', 'hayır', 'không', 'jangan', '不', 'нет'].map(
      (word) =>
        [`after the refusal "${word}"`, [`00451277, PIN 4711, ${word}`], 'verify_caller', SAID] as const,
    ),
    ['if it sends another PIN', ['I am 00451277, PIN 4712'], 'verify_caller', SAID],
    ['if it does something else', ['customer 1'], 'check_out', { customer_number: '1' }],
    ['if it checks no person', ['customer 1'], 'verify_order', { customer_number: '1' }],
  ] as const)('is asked about %s', async (_, said, call, body) => {
    expect(await isAsked([...said], call, body)).toBe(true)
  })

  const proof = (title: string, path: string, body: JsonObject = { pin: '4711' }) =>
    [title, path, body] as const

  it.each([
    proof('Verification', 'account/closure/verification'),
    proof('Verify', 'transaction/verify'),
    proof('Verify', 'sim-swap/verify'),
    proof('Authentication', 'payment/authentication'),
    proof('Verification', 'wire/verification'),
    proof('Verification', 'loan/verification'),
    proof('Verification', 'mandates/verification'),
    proof('Verification', 'contracts/signature/verification'),
    proof('Verification', 'ballot/verification'),
    proof('Verification', 'device/enrollment/verification'),
    proof('Verification', 'accountclosure/verification'),
    proof('Verify account closure', 'account/verification'),
    proof('Check in', 'check'),
    proof('Verification', 'recovery/verification', { email: 'ada@example.com', password: 'sesame' }),
  ])('is asked about if it may prove consent to something else: %s, /%s', async (title, path, body) => {
    expect(await isProofAsked(title, path, body)).toBe(true)
  })

  it.each([
    proof('Verify PIN', 'api/v1/customers/me/verify'),
    proof("Check the patient's PIN", 'patients/verification'),
    proof('Verify one-time code', 'auth/mfa/verify', { otp: '4711' }),
    proof('Sign in with email and password', 'rest/users/sign-in', {
      email: 'ada@example.com',
      password: 'sesame',
    }),
    proof('Get token', 'oauth/token', { username: 'ada@example.com', password: 'sesame' }),
  ])('needs no second yes as %s, /%s', async (title, path, body) => {
    expect(await isProofAsked(title, path, body)).toBe(false)
  })

  it('is asked about if the operator sets a policy for its collection', async () => {
    expect(await isAsked(['I am 00451277, PIN 4711'], 'verify_caller', SAID, 'writes')).toBe(true)
  })
})
