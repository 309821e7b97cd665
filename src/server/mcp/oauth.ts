import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { messageOf, VoiceError } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import { fieldsOf } from '../../protocol/is-object.js'
import type { ApiKeyValidator } from '../http/authenticator.js'
import type { Identity } from '../model/identity.js'
import { BoundedMap } from '../sessions/bounded-map.js'
import { discoverIssuer, type IssuerMetadata } from './mcp-connection.js'

/**
 * The OAuth 2.1 authorization server whose access tokens `/mcp` accepts instead of keys. See "Authorization" in the
 * specification of MCP 2026-07-28, and RFC 9728.
 */
export interface McpOAuthOptions {
  /** The address of the authorization server, such as `https://login.example.com`: the claim `iss` of its tokens. */
  issuer: string
  /** The public address of this endpoint, such as `https://voice.example.com/mcp`: tokens must name it in `aud`. */
  resource: string
  /** The scopes that every token must have. @default none */
  scopes?: readonly string[]
  /**
   * The tools for each scope, by name, folder, method or glob. A client gets the tools of all scopes of its token.
   * @default each token may use all tools
   */
  scopeTools?: Readonly<Record<string, readonly string[]>>
  /** The variable of the collections that gets the token of the user. Without it, no API gets the token. @default none */
  tokenVariable?: string
  /** Asks the authorization server about each token (RFC 7662), as this client. @default tokens are JWTs, checked by its keys */
  introspection?: { clientId: string; clientSecret: string }
}

/** Algorithms with a key pair. With the others, a server that can check a token could also make one. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** A token is checked again after this time, so a revoked one stops working. */
const TRUSTED_MS = 60_000
const MOST_TOKENS = 10_000
const ANSWER_MS = 10_000

interface CheckedToken {
  claims: JWTPayload
  untilMs: number
}

/** Checks access tokens, and tells clients where they get one. */
export class TokenCheck {
  readonly #options: McpOAuthOptions
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #known = new BoundedMap<string, CheckedToken>(MOST_TOKENS)
  #issuer: Promise<{ metadata: IssuerMetadata; keys: JWTVerifyGetKey }> | undefined

  /** Throws `wrong-usage` for an address that is neither https nor on this machine. */
  constructor(options: McpOAuthOptions, { clock, logger }: { clock: Clock; logger: Logger }) {
    for (const name of ['issuer', 'resource'] as const)
      mustBeSafe(`The option "${name}" of OAuth`, options[name])
    this.#options = options
    this.#clock = clock
    this.#logger = logger
  }

  /** Takes tokens where the server takes keys. Rejects if the authorization server cannot be asked. */
  readonly validator: ApiKeyValidator = async (token) => {
    const claims = await this.#claimsOf(token)
    return claims ? this.#identityOf(claims, token) : false
  }

  /** The scopes that a token lacks which was just checked: the required ones, or one of those that have tools. */
  missingScopes(token: string): readonly string[] {
    const { scopes = [], scopeTools = {} } = this.#options
    const has = scopesOf(this.#known.get(token)?.claims ?? {})
    const missing = scopes.filter((scope) => !has.includes(scope))
    const offered = Object.keys(scopeTools)
    const isUseful = offered.length === 0 || offered.some((scope) => has.includes(scope))
    return missing.length > 0 || isUseful ? missing : offered
  }

  /** Identifies the user and the program of a token that was just checked. A program gets a new token from time to time. */
  ownerOf(token: string): string {
    const { sub, client_id: client, azp = client } = this.#known.get(token)?.claims ?? {}
    return JSON.stringify([sub, azp])
  }

  /** The protected resource metadata (RFC 9728). */
  get metadata(): object {
    const { issuer, resource, scopes = [], scopeTools = {} } = this.#options
    const supported = [...new Set([...scopes, ...Object.keys(scopeTools)])]
    return {
      resource,
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
      ...(supported.length > 0 && { scopes_supported: supported }),
    }
  }

  /** The header `WWW-Authenticate` of a refusal. */
  challenge(error?: { code: 'invalid_token' | 'insufficient_scope'; scopes?: readonly string[] }): string {
    const { resource, scopes = [] } = this.#options
    const { origin, pathname } = new URL(resource)
    const wanted = (error?.scopes ?? scopes).join(' ')
    const parts = [
      ...(error ? [`error="${error.code}"`] : []),
      ...(wanted ? [`scope="${wanted}"`] : []),
      `resource_metadata="${origin}${METADATA_PATH}${pathname === '/' ? '' : pathname}"`,
    ]
    return `Bearer ${parts.join(', ')}`
  }

  async #claimsOf(token: string): Promise<JWTPayload | undefined> {
    const now = this.#clock.now()
    const known = this.#known.get(token)
    if (known && now < known.untilMs) return known.claims
    const claims = await this.#check(token)
    if (!claims || typeof claims.sub !== 'string' || claims.sub === '') return undefined
    // The answer of an introspection is not checked by anybody else.
    const { exp, nbf = 0 } = claims
    if (!Number.isFinite(exp) || !Number.isFinite(nbf) || exp! * 1_000 <= now || nbf * 1_000 > now)
      return undefined
    this.#known.set(token, { claims, untilMs: Math.min(now + TRUSTED_MS, exp! * 1_000) })
    return claims
  }

