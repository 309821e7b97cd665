import type { UrlTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { entryOf, pathOf, pathVariableOf } from '../semantics/address.js'
import { VARIABLE } from '../template/variables.js'
import type { KnownVariables } from './known-variables.js'

/**
 * The path that people and models see, without host and query. A variable is shown by its name in braces if it is an
 * input or a secret, or if it has no value. The value of any other variable is shown. `isSegment` and `isVariable` say
 * which `:name` segments and variables are inputs.
 */
export function displayPath(
  url: UrlTemplate,
  inputs: {
    isSegment: (key: string) => boolean
    isVariable: (name: string) => boolean
    filled: KnownVariables
  },
): string {
  const { filled } = inputs
  let path = ''
  for (const segment of pathOf(url)) {
    const key = pathVariableOf(segment)
    const text = key === undefined ? segment : shownKey(key) + segment.slice(1 + key.length)
    path += `/${text.includes('{{') ? text.replace(VARIABLE, shown) : text}`
  }
  return path === '' ? '/' : path

  function shownKey(key: string): string {
    const value = String(entryOf(url.variables, key)?.value ?? '')
    return value === '' || isCredentialLike(key) || inputs.isSegment(key) ? `{${key}}` : value
  }

  function shown(_: string, name: string): string {
    const value = filled.own.get(name)
    const isHidden = value === undefined || filled.given.has(name) || isCredentialLike(name)
    return !isHidden && !inputs.isVariable(name) ? String(value) : `{${name}}`
  }
}
