import type { UrlTemplate } from '../model/request-template.js'
import type { Binding } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { VARIABLE } from '../template/variables.js'
import type { Filled } from './filled.js'

/** The path for people and models: without host and query, parameters and secrets in braces, the collection's own constants as values. */
export function displayPath(
  url: UrlTemplate,
  { bindings, filled }: { bindings: Binding[]; filled: Filled },
): string {
  const open = new Set(bindings.flatMap((binding) => (binding.in === 'variable' ? [binding.name] : [])))
  const segments = url.path.map((segment) => {
    if (segment.startsWith(':')) return segment.replace(/^:([^.]+)/, shownKey).replace(VARIABLE, shown)
    return segment.includes('{{') ? segment.replace(VARIABLE, shown) : segment
  })
  return `/${segments.join('/')}`

  /** Configuration is shown as it is sent; anything else is a parameter, or filled by the program. */
  function shownKey(_: string, key: string): string {
    const isOpen = bindings.some((binding) => binding.in === 'path' && binding.key === key)
    const value = isOpen ? '' : String(url.variables.find((one) => one.key === key)?.value ?? '')
    return value === '' || isCredentialLike(key) ? `{${key}}` : value
  }

  function shown(_: string, name: string): string {
    const value = filled.own.get(name)
    const isShown = !open.has(name) && !filled.given.has(name) && !isCredentialLike(name)
    return isShown && value !== undefined ? String(value) : `{${name}}`
  }
}
