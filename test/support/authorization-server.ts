import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error The package has no types.
import Provider from 'oidc-provider'

/** A real authorization server on loopback, whose clients get tokens for themselves (`client_credentials`). */
export interface AuthorizationServer {
  issuer: string
  /** An access token for a resource. `format` is `jwt` or `opaque`. */
  token(wanted: { resource: string; scope?: string; client?: string }): Promise<string>
  revoke(token: string): Promise<void>
  close(): Promise<void>
}

const SECRET = 'secret-of-the-client-0123456789'
export const INTROSPECTOR = { clientId: 'voice', clientSecret: 'secret-of-voice-0123456789abcdef' }

export async function startAuthorizationServer(format: 'jwt' | 'opaque'): Promise<AuthorizationServer> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = (client_id: string, client_secret: string) => ({
    client_id,
    client_secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  })
  const provider = new Provider(issuer, {
    clients: [
      client('desk', SECRET),
      client('other', SECRET),
      client(INTROSPECTOR.clientId, INTROSPECTOR.clientSecret),
    ],
    scopes: ['pets:read', 'pets:write'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      introspection: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_ctx: unknown, resource: string) => ({
          scope: 'pets:read pets:write',
          audience: resource,
          accessTokenFormat: format,
          accessTokenTTL: 600,
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
    extraTokenClaims: (_ctx: unknown, token: { clientId: string }) => ({ sub: `user of ${token.clientId}` }),
  })
  server.on('request', provider.callback())
  const post = async (path: string, body: Record<string, string>, id = 'desk') => {
    const response = await fetch(`${issuer}${path}`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${id}:${SECRET}`).toString('base64')}` },
      body: new URLSearchParams(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    issuer,
    token: async ({ resource, scope, client: id }) => {
      const body = { grant_type: 'client_credentials', resource, ...(scope && { scope }) }
      const { access_token } = (await (await post('/token', body, id)).json()) as { access_token: string }
      return access_token
    },
    revoke: async (token) => void (await post('/token/revocation', { token })),
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
