import { counted } from '../../../text/counted.js'
import { asArray, asObject, asText, objectsIn } from '../../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { isCredentialLike } from '../../secrets/credential-name.js'
import { wordsOf } from '../../semantics/words.js'
import { MAIN } from './references.js'
import type { Source } from './source.js'
import { upgradedScheme } from './swagger.js'

/** The authentication of a request: an `auth` member of Postman, and additional headers and query parameters. */
export interface ImportedAuth {
  auth: JsonObject
  headers: JsonObject[]
  query: JsonObject[]
}

const NONE: ImportedAuth = { auth: { type: 'noauth' }, headers: [], query: [] }

/**
 * Converts security requirements of OpenAPI. Of several alternatives, uses the first. If one alternative is empty
 * (`{}`), authentication is optional, and the request is sent without credentials. Variables replace the credentials;
 * `variables` has the names of these variables.
 */
export class Security {
  readonly variables = new Set<string>()
  readonly #source: Source
  readonly #schemes: JsonObject

  constructor(source: Source) {
    this.#source = source
    const { root } = source
    this.#schemes =
      asObject(source.isSwagger ? root.securityDefinitions : asObject(root.components)?.securitySchemes) ?? {}
  }

  /** Whether the document knows no credentials at all, and so says that everybody may call the API. */
  get isOpen(): boolean {
    return this.variables.size === 0 && Object.keys(this.#schemes).length === 0
  }

  /** The authentication for a list of security requirements; undefined if `security` is not a list. */
  read(security: JsonValue | undefined): ImportedAuth | undefined {
    if (!Array.isArray(security)) return undefined
    const requirements = objectsIn(security)
    if (requirements.length === 0) return NONE
    if (requirements.some((one) => Object.keys(one).length === 0)) {
      this.#source.remarks.count(
        'optional',
        (count) => `Sent without credentials, because they are optional there: ${counted(count, 'request')}.`,
      )
      return NONE
    }
    return this.#all(Object.entries(requirements[0]!))
  }

  /**
   * Converts the schemes of one requirement. A request needs all of them. The first scheme that is no API key becomes
   * `auth`; if all are API keys, the first of them. The other API keys become headers or query parameters. Any other
   * scheme is left out, with a remark.
   */
  #all(requirement: [string, JsonValue][]): ImportedAuth {
    const all = requirement.flatMap(([name, scopes]) => this.#scheme(name, scopes) ?? [])
    const found = all.find((one) => !isKey(one)) ?? all[0] ?? NONE
    for (const other of all.filter((one) => one !== found)) {
      const entry = keyEntry(other.auth)
      if (!entry && other.headers.length === 0)
        this.#source.remarks.name(
          'These security schemes stand beside another one and were left out',
          String(other.auth.type),
        )
      if (entry?.place === 'query') found.query.push(entry.entry)
      else if (entry) found.headers.push(entry.entry)
      found.headers.push(...other.headers)
    }
    return found
  }

  #scheme(name: string, scopes: JsonValue): ImportedAuth | undefined {
    const found = this.#source.references.follow({ value: this.#schemes[name], file: MAIN })
    const scheme = found && (this.#source.isSwagger ? upgradedScheme(found.value) : found.value)
    const kind = asText(scheme?.type)?.toLowerCase()
    const http = asText(scheme?.scheme)?.toLowerCase()
    if (kind === 'http' && (http === 'basic' || http === 'digest'))
      return this.#entries(http, {
        username: this.#variable('username'),
        password: this.#variable('password'),
      })
    if (kind === 'http' || kind === 'openidconnect')
      return this.#entries('bearer', { token: this.#variable('access_token') })
    if (kind === 'apikey') return this.#apiKey(scheme!)
    if (kind === 'oauth2') return this.#oauth2(scheme!, scopes)
    this.#source.remarks.name('These security schemes have no place in a collection', name)
    return undefined
  }

  #apiKey({ name, in: place }: JsonObject): ImportedAuth {
    const key = asText(name) ?? 'api_key'
    const words = wordsOf(key).join('_')
    const value = this.#variable(isCredentialLike(words) ? words : `${words}_api_key`)
    if (place === 'cookie')
      return { ...NONE, headers: [{ key: 'Cookie', value: `${key}=${value}` }], query: [] }
    return this.#entries('apikey', { key, value, in: asText(place) ?? 'header' })
  }

  /**
   * The client credentials flow becomes the auth type `oauth2`, with which `voice` fetches the token itself. This needs
   * an absolute token URL. Any other flow becomes a bearer token that the user sets.
   */
  #oauth2({ flows }: JsonObject, scopes: JsonValue): ImportedAuth {
    const flow = asObject(asObject(flows)?.clientCredentials)
    const url = asText(flow?.tokenUrl)
    if (!url || !/^https?:/.test(url))
      return this.#entries('bearer', { token: this.#variable('access_token') })
    const scope = asArray(scopes)
      .flatMap((one) => asText(one) ?? [])
      .join(' ')
    return this.#entries('oauth2', {
      grant_type: 'client_credentials',
      accessTokenUrl: url,
      clientId: this.#variable('client_id'),
      clientSecret: this.#variable('client_secret'),
      ...(scope ? { scope } : {}),
      addTokenTo: 'header',
    })
  }

  #entries(type: string, values: Record<string, string>): ImportedAuth {
    const list = Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }))
    return { auth: { type, [type]: list }, headers: [], query: [] }
  }

  #variable(name: string): string {
    this.variables.add(name)
    return `{{${name}}}`
  }
}

const isKey = ({ auth, headers }: ImportedAuth) => keyEntry(auth) !== undefined || headers.length > 0

/** The entry of an API key in the query or the headers; undefined for any other auth. */
function keyEntry(auth: JsonObject): { place: string; entry: JsonObject } | undefined {
  if (!Array.isArray(auth.apikey)) return undefined
  const values = Object.fromEntries(auth.apikey.map((one) => [asObject(one)?.key, asObject(one)?.value]))
  return { place: String(values.in), entry: { key: values.key ?? '', value: values.value ?? '' } }
}
