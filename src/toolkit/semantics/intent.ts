import deeds from '../../../templates/request-deeds.json'
import { keepGetters } from '../model/lazy.js'
import type { Entry, RequestTemplate } from '../model/request-template.js'
import { credentialsAmong } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import { isPlural, nounBefore } from './id-names.js'
import { type PathPhrase, phraseOfPath } from './path-phrase.js'
import { isLogInMember, isPersonalSecret, setsCredential } from './personal-secret.js'
import { bodyNames, namesInText } from './request-body.js'
import { withoutNumber } from './step-number.js'
import { wordsOf } from './words.js'

/** What a word can say that a request does. The words of each deed stand in `templates/request-deeds.json`. */
export type Deed = keyof typeof deeds

const words = new Map(
  Object.entries(deeds).map(([deed, lists]) => [deed, new Set([lists].flat().join(' ').split(' '))]),
)

const has = (deed: Deed, word: string | undefined) => word !== undefined && words.get(deed)!.has(word)

export const saysDeed = (text: string, ...deeds: Deed[]): boolean =>
  wordsOf(text).some((word) => deeds.some((deed) => has(deed, word)))

/** Beginnings of the words for a log-in and a registration in scripts without spaces. */
const UNSPACED = {
  logIn: /登录|登錄|登入|ログイン|로그인/,
  register: /注册|註冊|登録|가입/,
  proveUser: /登录|登錄|登入|注册|註冊|用户|用戶|密码|ログイン|登録|ユーザ|로그인|회원|가입|비밀번호/,
}

/** The kinds of auth that send a stored user name, password or key, and not a token of an earlier log-in. */
const STORED_CREDENTIAL = new Set('basic digest ntlm apikey hawk awsv4 edgegrid jwt asap'.split(' '))

export type IntendedRequest = Pick<RequestTemplate, 'method' | 'url' | 'headers' | 'body' | 'auth'>

export class Intent {
  static {
    keepGetters(Intent)
  }

  constructor(
    readonly written: string,
    readonly request: IntendedRequest,
  ) {}

  get name(): string {
    return withoutNumber(this.written)
  }

  get words(): readonly string[] {
    return wordsOf(this.name)
  }

  get phrase(): PathPhrase | undefined {
    return phraseOfPath(this.request.method, this.request.url.path)
  }

  begins(...deeds: Deed[]): boolean {
    return deeds.some((deed) => has(deed, this.words[0]))
  }

