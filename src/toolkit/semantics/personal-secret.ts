import data from '../../../templates/credential-words.json'
import type { RequestTemplate } from '../model/request-template.js'
import { isCredentialLike, isPersonalCode } from '../secrets/credential-name.js'
import { bodyNames } from './request-body.js'
import { wordsOf } from './words.js'

const TECHNICAL =
  /secret|key|token|jwt|cookie|csrf|xsrf|signature|bearer|hmac|authorization|credential|session|секрет|токен/i

/** Whether a name is that of a password, a PIN or a code: a credential that a user knows and no program stores. */
export function isPersonalSecret(name: string): boolean {
  return isPersonalCode(name) || (isCredentialLike(name) && !TECHNICAL.test(name))
}

/** Whether a request sends a password, a PIN or a code of a user in query or body. Such a request is never only a read. */
export function sendsPersonalSecret({ url, body }: RequestTemplate): boolean {
  const query = url.query.filter(({ disabled }) => !disabled).map(({ key }) => key ?? '')
  return [...bodyNames(body), ...query].some(isPersonalSecret)
}

const LOG_IN_MEMBERS = new Set(
  `${data.login} grant scope audience resource client tenant realm domain device remember account company organization org
  workspace captcha locale language data attributes type session auth credentials input params`.split(/\s+/),
)

/** Whether a member that is no credential may be a part of a log-in: `email`, `grant_type`, `device`. */
export const isLogInMember = (name: string): boolean => wordsOf(name).some((word) => LOG_IN_MEMBERS.has(word))

/** Whether the member for a credential sets a new one: `newPassword`, `password_confirm`. */
export const setsCredential = (name: string): boolean =>
  /new|confirm|repeat|retype|nuev|nov[ao]|neu/i.test(name)
