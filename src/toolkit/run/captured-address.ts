import type { RequestTemplate } from '../model/request-template.js'
import type { ToolDefinition } from '../model/tool.js'
import { originOf } from '../semantics/address.js'
import type { ResolvedBaseUrls } from '../semantics/base-urls.js'
import { parseAddress } from '../semantics/parse-address.js'
import { fill } from '../template/fill.js'
import type { Scope } from '../template/scope.js'
import { hasVariable } from '../template/variables.js'
import { InputProblem } from './refusal.js'
import { encodeTarget } from './request/assemble.js'

export function originsOf(
  requests: readonly Pick<RequestTemplate, 'url'>[],
  { baseUrls, scope }: { baseUrls: ResolvedBaseUrls; scope: Scope },
): ReadonlySet<string> {
  const written = new Set(requests.map(({ url }) => originOf(url)))
  const found = [...written].map((origin) => filledOrigin(baseUrls.get(origin)?.url ?? origin, scope))
  return new Set(found.filter((origin) => origin !== undefined))
}

/** Refuses captured values that lead a request, and with it its credentials, to an origin that the collection has not. */
export function checkCapturedAddresses(
  { name }: ToolDefinition,
  addresses: string[],
  { whole, without, origins }: { whole: Scope; without: Scope; origins: () => ReadonlySet<string> },
): void {
  for (const address of addresses) {
    if (!hasVariable(address)) continue
    const origin = filledOrigin(address, whole)
    if (origin === undefined || origin === filledOrigin(address, without) || origins().has(origin)) continue
    throw new InputProblem(
      `${name} is not called: an earlier answer of the API leads it to ${origin}, and no address of the collection is there. If this is right, the operator can set the address with --base-url or --env-var.`,
      'no-address',
    )
  }
}

function filledOrigin(address: string, scope: Scope): string | undefined {
  try {
    const url = parseAddress(fill(address, scope).text)
    return new URL(encodeTarget({ method: 'GET', url, headers: [], profile: {} }).origin).origin
  } catch {
    return undefined
  }
}