  /** Whether a word of the name, or of the last segment of the path, is that of one of these deeds. */
  says(...deeds: Deed[]): boolean {
    const last = this.request.url.path.findLast((segment) => segment !== '' && !/^[:{]/.test(segment)) ?? ''
    return saysDeed(this.name, ...deeds) || saysDeed(last, ...deeds)
  }

  /** Whether the request is about many records: its name has a verb such as "list", or the plural of its path. */
  isAboutMany(): boolean {
    const { path } = this.request.url
    const noun = nounBefore(path, path.length).at(-1) ?? ''
    return this.begins('list', 'search') || (isPlural(noun) && this.words.includes(noun))
  }

  /** Whether the name says that the request makes a new record, or nothing else: it names no change and no search. */
  mayCreate(): boolean {
    return !this.says('change', 'search', 'bulk') && !this.begins('remove', 'switch')
  }

  provesUser(): boolean {
    return this.#said().some((word) => has('proveUser', word)) || UNSPACED.proveUser.test(this.name)
  }

  /** Whether the call takes a user's credential. A token endpoint (`grant_type`) takes one of the program. */
  takesCredential(): boolean {
    const { method, body } = this.request
    if (/^(?:GET|HEAD|OPTIONS|DELETE)$/.test(method) || !this.provesUser()) return false
    const text = body?.mode === 'raw' ? body.text : JSON.stringify(body ?? '')
    return !text.includes('grant_type')
  }

  /** Whether the call needs no token because its response contains one: a login, or a registration with a password. */
  opensSession(): boolean {
    const { method, body } = this.request
    if (method !== 'POST') return false
    if (this.#isCalled('logIn')) return true
    return this.#isCalled('register') && bodyNames(body).some(isPersonalSecret)
  }

  /** Whether the request logs in, by what it sends: credentials and nothing else, or an auth where the name says that it gives a token. */
  logsIn(): boolean {
    const { method, body, auth } = this.request
    if (method !== 'POST' && method !== 'GET') return false
    const said = this.#said()
    const does = (...deeds: Deed[]) => deeds.some((deed) => said.some((word) => has(deed, word)))
    if (does('register', 'changeCredential') || UNSPACED.register.test(this.name)) return false
    const isStored = STORED_CREDENTIAL.has(auth?.type ?? '')
    const saysSo = does('logIn', 'authenticate', 'giveToken')
    const names = method === 'GET' ? namesOutsideBody(this.request) : sentNames(this.request)
    const isNamed = credentialsAmong(names)
    const isCredential = (member: string) => isNamed(member) || isPersonalSecret(member)
    if (method === 'GET')
      return saysSo && (isStored || names.some(isCredential) || sendsIdentity(this.request, does('logIn')))
    if (names.length === 0) return body?.mode !== 'graphql' && isStored && saysSo
    return (
      names.some(isCredential) &&
      names.every((member) => (isCredential(member) ? !setsCredential(member) : isLogInMember(member)))
    )
  }

  /** Whether the answer has a credential: that of a log-in, or of a registration that is one too. */
  answersCredential(): boolean {
    return this.logsIn() || this.opensSession()
  }

  /** The words of the written name and of the fixed segments of the path. */
  #said(): string[] {
    const fixed = this.request.url.path.filter((segment) => !/^[:{]/.test(segment))
    return [...this.words, ...fixed.flatMap(wordsOf)]
  }

  /** Whether name or path has a word of a deed, also as two words: "log in". */
  #isCalled(deed: 'logIn' | 'register'): boolean {
    const said = this.#said()
    const isWord = (word: string, at: number) => has(deed, word) || has(deed, `${word}${said[at + 1] ?? ''}`)
    return said.some(isWord) || UNSPACED[deed].test(this.name)
  }
}

/** The names of what a request sends in its query, headers, cookies and path, and of the variables there. */
function namesOutsideBody(request: IntendedRequest): string[] {
  const { query, path, variables } = request.url
  const headers = ownHeaders(request)
  const cookies = headers.filter(isCookie).flatMap(({ value }) => textOf(value).split(';'))
  const entries = [...query.filter(({ disabled }) => !disabled), ...headers, ...variables]
  return [
    ...entries.flatMap(({ key, value }) => [
      ...(isIdentifying(key) ? [] : [key ?? '']),
      ...findVariables(value),
    ]),
    ...cookies.map((cookie) => cookie.split('=')[0]!.trim()),
    ...path.flatMap((segment) => (segment.startsWith(':') ? [segment] : findVariables(segment))),
  ]
}

const ownHeaders = ({ headers }: IntendedRequest): Entry[] =>
  headers.filter(({ value, disabled }) => !disabled && !/^\s*bearer\s/i.test(textOf(value)))

const textOf = (value: Entry['value']) => String(value ?? '')
const isCookie = ({ key }: Entry) => /^cookie$/i.test(key ?? '')
const isAuthorization = ({ key }: Entry) => /^authorization$/i.test(key ?? '')
/** Whether an entry is judged by its value: its name is that of a credential also with a token of an earlier log-in. */
const isIdentifying = (key: string | null) => isCookie({ key }) || isAuthorization({ key })

/**
 * Whether a request says who the caller is: by a user in its address, a stored credential in a header or, where the request
 * is a log-in, by a cookie.
 */
const sendsIdentity = (request: IntendedRequest, isLogIn: boolean) =>
  request.url.user !== undefined ||
  request.url.password !== undefined ||
  ownHeaders(request).some((header) => isAuthorization(header) || (isLogIn && isCookie(header)))

function sentNames({ body }: IntendedRequest): string[] {
  return body?.mode === 'graphql' ? namesInText(String(body.variables ?? '')) : bodyNames(body)
}
