import { isCredentialLike } from '../meaning/credential.js'

/** What stands in place of a secret value that is found beside a key. */
export type Close = (value: string, key: string) => string

/** Closes the values beside keys that sound like credentials, in JSON and in XML: `"password": "x"`, `<password>x</password>`. */
export function withholdFromText(text: string, close: Close): string {
  const decide = (found: { before: string; key: string; value: string }) => {
    const { before, key, value } = found
    const isOpen = !isCredentialLike(key) || value === '' || value.includes('{{')
    return `${before}${isOpen ? value : close(value, key)}`
  }
  return text
    .replace(
      /("([^"\\\n]{1,80})"\s*:\s*")((?:[^"\\]|\\.)*)/g,
      (_, before: string, key: string, value: string) => decide({ before, key, value }),
    )
    .replace(
      /(<(?:[\w.-]+:)?([\w.-]{1,80})(?:\s[^<>]*)?>)([^<>]+)(?=<\/)/g,
      (_, before: string, key: string, value: string) => decide({ before, key, value }),
    )
}
