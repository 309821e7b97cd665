import { messageOf } from '../../errors.js'
import { readRegularFileSync } from '../../regular-file.js'
import type { Variable } from '../model/collection.js'
import type { JsonObject, JsonSchema } from '../model/json.js'
import { oncePer } from '../model/lazy.js'
import type { AuthTemplate, Entry, RequestTemplate, UrlTemplate } from '../model/request-template.js'
import type { Binding, CallOptions, ToolDefinition } from '../model/tool.js'
import { authKind } from '../secrets/auth-kinds.js'
import { isSensitiveValue } from '../secrets/credential-name.js'
import { createMasker } from '../secrets/mask.js'
import { isProgramName } from '../secrets/program-names.js'
import { parseAddress } from '../semantics/parse-address.js'
import { urlText } from '../semantics/url-text.js'
import { fill } from '../template/fill.js'
import { createDataScope, createScope, type Scope, stackScopes, usableScope } from '../template/scope.js'
import { findVariables, hasVariable, isDynamic } from '../template/variables.js'
import { resolveAuth } from './authenticate/authenticate.js'
import { fetchesToken } from './authenticate/oauth2-token.js'
import { checkCapturedAddresses } from './captured-address.js'
import { applyInput } from './input/apply-input.js'
import { answersInAddress, answerText, placeAnswers, placeValues } from './input/place-values.js'
import { drawNonce, Placeholders, plainText } from './input/placeholders.js'
import { InputProblem } from './refusal.js'
import { nameJsonBody } from './request/assemble.js'
import { readNothing, resolveRequest } from './request/resolve-request.js'
import { bodySecrets, requestSecrets, secretVariables } from './request-secrets.js'
import { factsOf, type RunContext } from './run-context.js'
import type { SessionState } from './session-state.js'
import type { ReadyRequest } from './sign-request.js'
import { withHeader } from './wire-request.js'

export interface Prepared extends ReadyRequest {
  /** The settings without a value because of which the request is sent without credentials. */
  unsigned?: string[]
  /** Texts that no model, client or log may see. */
  secrets: string[]
  /** The captured values that the request needs, by the names of their variables. Present if `isComparable` is set. */
  answered?: Map<string, string>
}

export interface CallParts {
  context: RunContext
  options: CallOptions
  state: SessionState | undefined
  /** Whether generated values, such as `{{$guid}}`, are always the same. @default false */
  isComparable?: boolean
  /** The variable because of which the request goes, without credentials, to the fallback address. @default none */
  emptyBase?: string | undefined
}

/** Gives every generated value the text `0`, which is valid wherever a template has such a value. */
const NOT_GENERATED: Scope = { lookup: (name) => (isDynamic(name) ? '0' : undefined) }

/** Fills the template, then inserts the values of the model as data. Throws an {@link InputProblem} for what cannot be sent. */
export function prepareRequest(definition: ToolDefinition, input: JsonObject, parts: CallParts): Prepared {
  const { draft: filled, marks, secrets, auth, unsigned, answered } = fillTemplate(definition, input, parts)
  const placed = placeValues(filled, marks)
  const headers = parts.options.headers ?? []
  const draft = nameJsonBody(
    headers.reduce((whole, [key, value]) => withHeader(whole, { key, value }), placed),
  )
  const added = bodySecrets(draft, input)
  const all = added.length > 0 ? [...secrets, ...added] : secrets
  const prepared = { draft, auth, unsigned, secrets: all, ...(answered && { answered }) }
  const { emptyBase } = parts
  return emptyBase === undefined ? prepared : withoutCredentials(prepared, { definition, emptyBase })
}

