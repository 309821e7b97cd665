import type { AgentTexts } from '../../languages/agent-texts.js'
import { inputFields } from '../../text/input-fields.js'
import { showHidden, shownText } from '../../text/visible.js'
import type { DryRun } from '../../toolkit/model/tool.js'
import { maskArguments } from '../../toolkit/secrets/sensitive-arguments.js'
import type { EffectValue } from '../../toolkit/semantics/effect/effect-values.js'
import { operationSent, readGraphql } from '../../toolkit/semantics/effect/graphql-document.js'
import { ordersInPath } from '../../toolkit/semantics/effect/path-orders.js'
import { requestSent, valuesSent } from '../../toolkit/semantics/effect/sent-effect.js'
import { commonVerb } from './approval-action.js'
import { lengthIn } from './approval-fields.js'
import type { PreparedCall } from './tool-calls.js'

export interface RequestWords {
  method: string
  /** The path as it is sent, with the values of its parameters, such as `/orders/17`. A long path is shortened. */
  path: string
  /** `mutation deleteOrder`, `method orders.delete`, `action cancel`, and a log-in that the request needs first. */
  effects: string[]
  hasOrder: boolean
}

const MAX_PATH_CHARS = 120
const MAX_EFFECT_CHARS = 80

/** Without what the input shows anyway, as a field of the same name and value. `undefined`: no request is known. */
export function requestWords(
  { dryRun, tool, input }: PreparedCall,
  locale: AgentTexts,
): RequestWords | undefined {
  if (!dryRun) return undefined
  const { fields } = inputFields(maskArguments(input, tool.parameters))
  const given = new Set(
    fields.map(
      ({ path, value }) => `${path.at(-1)} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  )
  const request = requestSent(dryRun)
  const values = valuesSent(request)
  const words = values
    .filter(({ name, text }) => text.trim() !== '' && !given.has(`${name} ${text}`))
    .flatMap((value) => effectWords(value, values))
  words.push(...(dryRun.effects ?? []).map(({ name, text }) => `${name} ${text}`))
  const { login } = dryRun
  if (login) words.push(`${login.method} ${login.url}`, ...login.fields)
  const shown = (text: string, max: number) => shownText(text, { max, length: lengthIn(locale) })
  const inShort = (text: string) =>
    shown(text.replace(/\s+/g, ' ').trim(), MAX_EFFECT_CHARS).replaceAll('`', "'")
  return {
    method: showHidden(dryRun.method),
    hasOrder: ordersInPath(request.url.path).length > 0,
    path: shown(`/${request.url.path.join('/')}`, MAX_PATH_CHARS),
    effects: [...new Set(words.map(inShort))],
  }
}

/** The parts of a request that decide its effect, such as a method override in a header. */
export const effectValuesSent = (dryRun: DryRun): EffectValue[] => valuesSent(requestSent(dryRun))

/** Verbs after which a DELETE is expected. */
const REMOVING = /^(?:delete|cancel|revoke|unlink|unsubscribe|unblock|reject|release|stop|logout|return)$/

/** Whether a verb takes something away: "cancel". */
export const isRemoval = (verb: string) => verb.split('/').some((one) => REMOVING.test(commonVerb(one)))

function effectWords({ kind, name, text }: EffectValue, values: EffectValue[]): string[] {
  if (kind === 'graphql-choice') return []
  return kind === 'graphql' ? documentWords(text, values) : [`${name} ${text}`]
}

/** The operations of a GraphQL document with their fields; its text if it cannot be parsed. */
function documentWords(text: string, values: EffectValue[]): string[] {
  const operations = readGraphql(text)
  if (!operations) return [`GraphQL ${text.trim()}`]
  const choice = values.find(({ kind, name }) => kind === 'graphql-choice' && name === 'operationName')
  const sent = operationSent(operations, choice?.text)
  return (sent ? [sent] : operations).map(({ kind, fields }) => `${kind} ${fields.join(', ')}`)
}
