import { Parser } from 'htmlparser2'
import { escapeXml } from '../../../text/escape-xml.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { MockRequest } from '../compare-request.js'
import type { GeneratedAnswer } from './classify.js'
import { makeValue } from './make-value.js'

const SOAP_1_2 = 'http://www.w3.org/2003/05/soap-envelope'
const SOAP_1_1 = 'http://schemas.xmlsoap.org/soap/envelope/'

/** Matches a verb in the name of an operation. The rest of the name is the noun: `Price` in `GetPrice`. */
const VERB = /^(?:get|list|find|search|read|query|fetch|lookup)$/

/** The answer to a SOAP request in its version: `AddResponse` for `Add` or `AddRequest`, with one result. */
export function soapAnswer({ body }: Pick<MockRequest, 'body'>): GeneratedAnswer | undefined {
  const asked = operationIn(body)
  if (!asked) return undefined
  const is12 = body.includes(SOAP_1_2)
  const { prefix, local, namespace } = asked
  const base = local.endsWith('Request') && local.length > 7 ? local.slice(0, -7) : local
  const noun = wordsOf(base).filter((word) => !VERB.test(word))
  const value = makeValue({ name: noun.join('_') || base, samples: [], index: 0, noun: noun.at(-1) ?? base })
  const response = `${prefix}${base}Response`
  const result = `<${prefix}${base}Result>${escapeXml(String(value))}</${prefix}${base}Result>`
  return {
    status: 200,
    headers: [],
    type: is12 ? 'application/soap+xml; charset=utf-8' : 'text/xml; charset=utf-8',
    body: [
      '<?xml version="1.0" encoding="utf-8"?>',
      `<soap:Envelope xmlns:soap="${is12 ? SOAP_1_2 : SOAP_1_1}"><soap:Body>`,
      `<${response}${namespace}>${result}</${response}>`,
      '</soap:Body></soap:Envelope>\n',
    ].join('\n'),
  }
}

/** The element that a SOAP request has in its body. */
interface Operation {
  prefix: string
  local: string
  /** The declaration of its namespace, from the element itself or from one around it; `''` if there is none. */
  namespace: string
}

const MAX_HEAD = 65_536

function operationIn(body: string): Operation | undefined {
  if (!body.includes('Envelope')) return undefined
  const path: string[] = []
  const declared: Record<string, string> = {}
  let found: Operation | undefined
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const local = name.slice(name.indexOf(':') + 1)
        const isInBody = path.length === 2 && path[0] === 'Envelope' && path[1] === 'Body'
        if (path.length === 0 || local === 'Body' || isInBody) Object.assign(declared, attributes)
        path.push(local)
        if (found || !isInBody || !/^[\w.:-]{1,200}$/.test(name)) return
        const prefix = name.slice(0, name.length - local.length)
        const attribute = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`
        const uri = declared[attribute]
        found = { prefix, local, namespace: uri === undefined ? '' : ` ${attribute}="${escapeXml(uri)}"` }
      },
      onclosetag: () => void path.pop(),
    },
    { xmlMode: true },
  )
  parser.end(body.slice(0, MAX_HEAD))
  return found
}
