import { replaceNamed } from '../meaning/named-values.js'
import { isCredentialLike, isCredentialValue, mentionsCredential } from '../secrets/credential-name.js'

/** What stands in place of a secret value that is found beside a key. */
export type Close = (value: string, key: string) => string

/** Closes the values beside keys that sound like credentials, in JSON, GraphQL and XML: `"password": "x"`, `<password>x</password>`. */
export function withholdFromText(text: string, close: Close): string {
  if (!mentionsCredential(text)) return text
  return replaceNamed(text, ({ name, value, isNumber, start, end }) => {
    if (isNumber) return isCredentialValue(name, Number(value)) ? close(value, name) || '0' : undefined
    const isOpen = !isCredentialLike(name) || value === '' || value.includes('{{')
    return isOpen ? undefined : close(text.slice(start, end), name)
  })
}
