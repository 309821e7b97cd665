import data from '../../../templates/auth-kinds.json'
import { mapMembers } from '../model/map-members.js'

/** What the parameter of an auth is: a credential, the name of an account or client, or a setting that may be shown. */
export type AuthParameter = 'secret' | 'identity' | 'open'

/** What is known about a kind of auth. `run/authenticate` has the function that signs with it. */
export interface AuthKindFacts {
  /** The parameters by their names in lower case. A parameter that is not listed counts as secret. */
  parameters: Readonly<Record<string, AuthParameter>>
  /** Parameters without which no valid credential can be sent, because it would be empty. @default none */
  needed?: readonly string[]
  /** Whether `password` is sent as it is, so that even a short and simple one is a credential. @default false */
  sendsPassword?: boolean
  /** Whether the credential belongs to a connection, so that a call must not share connections. @default false */
  ownConnection?: boolean
  /** The parameter with the name under which the credential is sent. @default none */
  nameIn?: string
}

type WrittenKind = Partial<Record<AuthParameter, string>> & Omit<AuthKindFacts, 'parameters'>

function factsOf({ secret, identity, open, ...facts }: WrittenKind): AuthKindFacts {
  const entries = Object.entries({ secret, identity, open }).flatMap(([kind, names = '']) =>
    names === ''
      ? []
      : names
          .toLowerCase()
          .split(' ')
          .map((name) => [name, kind as AuthParameter]),
  )
  return { parameters: Object.fromEntries(entries), ...facts }
}

export type AuthKindName = keyof typeof data

/** The kinds of auth, by their names in Postman. A request with any other kind is sent without credentials. */
export const AUTH_KINDS = mapMembers<WrittenKind, AuthKindFacts>(data, factsOf) as Record<
  AuthKindName,
  AuthKindFacts
>

/** Whether a kind of auth is known. Postman's names of kinds are in lower case. */
export function isKnownAuth(type: string): type is AuthKindName {
  return Object.hasOwn(AUTH_KINDS, type)
}

/** The facts about a kind of auth. Of an unknown kind, every parameter counts as secret. */
export function authKind(type: string): AuthKindFacts {
  return isKnownAuth(type) ? AUTH_KINDS[type] : { parameters: {} }
}

/** What a parameter of an auth is. An unknown parameter counts as secret. */
export function authParameter(type: string, name: string): AuthParameter {
  const known = authKind(type).parameters
  const key = name.toLowerCase()
  return Object.hasOwn(known, key) ? known[key]! : 'secret'
}
