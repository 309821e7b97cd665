import type { ScriptedStep } from '../../src/testing/scripted-model.js'

/** What a client types: a greeting, a tool of the server, a function of its own, a call that needs a yes, the yes. */
export const WORDS = ['hello', 'which pets are there?', 'what time is it?', 'delete order 17', 'yes']

/** What it is answered. */
export const TYPED = [
  'Hello there.',
  'There is Rex.',
  'It is noon.',
  'This deletes the order: order id 17. Go ahead?',
  'It is gone.',
]

/** The same answers as transcripts of speech, in which names are words. */
export const SPOKEN = TYPED.map((text) => text.replace('orderId', 'order id'))

/** What the model says and calls, then one answer more. The name is that of the client's function. */
export const scriptWith = (clientTool: string): ScriptedStep[] => [
  [{ say: 'Hello there.' }],
  [{ call: 'list_pets' }],
  [{ say: 'There is Rex.' }],
  [{ call: clientTool, input: { zone: 'UTC' }, callId: 'call_time' }],
  [{ say: 'It is noon.' }],
  [{ call: 'delete_order', input: { orderId: 17 } }],
  [{ say: 'It is gone.' }],
  [{ say: 'He is three.' }],
]
