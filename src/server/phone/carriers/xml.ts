import type { HttpAnswer } from '../../http/http-answer.js'

/** The response of a route with an XML document. */
export const xmlAnswer = (xml: string): HttpAnswer => ({
  status: 200,
  body: { text: `<?xml version="1.0" encoding="UTF-8"?>${xml}`, type: 'text/xml; charset=utf-8' },
})

/**
 * The response that connects a call to a media stream and hangs up when the stream ends. The token is a separate
 * parameter, because the URL of a stream may have no query.
 */
export function connectStream(
  { url, token }: { url: string; token: string },
  attributes: Readonly<Record<string, string>>,
): HttpAnswer {
  const all = Object.entries({ url, ...attributes }).map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
  const parameter = `<Parameter name="token" value="${escapeXml(token)}"/>`
  return xmlAnswer(
    `<Response><Connect><Stream${all.join('')}>${parameter}</Stream></Connect><Hangup/></Response>`,
  )
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!)
