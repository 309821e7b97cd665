import { namedValues, replaceNamed } from '../meaning/named-values.js'
import type { JsonValue } from '../model/json.js'
import { isCredentialLike, mentionsCredential } from '../secrets/credential-name.js'
import { type DraftRequest, headerOf } from './wire-request.js'

/** What a name says of a credential rather than holding one: `token_type`, `secret_name`. */
const ABOUT = /(?:type|hint|name|length|policy|method|ur[il])$/i

const isNamed = (name: string) => isCredentialLike(name) && !ABOUT.test(name)

/** A body with the values of members that are named like credentials replaced, however short they are. */
export function maskBody(body: string, contentType: string, mask: string): string {
  if (/^multipart\//i.test(contentType)) {
    const parts = body.split('\r\n--')
    return parts.map((part) => maskPart(part, mask)).join('\r\n--')
  }
  if (isForm(contentType)) {
    const fields = body.split('&')
    return fields.map((field) => maskField(field, mask)).join('&')
  }
  return maskText(body, mask)
}

/** A part of a multipart body with its value masked when it is a text field. */
function maskPart(part: string, mask: string): string {
  const start = part.indexOf('\r\n\r\n') + 4
  const head = part.slice(0, start)
  const name = /form-data; name="([^"]*)"\r\n/.exec(head)?.[1]
  if (name === undefined) return part
  return head + (isNamed(name) ? mask : maskText(part.slice(start), mask))
}

function maskField(field: string, mask: string): string {
  const equals = field.indexOf('=')
  const name = field.slice(0, Math.max(equals, 0))
  return equals < field.length - 1 && isNamed(decoded(name)) ? `${name}=${mask}` : field
}

function maskText(text: string, mask: string): string {
  if (!mentionsCredential(text)) return text
  return replaceNamed(text, ({ name, value, isNumber }) => {
    if (!isNamed(name) || value === '') return undefined
    return isNumber ? `"${mask}"` : mask
  })
}

/** The values of a body's members that are named like credentials, but for those that the model gave itself. */
export function bodySecrets({ body, headers }: DraftRequest, input: JsonValue = null): string[] {
  const secrets = namedIn({ body, headers }).flatMap(([name, value]) =>
    value && isNamed(name) ? [value] : [],
  )
  if (secrets.length === 0) return secrets
  const given = new Set(
    leavesOf(input).flatMap((leaf) => [leaf, ...membersOf(leaf).map(([, value]) => value)]),
  )
  return secrets.filter((secret) => !given.has(secret))
}

function namedIn({ body, headers }: Pick<DraftRequest, 'body' | 'headers'>): [name: string, value: string][] {
  switch (body?.mode) {
    case 'urlencoded':
      return body.fields.map(({ key, value }) => [key, value])
    case 'formdata':
      return body.parts.flatMap(({ key, value }) => [[key, value], ...membersOf(value)])
    case 'graphql':
      return [...membersOf(body.variables), ...membersOf(body.query)]
    case 'raw': {
      const isFormText = isForm(headerOf(headers, 'content-type') ?? '')
      return isFormText ? [...new URLSearchParams(body.text)] : membersOf(body.text)
    }
    default:
      return []
  }
}

const isForm = (contentType: string) => /^application\/x-www-form-urlencoded\b/i.test(contentType)

function decoded(name: string): string {
  return [...new URLSearchParams(`${name}=`).keys()][0] ?? name
}

function membersOf(text = ''): [name: string, value: string][] {
  return mentionsCredential(text) ? namedValues(text).map(({ name, value }) => [name, value]) : []
}

function leavesOf(value: JsonValue): string[] {
  if (typeof value !== 'object') return [String(value)]
  return value === null ? [] : Object.values(value).flatMap(leavesOf)
}
