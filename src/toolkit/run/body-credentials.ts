import { isCredentialLike, mentionsCredential } from '../meaning/credential.js'
import { namedValues, replaceNamed } from '../meaning/named-values.js'
import type { JsonValue } from '../model/json.js'
import { type DraftRequest, headerOf } from './wire-request.js'

/** What a name says of a credential rather than holding one: `token_type`, `secret_name`. */
const ABOUT = /(?:type|hint|name|length|policy|method|ur[il])$/i

/** A text field of a multipart body. */
const FIELDS = /(form-data; name="([^"]*)"(?:\r\n[^\r\n]+)*\r\n\r\n)([\s\S]*?)(?=\r\n--)/g

const isNamed = (name: string) => isCredentialLike(name) && !ABOUT.test(name)

/** A body with the values of members that are named like credentials replaced, however short they are. */
export function maskBody(body: string, contentType: string, mask: string): string {
  if (/^multipart\//i.test(contentType)) {
    return body.replace(
      FIELDS,
      (_, head: string, name: string, value: string) => head + (isNamed(name) ? mask : maskText(value, mask)),
    )
  }
  if (isForm(contentType)) {
    return body.replace(/([^&=]+)=([^&]+)/g, (whole, name: string) =>
      isNamed(decoded(name)) ? `${name}=${mask}` : whole,
    )
  }
  return maskText(body, mask)
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
  const found: [name: string, value: string][] = []
  if (body?.mode === 'urlencoded') for (const { key, value } of body.fields) found.push([key, value])
  else if (body?.mode === 'formdata')
    for (const { key, value } of body.parts) found.push([key, value], ...membersOf(value))
  else if (body?.mode === 'graphql') found.push(...membersOf(body.variables), ...membersOf(body.query))
  else if (body?.mode === 'raw') {
    const isFormText = isForm(headerOf(headers, 'content-type') ?? '')
    found.push(...(isFormText ? new URLSearchParams(body.text) : membersOf(body.text)))
  }
  const secrets = found.flatMap(([name, value]) => (value && isNamed(name) ? [value] : []))
  if (secrets.length === 0) return secrets
  const given = new Set(
    leavesOf(input).flatMap((leaf) => [leaf, ...membersOf(leaf).map(([, value]) => value)]),
  )
  return secrets.filter((secret) => !given.has(secret))
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
