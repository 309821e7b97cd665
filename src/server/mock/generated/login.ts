import type { JsonObject } from '../../../toolkit/model/json.js'
import { isSuccess } from '../routes.js'
import type { Classified } from './classify.js'
import type { GeneratedAnswer } from './generated-answer.js'
import { place, withMembers } from './with-members.js'

/** The value of credentials in generated answers. */
export const STAND_IN_TOKEN = 'mock-token'

/** The answer to a login: the user and a generated token. The token is in the member from which the scripts read it. */
export function loginAnswer(
  { facts }: Classified,
  { sent, person }: { sent: JsonObject; person: JsonObject },
): GeneratedAnswer {
  const body: JsonObject = {}
  const make = () => STAND_IN_TOKEN
  for (const pointer of facts.secrets) place(body, { pointer, make })
  if (facts.secrets.length === 0) body.token = STAND_IN_TOKEN
  const known = Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(person, name)))
  const user = { ...person, ...known }
  if (Object.keys(user).length > 0) body.user = user
  return {
    status: facts.statuses.find(isSuccess) ?? 200,
    headers: facts.secretHeaders.map((name) => [name, STAND_IN_TOKEN]),
    body: withMembers(body, { facts, noun: 'user' }),
  }
}
