import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { stepsOf } from '../../../toolkit/model/json-pointer.js'
import type { MockRequest } from '../compare-request.js'
import type { PathMatch } from '../path-pattern.js'
import { isSuccess, type Route } from '../routes.js'
import {
  bodyOf,
  type Classified,
  classify,
  type GeneratedAnswer,
  objectIn,
  type ScriptFacts,
} from './classify.js'
import { GraphqlAnswers } from './graphql-answers.js'
import {
  changesIn,
  filtersOf,
  idIn,
  likeId,
  RecordStore,
  textId,
  typedId,
  withoutSecrets,
} from './make-record.js'
import { makeValue } from './make-value.js'
import {
  type Envelope,
  envelopeIn,
  inEnvelope,
  peopleOf,
  type RecordKind,
  recordKindsOf,
  recordsIn,
  usualEnvelopes,
} from './record-kinds.js'
import { soapAnswer } from './soap-answer.js'

/** Last words of paths that only report whether the API works: `/health`. */
const IS_ALIVE = /^(health|healthcheck|ping|status|root|index|home|test|hello)$/
const IS_ME = /^(me|self|profile|profil|perfil|current|whoami|account)$/

const MOST_LISTED = 50

/** Generates answers to the requests of one collection. Remembers the records that requests create, change or remove. */
export class AnswerGenerator {
  readonly #classified: ReadonlyMap<Route, Classified>
  readonly #kinds: ReadonlyMap<string, RecordKind>
  readonly #boxes: ReadonlyMap<'list' | 'record', Envelope>
  readonly #store = new RecordStore()
  readonly #graphql: GraphqlAnswers

  constructor(routes: Route[]) {
    const classified = classify(routes)
    this.#classified = new Map(classified.map((one) => [one.route, one]))
    this.#kinds = recordKindsOf(classified)
    this.#boxes = usualEnvelopes(routes)
    this.#graphql = new GraphqlAnswers(routes)
  }

  /** Whether a generated answer fits better: the example shows another record, an earlier state, or values that were not sent. */
  isBetter(
    route: Route,
    {
      request,
      path,
      saved,
    }: { request: MockRequest; path: PathMatch; saved: { values: string[]; body: string; isSame: boolean } },
  ): boolean {
    if (this.#graphql.isOther(request, saved.body)) return true
    const { role, kind: name, idIndex } = this.#classified.get(route)!
    const kind = this.#kinds.get(name)
    if (!kind) return false
    const isOther = idIndex !== undefined && path.values[idIndex] !== saved.values[idIndex]
    if (role === 'change' && isOther && kind.saved.length > 0) return true
    if (role === 'create' || role === 'change')
      return !saved.isSame && contradicts(bodyOf(request), recordsIn(objectIn(saved.body, route.scope))[0])
    if (role === 'remove') {
      const id = idIn(request, { known: this.#classified.get(route)!, path, kind })
      return id !== undefined && !this.#store.get(kind, id)
    }
    if (role !== 'one' && role !== 'list') return false
    if (this.#store.hasChanged(kind)) return true
    if (role === 'list' || idIndex === undefined || path.values[idIndex] === saved.values[idIndex])
      return false
    const [record] = recordsIn(objectIn(saved.body, route.scope))
    return record !== undefined && textId(record[kind.idName]) === saved.values[idIndex]
  }

  remember(
    route: Route,
    { request, path, body }: { request: MockRequest; path: PathMatch; body: string },
  ): void {
    const known = this.#classified.get(route)!
    const kind = this.#kinds.get(known.kind)
    if (!kind) return
    if (known.role === 'remove') {
      const id = idIn(request, { known, path, kind })
      if (id !== undefined) this.#store.remove(kind, id)
    } else if (known.role === 'create' || known.role === 'change') {
      const [record] = recordsIn(objectIn(body, route.scope))
      const id = textId(record?.[kind.idName])
      if (!record || id === undefined) return
      // The answer to a change may have only some members of the record: "id" and "status".
      const before = known.role === 'change' ? this.#store.get(kind, id) : undefined
      this.#store.set(kind, id, { ...before, ...record })
    }
  }

  answer(route: Route, { request, path }: { request: MockRequest; path: PathMatch }): GeneratedAnswer {
    const remote = this.#graphql.answer(request) ?? soapAnswer(request)
    if (remote) return remote
    const known = this.#classified.get(route)!
    const kind = this.#kinds.get(known.kind)
    if (known.role === 'login' || !kind) return this.#login(known, request)
    const id = idIn(request, { known, path, kind })
    switch (known.role) {
      case 'list':
        if (id !== undefined) return this.#one(known, { kind, id })
        return this.#say(known, this.#list(kind, { request, known, path }))
      case 'create':
        return this.#create(known, { kind, request })
      case 'change':
        return this.#change(known, { kind, request, id })
      case 'remove':
        return this.#remove(known, { kind, id })
      case 'one':
        return this.#one(known, { kind, id: id ?? this.#firstId(kind) })
      default:
        return this.#document(known, { kind, id, request, path })
    }
  }

  #list(
    kind: RecordKind,
    { request, known, path }: { request: MockRequest; known: Classified; path: PathMatch },
  ): JsonValue {
    const filters = Object.entries(filtersOf(request, { kind, known, path }))
    const all = this.#store.list(kind).flatMap((record) => {
      if (!this.#store.isMade(kind, record))
        return filters.every(([name, value]) => String(record[name]) === String(value)) ? [record] : []
      return [{ ...record, ...Object.fromEntries(filters) }]
    })
    const limit = Number(
      request.query.find(([name]) => /^(limit|size|per_?page|page_?size|take|top)$/i.test(name))?.[1],
    )
    return all.slice(0, limit >= 1 ? Math.min(limit, MOST_LISTED) : MOST_LISTED)
  }

  #one(known: Classified, { kind, id }: { kind: RecordKind; id: string }): GeneratedAnswer {
    const record = this.#store.get(kind, id)
    return record ? this.#say(known, record) : gone(kind, id)
  }

  #create(known: Classified, { kind, request }: { kind: RecordKind; request: MockRequest }): GeneratedAnswer {
    const sent = withoutSecrets(bodyOf(request))
    const id = textId(sent[kind.idName]) || this.#store.nextId(kind)
    const made = this.#store.get(kind, id) ?? {}
    const record = { ...made, ...shownBy(known.route), ...sent, [kind.idName]: typedId(kind, id) }
    this.#store.set(kind, id, record)
    return this.#say(known, record, 201)
  }

