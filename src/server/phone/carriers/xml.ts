import type { HttpAnswer } from '../../http/http-answer.js'

/** An XML document as the answer of a route. */
export const xmlAnswer = (xml: string): HttpAnswer => ({
  status: 200,
  body: { text: `<?xml version="1.0" encoding="UTF-8"?>${xml}`, type: 'text/xml; charset=utf-8' },
})

/**
 * The answer that connects a call to a media stream and hangs up when the stream ends. The address of a stream takes
 * no query, so the token is a separate parameter.
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
