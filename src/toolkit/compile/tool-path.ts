import type { UrlTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { pathOf } from '../semantics/address.js'
import { VARIABLE } from '../template/variables.js'
import type { KnownVariables } from './known-variables.js'

/**
 * The path for people and models: without host and query, with parameters and secrets in braces, and with the values
 * of the collection's constants. `segments` and `variables` are inputs.
 */
export function displayPath(
  url: UrlTemplate,
  inputs: { segments: ReadonlySet<string>; variables: ReadonlySet<string>; filled: KnownVariables },
): string {
  const { filled } = inputs
  const segments = pathOf(url).map((segment) => {
    if (segment.startsWith(':')) return segment.replace(/^:([^.]+)/, shownKey).replace(VARIABLE, shown)
    return segment.includes('{{') ? segment.replace(VARIABLE, shown) : segment
  })
  return `/${segments.join('/')}`

  /** Configuration is shown with its value; other variables are shown by name. */
  function shownKey(_: string, key: string): string {
    const value = inputs.segments.has(key)
      ? ''
      : String(url.variables.find((one) => one.key === key)?.value ?? '')
    return value === '' || isCredentialLike(key) ? `{${key}}` : value
  }

  function shown(_: string, name: string): string {
    const value = filled.own.get(name)
    const isShown = !inputs.variables.has(name) && !filled.given.has(name) && !isCredentialLike(name)
    return isShown && value !== undefined ? String(value) : `{${name}}`
  }
}
