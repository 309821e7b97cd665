import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { MockRequest } from '../compare-request.js'
import type { GeneratedAnswer } from './classify.js'
import { makeValue } from './make-value.js'

const SOAP_1_2 = 'http://www.w3.org/2003/05/soap-envelope'
const SOAP_1_1 = 'http://schemas.xmlsoap.org/soap/envelope/'

/** Matches a verb in the name of an operation. The rest of the name is the noun: `Price` in `GetPrice`. */
const VERB = /^(?:get|list|find|search|read|query|fetch|lookup)$/

/**
 * The answer to a SOAP request, in the same SOAP version; `undefined` for other requests. The response element
 * (`AddResponse` for `Add` or `AddRequest`) contains one result.
 */
export function soapAnswer({ body }: Pick<MockRequest, 'body'>): GeneratedAnswer | undefined {
  const envelope = tagAt(body, 'Envelope')
  const operation = envelope && tagAt(body, 'Body', envelope.end)
  const asked = operation && firstTag(body, operation.end)
  if (!asked) return undefined
  const is12 = body.includes(SOAP_1_2)
  const local = asked.name.slice(asked.name.indexOf(':') + 1)
  const prefix = asked.name.slice(0, asked.name.length - local.length)
  const base = local.endsWith('Request') && local.length > 7 ? local.slice(0, -7) : local
  const noun = wordsOf(base).filter((word) => !VERB.test(word))
  const value = makeValue({ name: noun.join('_') || base, samples: [], index: 0, noun: noun.at(-1) ?? base })
  const response = `${prefix}${base}Response`
  const result = `<${prefix}${base}Result>${escaped(String(value))}</${prefix}${base}Result>`
  return {
    status: 200,
    headers: [],
    type: is12 ? 'application/soap+xml; charset=utf-8' : 'text/xml; charset=utf-8',
    body: [
      '<?xml version="1.0" encoding="utf-8"?>',
      `<soap:Envelope xmlns:soap="${is12 ? SOAP_1_2 : SOAP_1_1}"><soap:Body>`,
      `<${response}${namespacesOf(body, { asked, prefix })}>${result}</${response}>`,
      '</soap:Body></soap:Envelope>\n',
    ].join('\n'),
  }
}

interface Tag {
  /** The name, including its namespace prefix. */
  name: string
  attributes: string
  end: number
}

/** The first tag with a local name and any prefix; `undefined` if there is none. */
function tagAt(text: string, local: string, from = 0): Tag | undefined {
  for (let at = text.indexOf(local, from); at >= 0; at = text.indexOf(local, at + 1)) {
    const start = text.lastIndexOf('<', at)
    const before = start < from ? '?' : text.slice(start + 1, at)
    if (!/^(?:[\w.-]{1,60}:)?$/.test(before.slice(0, 80))) continue
    return firstTag(text, start)
  }
  return undefined
}

/** The next opening tag. `undefined` if there is none, or if a comment or an end tag comes first. */
function firstTag(text: string, from: number): Tag | undefined {
  const start = text.indexOf('<', from)
  const end = text.indexOf('>', start)
  if (start < 0 || end < 0) return undefined
  const inside = text.slice(start + 1, text[end - 1] === '/' ? end - 1 : end)
  const name = /^[\w.:-]{1,200}/.exec(inside)?.[0]
  return name === undefined ? undefined : { name, attributes: inside.slice(name.length), end: end + 1 }
}

/**
 * The namespace declaration for the response element. It is copied from the requested element. If that element has a
 * prefix but no declaration, the first declaration of the prefix in the request is copied. `''` if there is none.
 */
function namespacesOf(body: string, { asked, prefix }: { asked: Tag; prefix: string }): string {
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`
  const own =
    valueAfter(asked.attributes, `${name}=`) ?? (prefix === '' ? undefined : valueAfter(body, `${name}=`))
  return own === undefined ? '' : ` ${name}="${own}"`
}

function valueAfter(text: string, key: string): string | undefined {
  const at = text.indexOf(key)
  if (at < 0) return undefined
  const quote = text[at + key.length]!
  const end = text.indexOf(quote, at + key.length + 1)
  return end < 0 || !/["']/.test(quote) ? undefined : text.slice(at + key.length + 1, end).replaceAll('"', '')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
