import type { JsonObject } from '../../../toolkit/model/json.js'
import { isSuccess } from '../routes.js'
import type { Classified } from './classify.js'
import type { MadeAnswer } from './made-answer.js'
import { place, withMembers } from './with-members.js'

/** What stands for a credential in a made answer. */
export const STAND_IN_TOKEN = 'mock-token'

/** The answer to a login: a stand-in for the token in the member that the scripts read, and whose it is. */
export function loginAnswer(
  { facts }: Classified,
  { sent, person }: { sent: JsonObject; person: JsonObject },
): MadeAnswer {
  const body: JsonObject = {}
  const make = () => STAND_IN_TOKEN
  for (const pointer of facts.secrets) place(body, { pointer, make })
  if (facts.secrets.length === 0) body.token = STAND_IN_TOKEN
  const known = Object.fromEntries(Object.entries(sent).filter(([name]) => name in person))
  const user = { ...person, ...known }
  if (Object.keys(user).length > 0) body.user = user
  return {
    status: facts.statuses.find(isSuccess) ?? 200,
    headers: facts.secretHeaders.map((name) => [name, STAND_IN_TOKEN]),
    body: withMembers(body, { facts, noun: 'user' }),
  }
}
