import data from '../../../templates/credential-words.json'
import { memoized } from '../../text/memoized.js'
import type { RequestTemplate, UrlTemplate } from '../model/request-template.js'
import { credentialsAmong, isCredentialLike, isPersonalCode } from '../secrets/credential-name.js'
import { bodyNames, namesInText } from './request-body.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

/** Words for credentials of programs, as opposed to those of users. */
const TECHNICAL =
  /secret|key|token|jwt|cookie|csrf|xsrf|signature|bearer|hmac|authorization|credential|session|секрет|токен/i

/** Words of calls that check or set a user's credential: log in, register, change a password, create a user. */
const PROVING = wordList('proving')
const PROVING_STEMS = /登录|登錄|登入|注册|註冊|用户|用戶|密码|ログイン|登録|ユーザ|로그인|회원|가입|비밀번호/

/** Whether a name is that of a password, a PIN or a code: a credential that a user knows and no program stores. */
export function isPersonalSecret(name: string): boolean {
  return isPersonalCode(name) || (isCredentialLike(name) && !TECHNICAL.test(name))
}

/** Whether a call checks or sets a user's credential, judged by its name and path. */
export function provesCredential(name: string, path: readonly string[]): boolean {
  const isProving = (segment: string) => !isPathValue(segment) && hasProvingWord(segment)
  return hasProvingWord(name) || path.some(isProving) || PROVING_STEMS.test(name)
}

const hasProvingWord: (text: string) => boolean = memoized((text) =>
  wordsOf(text).some((word) => PROVING.has(word)),
)

const wordsOfCall = (name: string, path: readonly string[]): string[] =>
  [name, ...path.filter((segment) => !isPathValue(segment))].flatMap(wordsOf)

const isPathValue = (segment: string) => /^[:{]/.test(segment)

const LOG_IN = wordList('logIn')
/** Words of calls that create an account for the user. */
const REGISTER = wordList('register')
const LOG_IN_STEMS = /登录|登錄|登入|ログイン|로그인/
const REGISTER_STEMS = /注册|註冊|登録|가입/

/** Whether a call needs no token because its response contains one: a login, or a registration with a password. */
export function opensSession(name: string, { method, url, body }: RequestTemplate): boolean {
  if (method !== 'POST') return false
  const words = wordsOfCall(name, url.path)
  const has = (known: ReadonlySet<string>) =>
    words.some((word, index) => known.has(word) || known.has(`${word}${words[index + 1] ?? ''}`))
  if (has(LOG_IN) || LOG_IN_STEMS.test(name)) return true
  return (has(REGISTER) || REGISTER_STEMS.test(name)) && bodyNames(body).some(isPersonalSecret)
}

const LOG_IN_MEMBERS = new Set(
  `${data.login} grant scope audience resource client tenant realm domain device remember account company organization org
  workspace captcha locale language data attributes type session auth credentials input params`.split(/\s+/),
)
/** Words of members that set a new credential. */
const NEW_CREDENTIAL = /new|confirm|repeat|retype|nuev|nov[ao]|neu/i
const CHANGES_CREDENTIAL = wordList('changesCredential')
const TOKEN_CALL = wordList('tokenCalls')
/** The kinds of auth that send a stored user name, password or key, and not a token of an earlier log-in. */
const STORED_CREDENTIAL = new Set('basic digest ntlm apikey hawk awsv4 edgegrid jwt asap'.split(' '))

/** The names of the query parameters that are sent. */
const queryNames = ({ query }: UrlTemplate) =>
  query.flatMap(({ key, disabled }) => (key === null || disabled ? [] : [key]))

const isAnyCredential = (name: string) => isCredentialLike(name) || isPersonalSecret(name)

/** Whether a request sends a password, a PIN or a code of a user outside its auth. Such a request is never only a read. */
export const sendsPersonalSecret = ({ url, body, headers }: RequestTemplate): boolean =>
  [...queryNames(url), ...bodyNames(body), ...headers.map(({ key }) => key ?? '')].some(isPersonalSecret)

/**
 * Whether a request logs in, judged by what it sends: a POST with credentials and nothing but a log-in in its body. A
 * request without a body logs in if it has an auth with stored credentials and its name or path says that it returns a
 * token. A GET logs in if it says so and sends credentials. Registrations, and calls that change a credential, are no log-ins.
 */
export function logsIn(name: string, { method, url, body, auth }: RequestTemplate): boolean {
  if (method !== 'POST' && method !== 'GET') return false
  const words = wordsOfCall(name, url.path)
  if (words.some((word) => REGISTER.has(word) || CHANGES_CREDENTIAL.has(word)) || REGISTER_STEMS.test(name))
    return false
  const isStored = STORED_CREDENTIAL.has(auth?.type ?? '')
  const saysSo = words.some((word) => LOG_IN.has(word) || TOKEN_CALL.has(word))
  if (method === 'GET') return saysSo && (isStored || queryNames(url).some(isAnyCredential))
  const names = body?.mode === 'graphql' ? namesInText(String(body.variables ?? '')) : bodyNames(body)
  if (names.length === 0) return body?.mode !== 'graphql' && isStored && saysSo
  const isSecret = credentialsAmong(names)
  const isCredential = (member: string) => isSecret(member) || isPersonalSecret(member)
  return (
    names.some(isCredential) &&
    names.every(
      (member) =>
        !(isCredential(member) && NEW_CREDENTIAL.test(member)) &&
        (isCredential(member) || wordsOf(member).some((word) => LOG_IN_MEMBERS.has(word))),
    )
  )
}