  #change(
    known: Classified,
    {
      kind,
      request,
      id = this.#firstId(kind),
    }: { kind: RecordKind; request: MockRequest; id: string | undefined },
  ): GeneratedAnswer {
    const before = this.#store.get(kind, id)
    if (!before) return gone(kind, id)
    const record = { ...before, ...changesIn(request, kind), [kind.idName]: typedId(kind, id) }
    this.#store.set(kind, id, record)
    return this.#say(known, record)
  }

  #remove(known: Classified, { kind, id }: { kind: RecordKind; id: string | undefined }): GeneratedAnswer {
    if (id === undefined) return this.#say(known, { deleted: true })
    if (!this.#store.get(kind, id)) return gone(kind, id)
    this.#store.remove(kind, id)
    return this.#say(known, { [kind.idName]: typedId(kind, id), deleted: true })
  }

  /** The answer for one object, with the values that the request says. */
  #document(
    known: Classified,
    {
      kind,
      id,
      request,
      path,
    }: { kind: RecordKind; id: string | undefined; request: MockRequest; path: PathMatch },
  ): GeneratedAnswer {
    if (IS_ALIVE.test(known.kind) || known.noun === '') return this.#say(known, { status: 'ok' })
    const whose = (IS_ME.test(known.kind) ? peopleOf(this.#kinds) : undefined) ?? kind
    const record = this.#store.get(whose, id ?? this.#firstId(whose))
    if (!record) return gone(whose, id ?? '')
    return this.#say(known, { ...record, ...filtersOf(request, { kind, known, path }) })
  }

  #login(known: Classified, request: MockRequest): GeneratedAnswer {
    const people = peopleOf(this.#kinds)
    const person = people && this.#store.get(people, this.#firstId(people))
    return loginAnswer(known, { sent: withoutSecrets(bodyOf(request)), person: person ?? {} })
  }

  /** Puts content into the envelope of examples, else of test scripts, else the usual one, with the members that scripts read. */
  #say({ route, facts, kind, role }: Classified, content: JsonValue, usual = 200): GeneratedAnswer {
    const saved = route.examples.find((example) => isSuccess(example.status))?.status
    const status = facts.statuses.find(isSuccess) ?? saved ?? usual
    const shape = Array.isArray(content) ? 'list' : 'record'
    const box = usualEnvelopes([route]).get(shape) ?? envelopeIn(facts, content) ?? this.#boxes.get(shape)
    const body = role === 'remove' ? content : inEnvelope(content, box)
    return { status, headers: [], body: withMembers(body, { facts, noun: kind }) }
  }

  #firstId(kind: RecordKind): string {
    return textId(this.#store.list(kind)[0]?.[kind.idName]) ?? likeId(kind, 0)
  }
}

