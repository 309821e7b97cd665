import { namedValues, replaceNamed } from '../semantics/named-values.js'
import { credentialsAmong, isPersonalCode, mentionsSensitive } from './credential-name.js'
import { isAmbiguousKey } from './machine-key.js'

/** Masks the values in a JSON, XML, GraphQL or form text that are named like credentials or codes of a user. */
export function maskNamed(text: string, mask: string): string {
  if (!mentionsSensitive(text)) return text
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  return replaceNamed(text, ({ name, value, isNumber }) => {
    if (value === '' || !(isNamed(name) || isPersonalCode(name) || isAmbiguousKey(name, value)))
      return undefined
    return isNumber ? `"${mask}"` : mask
  })
}
