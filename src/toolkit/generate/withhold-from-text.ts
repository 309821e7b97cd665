import { namedValues, replaceNamed } from '../meaning/named-values.js'
import { credentialsAmong, isCredentialValue, mentionsCredential } from '../secrets/credential-name.js'

/** What stands in place of a secret value that is found beside a key. */
export type Close = (value: string, key: string) => string

/** Closes the values beside keys that sound like credentials, in JSON, GraphQL and XML: `"password": "x"`, `<password>x</password>`. */
export function withholdFromText(text: string, close: Close): string {
  if (!mentionsCredential(text)) return text
  const isNamed = credentialsAmong(namedValues(text).map(({ name }) => name))
  return replaceNamed(text, ({ name, value, isNumber, start, end }) => {
    if (isNumber)
      return isCredentialValue(name, Number(value), isNamed) ? close(value, name) || '0' : undefined
    const isOpen = !isNamed(name) || value === '' || value.includes('{{')
    return isOpen ? undefined : close(text.slice(start, end), name)
  })
}
