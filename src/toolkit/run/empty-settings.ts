import type { JsonValue } from '../model/json.js'
import type { Entry } from '../model/request-template.js'
import type { ToolDefinition } from '../model/tool.js'
import { originOf } from '../semantics/address.js'
import { fill } from '../template/fill.js'
import type { Scope } from '../template/scope.js'
import { isUsable } from '../template/usable.js'
import { findVariables } from '../template/variables.js'
import type { ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken } from './authenticate/oauth2-token.js'

/** The parameters that each kind of auth requires; parameters of other kinds may be empty. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  apikey: ['value'],
  basic: ['username', 'password'],
  bearer: ['token'],
  digest: ['username', 'password'],
  oauth2: ['accessToken'],
}

/**
 * The empty settings of a tool that a request requires: in its address, headers, query and auth. `Bearer ` without a
 * token and `http:///orders` are not valid requests. Bodies may contain empty texts.
 */
export function emptySettings(
  { settings, request }: Pick<ToolDefinition, 'settings' | 'request'>,
  { scope, auth }: { scope: Scope; auth: ResolvedAuth | undefined },
): string[] {
  if (settings.length === 0) return []
  const { url, headers } = request
  const needed = auth && !fetchesToken(auth) ? (NEEDED[auth.type] ?? []) : []
  const texts = [
    originOf(url),
    ...url.path,
    ...[...url.query, ...headers].flatMap(enabledValue),
    ...needed.map((name) => request.auth?.params[name]),
  ]
  const used = new Set(texts.filter(hasVariable).flatMap(findVariables))
  return settings.filter((name) => used.has(name) && !isUsable(fill(`{{${name}}}`, scope).text.trim()))
}

const enabledValue = ({ disabled, value }: Entry) => (disabled ? [] : [value])

const hasVariable = (text: JsonValue | undefined): text is string =>
  typeof text === 'string' && text.includes('{{')
