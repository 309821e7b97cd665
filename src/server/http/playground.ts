import type { IncomingMessage } from 'node:http'
import page from '../../../templates/playground/page.txt'
import script from '../../../templates/playground/script.txt'
import style from '../../../templates/playground/style.txt'
import { escapeXml } from '../../text/escape-xml.js'
import { isLocalCaller } from './client-address.js'
import type { HttpAnswer } from './http-answer.js'

/** Options of the page at `/`, where users can try the agent. */
export interface PlaygroundOptions {
  /** The demo key, which is public. The page fills it in for users on this machine. @default none */
  demoKey?: string
  /** Returns a question that one of the tools answers. The page suggests it. @default none */
  question?: () => string | undefined
}

/** The page can connect to its own server only, so no key leaks. Older Safari lacks `ws:` in `'self'`. */
function policyFor(host: string): string {
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : ''
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src 'self'${sockets}`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export function playgroundFile(
  request: IncomingMessage,
  { path, demoKey }: { path: string } & PlaygroundOptions,
): HttpAnswer | undefined {
  if (path === '/playground.js') return file(script, 'text/javascript')
  if (path === '/playground.css') return file(style, 'text/css')
  if (path !== '/') return undefined
  const key = demoKey !== undefined && isLocalCaller(request) ? escapeXml(demoKey) : ''
  const answer = file(
    page.replace('{{key}}', () => key),
    'text/html',
  )
  const headers = {
    'Content-Security-Policy': policyFor(request.headers.host ?? ''),
    'Referrer-Policy': 'no-referrer',
    'Permissions-Policy': 'microphone=(self)',
  }
  return { ...answer, headers }
}

function file(text: string, type: string): HttpAnswer {
  return { status: 200, body: { text, type: `${type}; charset=utf-8` } }
}
