import type { JsonValue } from '../model/json.js'
import { leavesOf } from '../model/map-members.js'
import {
  credentialsAmong,
  isCredentialValue,
  isSensitiveValue,
  mentionsCredential,
} from '../secrets/credential-name.js'
import { maskNamed } from '../secrets/mask.js'
import { namedValues } from '../semantics/named-values.js'
import { type DraftRequest, headerOf } from './wire-request.js'

type IsCredentialName = (name: string) => boolean

/** Masks the values of body members that are named like credentials, whatever their length is. */
export function maskBody(body: string, contentType: string, mask: string): string {
  if (/^multipart\//i.test(contentType)) {
    const parts = body.split('\r\n--')
    const isNamed = credentialsAmong(parts.flatMap((part) => fieldName(part) ?? []))
    return parts.map((part) => maskPart(part, { mask, isNamed })).join('\r\n--')
  }
  if (isForm(contentType)) {
    const fields = body.split('&')
    const isNamed = credentialsAmong(fields.map((field) => decoded(field.split('=')[0] ?? '')))
    return fields.map((field) => maskField(field, { mask, isNamed })).join('&')
  }
  return maskNamed(body, mask)
}

/**
 * Masks a part of a multipart body. If the part is named like a credential, its whole value is masked. Otherwise, only
 * credentials inside the value are masked. A part with a file is returned unchanged.
 */
function maskPart(part: string, { mask, isNamed }: { mask: string; isNamed: IsCredentialName }): string {
  const name = fieldName(part)
  if (name === undefined) return part
  const start = headEnd(part)
  const value = part.slice(start)
  return part.slice(0, start) + (isSensitiveValue(name, value, isNamed) ? mask : maskNamed(value, mask))
}

const headEnd = (part: string) => part.indexOf('\r\n\r\n') + 4

/** The name of a text field in a part of a multipart body; undefined for a file. */
function fieldName(part: string): string | undefined {
  return /form-data; name="([^"]*)"\r\n/.exec(part.slice(0, headEnd(part)))?.[1]
}

function maskField(field: string, { mask, isNamed }: { mask: string; isNamed: IsCredentialName }): string {
  const equals = field.indexOf('=')
  const name = field.slice(0, Math.max(equals, 0))
  return isSensitiveValue(decoded(name), field.slice(equals + 1), isNamed) ? `${name}=${mask}` : field
}

/** The values of body members that are named like credentials. Values that the model gave in `input` are left out. */
export function bodySecrets({ body, headers }: DraftRequest, input: JsonValue = null): string[] {
  if (!body) return []
  const found = namedIn({ body, headers })
  const isNamed = credentialsAmong(found.map(([name]) => name))
  const secrets = found.flatMap(([name, value]) => (isCredentialValue(name, value, isNamed) ? [value] : []))
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