/** Leaves out all credentials: any program may listen at the fallback address. Throws if path or body has one. */
function withoutCredentials(
  { draft, auth, secrets }: Prepared,
  { definition, emptyBase }: { definition: ToolDefinition; emptyBase: string },
): Prepared {
  const masker = createMasker(secrets)
  const isOpen = ({ key, value }: Entry) =>
    !isSensitiveValue(key ?? '', value) && masker.isClean(String(value ?? ''))
  const { user: _user, password: _password, ...url } = draft.url
  const headers = draft.headers.filter(isOpen)
  const query = url.query.filter(isOpen)
  const rest = JSON.stringify([url.path, url.variables, draft.body ?? null], (_name, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  )
  if (!masker.isClean(rest)) throw missingSettings(definition, [emptyBase])
  const isChanged =
    auth !== undefined ||
    draft.url.user !== undefined ||
    headers.length < draft.headers.length ||
    query.length < url.query.length
  return {
    draft: { ...draft, url: { ...url, query }, headers },
    auth: undefined,
    ...(isChanged && { unsigned: [emptyBase] }),
    secrets,
  }
}

/** Builds the request of a call and fills its variables. The values of the model stay placeholders. */
function fillTemplate(
  definition: ToolDefinition,
  input: JsonObject,
  parts: CallParts,
): Prepared & { marks: Placeholders } {
  const { context } = parts
  const facts = toolFacts(definition)
  const shared = factsOf(context)
  const own = ownVariables(parts)
  const below = parts.isComparable ? stackScopes(NOT_GENERATED, shared.scope) : shared.scope
  const answered = parts.isComparable ? new Map<string, string>() : undefined
  const scope = noting(withOwn(own, below), answered)
  const usable = usableScope(scope)
  const marks = new Placeholders(facts.nonce)
  const readUpload = (path: string) => readUploadFile(path, context)
  const applied = applyInput(facts, input, { marks, scope: usable, readUpload })
  const filled = applied.values.size > 0 ? withValues(applied.values, usable) : usable
  const answers = new Placeholders(facts.answerNonce)
  const hasAnswers = own.captured.length > 0
  const resolved = resolveRequest(applied.template, {
    scope: hasAnswers ? answersMarked(filled, answers) : filled,
    readFile: readNothing,
    parse: (text) => facts.parse(answersInAddress(text, answers)),
  })
  const { auth: template } = facts.request
  const { signing, inAuth } =
    scope === shared.scope ? facts.sharedAuth(context)() : authIn(facts, { scope, usable })
  const missing = [...applied.unresolved, ...resolved.unresolved]
  const isUnsigned = missing.length === 0 && inAuth.length > 0 && mayBePublic(definition, inAuth)
  const shown = (text: string) =>
    [answers, marks].reduce((whole, one) => one.replace(whole, ({ value }) => plainText(value)), text)
  if (missing.length + inAuth.length > 0 && !isUnsigned)
    throw missingSettings(definition, [...new Set([...missing, ...inAuth].map(shown))])
  if (resolved.missingFiles.length > 0) throw missingFile(definition, shown(resolved.missingFiles[0]!))
  if (hasAnswers)
    checkCapturedAddresses(definition, addressesOf(applied.template, template), {
      whole: filled,
      without: withValues(applied.values, withOwn({ ...own, captured: [] }, shared.scope)),
      origins: shared.origins,
    })
  const draft = hasAnswers ? placeAnswers(resolved.draft, answers) : resolved.draft
  const secrets = [
    ...shared.secrets,
    ...secretVariables([own.given, own.captured]),
    ...requestSecrets(draft, signing?.auth, facts.queryNames),
  ]
  return {
    auth: isUnsigned ? undefined : signing?.auth,
    unsigned: isUnsigned ? [...new Set(inAuth)] : undefined,
    draft,
    marks,
    ...(answered && { answered }),
    secrets: secrets.filter((secret) => !marks.isIn(secret)),
  }
}

function addressesOf({ url }: RequestTemplate, auth: AuthTemplate | undefined): string[] {
  const tokenUrl = auth?.params.accessTokenUrl
  return [urlText(url), ...(typeof tokenUrl === 'string' ? [tokenUrl] : [])]
}

interface SignedWith {
  signing?: ReturnType<typeof resolveAuth>
  /** The settings of the auth without a value. */
  inAuth: string[]
}

type AuthFacts = Pick<CallFacts, 'request' | 'authSettings'>

function authIn(
  { request: { auth }, authSettings }: AuthFacts,
  { scope, usable }: { scope: Scope; usable: Scope },
): SignedWith {
  if (!auth) return { inAuth: [] }
  const signing = resolveAuth(auth, scope)
  return { signing, inAuth: missingInAuth(signing, { authSettings, usable }) }
}

/** The auth of all calls with the same variables. It is made for each call if it has a generated value. */
function authInAll(facts: AuthFacts, scope: Scope): () => SignedWith {
  let isGenerated = false
  const watched: Scope = {
    ...scope,
    lookup(name) {
      isGenerated ||= isDynamic(name)
      return scope.lookup(name)
    },
  }
  const make = () => authIn(facts, { scope: watched, usable: usableScope(watched) })
  const made = make()
  return () => (isGenerated ? make() : made)
}

function missingInAuth(
  { auth, unresolved }: ReturnType<typeof resolveAuth>,
  { authSettings, usable }: { authSettings: string[]; usable: Scope },
): string[] {
  if (fetchesToken(auth)) return unresolved
  const isEmpty = (name: string) => {
    const value = usable.lookup(name)
    return value === undefined || (hasVariable(value) && fill(`{{${name}}}`, usable).unresolved.length > 0)
  }
  return [...unresolved, ...authSettings.filter(isEmpty)]
}

/** Whether a read may be sent without its auth, which many collections have for all requests; not if a login can provide it. */
function mayBePublic({ annotations, prerequisites = [] }: ToolDefinition, names: string[]): boolean {
  return (
    annotations.readOnlyHint &&
    !names.some(isProgramName) &&
    !prerequisites.some(({ variable, runsAlone }) => runsAlone && names.includes(variable))
  )
}

interface OwnVariables {
  given: Variable[]
  /** From earlier responses of the session. A text `{{name}}` in these values is not replaced. */
  captured: Variable[]
}

function ownVariables({ context, options, state }: CallParts): OwnVariables {
  const { variables = {} } = options
  const given = Object.keys(variables).map((key) => ({ key, value: variables[key], secret: true }))
  const captured = [...(state?.captured.values() ?? [])].filter(({ key }) => !context.given.has(key))
  return { given, captured }
}

/** The scope of a call: variables of the program or identity, then captured ones that no operator sets, then the collection. */
function withOwn({ given, captured }: OwnVariables, scope: Scope): Scope {
  const below = captured.length > 0 ? stackScopes(createDataScope(captured), scope) : scope
  return given.length > 0 ? stackScopes(createScope([given]), below) : below
}

/** A scope that notes the captured values that are looked up. */
function noting(scope: Scope, noted: Map<string, string> | undefined): Scope {
  if (!noted) return scope
  return {
    ...scope,
    lookup(name) {
      const value = scope.lookup(name)
      if (value !== undefined && scope.isData?.(name)) noted.set(name, value)
      return value
    },
  }
}

/** Adds the values of the model. They have precedence over all variables except dynamic ones such as `{{$guid}}`. */
function withValues(values: Map<string, string>, scope: Scope): Scope {
  const own = { lookup: (name: string) => (isDynamic(name) ? undefined : values.get(name)) }
  return stackScopes(own, scope)
}

/** A scope with placeholders for captured values, which are data and must not add parts to an approved request. */
function answersMarked(scope: Scope, answers: Placeholders): Scope {
  const isData = (name: string) => scope.isData?.(name) === true
  return {
    lookup(name) {
      const value = scope.lookup(name)
      return value !== undefined && isData(name) ? answers.add(answerText(name, value)) : value
    },
    isData,
  }
}

function readUploadFile(path: string, { readFiles }: RunContext): Uint8Array {
  if (!readFiles)
    throw new InputProblem(
      'Files of this machine are not read for a tool call. Give the content in "base64" and a "name", or say that you cannot send the file.',
    )
  try {
    return readRegularFileSync(path, { maxBytes: Infinity })
  } catch (error) {
    throw new InputProblem(`The file ${path} cannot be read: ${messageOf(error)}.`)
  }
}

/** The error for settings without a value. The model cannot set them; the program and its log get their names. */
export function missingSettings({ name }: ToolDefinition, variables: string[]): InputProblem {
  const owned = variables.filter(isProgramName)
  const lacking = owned.length > 0 ? owned : variables
  const names = lacking.map((variable) => `"${variable}"`).join(', ')
  const isOne = lacking.length === 1
  const problem =
    owned.length > 0
      ? `${name} is not called: the collection asks for ${names}, and settings and keys of programs are not given to a collection.`
      : `${name} cannot be called yet: ${isOne ? 'the setting' : 'the settings'} ${names} ${isOne ? 'has' : 'have'} no value.`
  return new InputProblem(
    `${problem} Only the operator of this service can set ${isOne ? 'it' : 'them'}: tell the user that this is not set up yet.`,
    'missing-setting',
    lacking,
  )
}

function missingFile({ name }: ToolDefinition, path: string): InputProblem {
  return new InputProblem(
    `${name} sends the file ${path} of this machine. A tool reads no file that a collection names. Give the content of the file in the input, or use "voice replay --working-dir FOLDER".`,
    'missing-setting',
  )
}

/** What all calls of a tool share, computed once, because getters of a definition are slow. `parse` remembers one address. */
interface CallFacts {
  request: RequestTemplate
  bindings: Binding[]
  parameters: JsonSchema
  queryNames: string[]
  /** The settings (variables that only the operator sets) that the auth needs: `Bearer ` without a token is not valid. */
  authSettings: string[]
  /** The auth with the variables that all calls share. */
  sharedAuth: (context: RunContext) => () => SignedWith
  /** The random beginning of all placeholders of the tool, so that addresses are equal in all calls and `parse` can remember one. */
  nonce: string
  /** The same for placeholders of captured values. */
  answerNonce: string
  /** Parses an address. If the address equals the one of the previous call, returns the previous result. */
  parse: (text: string) => UrlTemplate
}

const toolFacts = oncePer((definition: ToolDefinition): CallFacts => {
  const { request, bindings, parameters } = definition
  const facts = { request, authSettings: authSettings(definition) }
  return {
    ...facts,
    bindings,
    parameters,
    queryNames: request.url.query.map(({ key }) => key ?? ''),
    sharedAuth: oncePer((context: RunContext) => authInAll(facts, factsOf(context).scope)),
    nonce: drawNonce(),
    answerNonce: drawNonce(),
    parse: keepingLast(parseAddress),
  }
})

function authSettings({ settings, request: { auth } }: ToolDefinition): string[] {
  const needed = (auth && authKind(auth.type).needed) ?? []
  const used = findVariables(needed.map((name) => auth?.params[name]))
  return settings.filter((name) => used.includes(name))
}

function keepingLast<T>(compute: (text: string) => T): (text: string) => T {
  let last: { text: string; result: T } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) }
    return last.result
  }
}