  async #check(token: string): Promise<JWTPayload | undefined> {
    const { issuer, resource, introspection } = this.#options
    const { metadata, keys } = await this.#discovered()
    if (introspection) return introspect(token, { metadata, introspection, resource, issuer })
    const { jwtVerify } = await import('jose')
    const rules = {
      issuer,
      audience: resource,
      algorithms: ALGORITHMS,
      currentDate: new Date(this.#clock.now()),
    }
    try {
      return (await jwtVerify(token, keys, rules)).payload
    } catch (error) {
      const { code = '' } = error as { code?: string }
      // Anything else is a failure of the authorization server, and no fault of the token.
      if (!/^ERR_(JW[ST]_|JOSE_|JWKS_NO_MATCHING)/.test(code)) throw error
      this.#logger.debug('token refused', { reason: code })
      return undefined
    }
  }

  #discovered() {
    this.#issuer ??= this.#discover().catch((error: unknown) => {
      this.#issuer = undefined
      throw error
    })
    return this.#issuer
  }

  async #discover() {
    const { issuer } = this.#options
    const metadata = await discoverIssuer(issuer).catch((error: unknown) => {
      throw new Error(`the metadata of ${issuer} cannot be read: ${messageOf(error)}`)
    })
    const address = metadata.jwks_uri ?? issuer
    mustBeSafe(`"jwks_uri" of ${issuer}`, address)
    const { createRemoteJWKSet } = await import('jose')
    return { metadata, keys: createRemoteJWKSet(new URL(address), { timeoutDuration: ANSWER_MS }) }
  }

  #identityOf(claims: JWTPayload, token: string): Identity {
    const { scopeTools, tokenVariable } = this.#options
    const tools = scopesOf(claims).flatMap((scope) =>
      scopeTools && Object.hasOwn(scopeTools, scope) ? scopeTools[scope]! : [],
    )
    return {
      userId: claims.sub!,
      ...(scopeTools && { allow: tools }),
      ...(tokenVariable !== undefined && { variables: { [tokenVariable]: token } }),
    }
  }
}

export const METADATA_PATH = '/.well-known/oauth-protected-resource'

const scopesOf = ({ scope, scp }: JWTPayload): string[] =>
  typeof scope === 'string'
    ? scope.split(' ')
    : [scp].flat().filter((one): one is string => typeof one === 'string')

/** Asks the authorization server whether a token is active. Throws if it gives no answer. */
async function introspect(
  token: string,
  {
    metadata,
    introspection: { clientId, clientSecret },
    resource,
    issuer,
  }: Required<Pick<McpOAuthOptions, 'introspection' | 'resource' | 'issuer'>> & { metadata: IssuerMetadata },
): Promise<JWTPayload | undefined> {
  const address = metadata.introspection_endpoint
  if (address === undefined) throw new Error(`${issuer} names no introspection_endpoint`)
  mustBeSafe(`"introspection_endpoint" of ${issuer}`, address)
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  const response = await fetch(address, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}`, accept: 'application/json' },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  })
  if (!response.ok) throw new Error(`${issuer} answered ${response.status} to the question about a token`)
  const claims = fieldsOf(await response.json()) as JWTPayload & { active?: unknown; token_type?: unknown }
  const isMeant = [claims.aud].flat().includes(resource) && (claims.iss ?? issuer) === issuer
  const isRefresh = /^refresh_token$/i.test(String(claims.token_type))
  return claims.active === true && isMeant && !isRefresh ? claims : undefined
}

function mustBeSafe(what: string, address: string): void {
  const { protocol, hostname } = URL.canParse(address) ? new URL(address) : { protocol: '', hostname: '' }
  if (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname))
  )
    return
  throw new VoiceError('wrong-usage', `${what} must be an https address, found "${address}".`)
}
