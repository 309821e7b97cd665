import type { JsonValue } from '../model/json.js'
import type { Entry } from '../model/request-template.js'
import type { ToolDefinition } from '../model/tool.js'
import { authKind } from '../secrets/auth-kinds.js'
import { originOf } from '../semantics/address.js'
import { fill } from '../template/fill.js'
import type { Scope } from '../template/scope.js'
import { findVariables, hasVariable, isUsable } from '../template/variables.js'

type RequestWithSettings = Pick<ToolDefinition, 'settings' | 'request'>

/** An origin whose whole host is one variable. */
const HOST_VARIABLE = /^(?:[^{}/]*:\/\/)?\{\{([^{}]*)\}\}(?::\d+)?$/

/**
 * The settings that the address, the query and the headers of a tool's request need and that must not be empty. For
 * example, the address `http:///orders` and an empty header are not valid. Settings that only the body needs are left
 * out, because bodies may contain empty texts. A variable that is the whole host is always such a setting.
 */
export function requestSettings({ settings, request: { url, headers } }: RequestWithSettings): string[] {
  const origin = originOf(url)
  const host = HOST_VARIABLE.exec(origin)?.[1]
  const needed = settingsIn(settings, [
    origin,
    ...url.path,
    ...[...url.query, ...headers].flatMap(enabledValue),
  ])
  return host === undefined || needed.includes(host) ? needed : [host, ...needed]
}

/** The settings that the auth needs and that must not be empty: `Bearer ` without a token is not a valid header. */
export function authSettings({ settings, request: { auth } }: RequestWithSettings): string[] {
  const needed = (auth && authKind(auth.type).needed) ?? []
  return settingsIn(
    settings,
    needed.map((name) => auth?.params[name]),
  )
}

/** The settings whose value is empty or a placeholder. Those without any value are reported when variables are filled. */
export function emptyOf(settings: string[], scope: Scope): string[] {
  return settings.filter((name) => {
    const value = scope.lookup(name)
    const filled = hasVariable(value) ? fill(`{{${name}}}`, scope).text : value
    return filled !== undefined && !isUsable(filled.trim())
  })
}

function settingsIn(settings: string[], texts: (JsonValue | undefined)[]): string[] {
  if (settings.length === 0) return []
  const used = new Set(findVariables(texts))
  return settings.filter((name) => used.has(name))
}

const enabledValue = ({ disabled, value }: Entry) => (disabled ? [] : [value])