function shownBy({ examples, scope }: Route): JsonObject | undefined {
  const saved = examples.find(({ status }) => isSuccess(status))
  return saved && recordsIn(objectIn(saved.body, scope))[0]
}

function contradicts(sent: JsonObject, shown: JsonObject | undefined): boolean {
  return Object.entries(withoutSecrets(sent)).some(([name, value]) => {
    const other = shown?.[name]
    return other !== undefined && JSON.stringify(other) !== JSON.stringify(value)
  })
}

function gone(kind: RecordKind, id: string): GeneratedAnswer {
  const message = `The ${kind.name} ${id} was deleted earlier in this run of the mock.`
  return { status: 404, headers: [], body: { error: 'not_found', message } }
}

const STAND_IN_TOKEN = 'mock-token'

/** The user and a token, in all members and headers from which scripts read a credential, else in `token`. */
function loginAnswer(
  { facts }: Classified,
  { sent, person }: { sent: JsonObject; person: JsonObject },
): GeneratedAnswer {
  const status = facts.statuses.find(isSuccess) ?? 200
  const headers = facts.secretHeaders.map((name): [string, string] => [name, STAND_IN_TOKEN])
  // The empty pointer means that the script stores the whole answer as the token.
  if (facts.secrets.includes('')) return { status, headers, body: STAND_IN_TOKEN }
  const body: JsonObject = {}
  const make = () => STAND_IN_TOKEN
  for (const pointer of facts.secrets) place(body, { pointer, make })
  if (facts.secrets.length === 0) body.token = STAND_IN_TOKEN
  const known = Object.fromEntries(Object.entries(sent).filter(([name]) => Object.hasOwn(person, name)))
  const user = { ...person, ...known }
  if (Object.keys(user).length > 0) body.user = user
  return { status, headers, body: withMembers(body, { facts, noun: 'user' }) }
}

function withMembers(body: JsonValue, { facts, noun }: { facts: ScriptFacts; noun: string }): JsonValue {
  if (!isObject(body)) return body
  const whole = structuredClone(body)
  for (const pointer of facts.lists) if (pointer !== '') place(whole, { pointer, make: () => [] })
  for (const pointer of facts.members) {
    const name = pointer.split('/').findLast((step) => !/^\d+$/.test(step)) ?? ''
    place(whole, { pointer, make: () => madeMember(name, noun) })
  }
  return whole
}

function madeMember(name: string, noun: string): JsonValue {
  if (/^(success|ok)$/i.test(name)) return true
  if (/^(error|errors)$/i.test(name)) return null
  if (/^(status_?code|code)$/i.test(name)) return 200
  return makeValue({ name, samples: [], index: 0, noun })
}

/** Creates the missing member at a pointer, and objects and lists on the way, unless something else stands there. */
function place(root: JsonObject, { pointer, make }: { pointer: string; make: () => JsonValue }): void {
  const steps = stepsOf(pointer)
  let here: JsonObject | JsonValue[] = root
  for (const [at, step] of steps.slice(0, 10).entries()) {
    if (step === '__proto__') return
    const isLast = at === steps.length - 1
    const next: JsonValue | undefined = Array.isArray(here) ? here[Number(step)] : here[step]
    if (isLast || next === undefined || next === null) {
      if (next !== undefined && next !== null) return
      const value = isLast ? make() : /^\d+$/.test(steps[at + 1]!) ? [] : {}
      if (!put(here, { step, value }) || isLast) return
      here = value as JsonObject | JsonValue[]
    } else if (typeof next === 'object') here = next
    else return
  }
}

/** Sets a member. Returns false if it cannot be set: in a list, only the first element can be created. */
function put(here: JsonObject | JsonValue[], { step, value }: { step: string; value: JsonValue }): boolean {
  if (!Array.isArray(here)) here[step] = value
  else if (step === '0' && here.length === 0) here.push(value)
  else return false
  return true
}
