import { credentialsAmong, isCredentialValue, mentionsCredential } from '../secrets/credential-name.js'
import { namedValues, replaceNamed } from '../semantics/named-values.js'

/** Returns the text that replaces the secret `value` of the member `key`. */
export type Close = (value: string, key: string) => string

/**
 * Replaces the values of keys that are named like credentials, in JSON, GraphQL and XML: `"password": "x"`,
 * `<password>x</password>`.
 */
export function extractFromText(text: string, close: Close): string {
  if (!mentionsCredential(text)) return text
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  return replaceNamed(text, ({ name, value, isNumber, start, end }) => {
    if (isNumber)
      return isCredentialValue(name, Number(value), isNamed) ? close(value, name) || '0' : undefined
    const isOpen = !isNamed(name) || value === '' || value.includes('{{')
    return isOpen ? undefined : close(text.slice(start, end), name)
  })
}
