import type { SeenRequest } from './tool.js'
import { startApi } from './tool.js'

/** An API whose reads want a token, which any POST to a path of `tokens` gives. */
export interface LoginApi {
  url: string
  /** The requests so far: `GET /profile Bearer t1`. */
  readonly lines: string[]
  /** Makes the tokens so far invalid. */
  revoke(): void
  close(): Promise<void>
}

/** Starts the API. Every write gives a token in all the members that the scripts of the tests read. */
export async function startLoginApi({ delayMs = 0 } = {}): Promise<LoginApi> {
  let number = 0
  let valid = ''
  const api = await startApi(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method !== 'GET' || request.url?.startsWith('/token')) {
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      number += 1
      valid = `t${number}`
      return response.end(JSON.stringify({ token: valid, session: valid, receipt_token: valid, id: number }))
    }
    if (request.headers.authorization === `Bearer ${valid}`) return response.end('{"name":"Ann"}')
    return response.writeHead(401).end('{"error":"who are you?"}')
  })
  const line = ({ method, url, headers }: SeenRequest) =>
    `${method} ${url} ${headers.authorization ?? ''}`.trim()
  return {
    url: api.url,
    get lines() {
      return api.seen.map(line)
    },
    revoke: () => {
      valid = 'revoked'
    },
    close: () => api.close(),
  }
}

/** A request of a collection whose test script stores a member of the response in a variable. */
export function capturing(name: string, request: object, captures: Record<string, string>): object {
  const exec = Object.entries(captures).map(
    ([variable, member]) => `pm.environment.set('${variable}', pm.response.json().${member})`,
  )
  return { name, request, event: [{ listen: 'test', script: { exec } }] }
}

/** A read that wants the token in a variable. */
export const guarded = (name: string, { variable = 'token', method = 'GET', path = '/profile' } = {}) => ({
  name,
  request: {
    method,
    url: `{{base_url}}${path}`,
    auth: { type: 'bearer', bearer: [{ key: 'token', value: `{{${variable}}}` }] },
  },
})

/** A log-in as a collection has it: it sends the user and the password from settings. */
export const LOG_IN = capturing(
  'Log in',
  {
    method: 'POST',
    url: '{{base_url}}/login',
    body: { mode: 'raw', raw: '{"user":"{{user}}","password":"{{password}}"}' },
  },
  { token: 'token' },
)

export const collectionOf = (...items: object[]) => ({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  item: items,
})

export const CREDENTIALS = { user: 'ann', password: 'pw-1' }
