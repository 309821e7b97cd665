import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const NAMES: Record<string, string> = {
  '/voice-sdk.js': 'voice-sdk.js',
  '/voice-worklet.js': 'voice-worklet.js',
}

/** Folders with the browser client: next to this file in a build, `dist` when running from source. */
const FOLDERS = ['./client/', '../client/', '../../../dist/client/']

interface ClientFile {
  text: Buffer
  zipped: Buffer
  etag: string
}

const files = new Map<string, Promise<ClientFile>>()

/**
 * Serves the files of the browser client to any origin; returns false for other paths. A page that checks a file with
 * Subresource Integrity can use it only with the CORS header.
 */
export async function sendClientFile(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const name = NAMES[(request.url ?? '').split('?')[0] ?? '']
  if (name === undefined || !['GET', 'HEAD'].includes(request.method ?? '')) return false
  const path = pathOf(name)
  if (path === undefined) return false
  const loading = files.get(path) ?? load(path)
  files.set(path, loading)
  const file = await loading.catch(() => undefined)
  if (!file) files.delete(path)
  else send(request, response, file)
  return file !== undefined
}

function send(request: IncomingMessage, response: ServerResponse, { text, zipped, etag }: ClientFile): void {
  const zips = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = zips ? zipped : text
  const isKnown = (request.headers['if-none-match'] ?? '').includes(etag)
  response.writeHead(isKnown ? 304 : 200, {
    ETag: `"${etag}"`,
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ...(!isKnown && {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Content-Length': body.length,
      ...(zips && { 'Content-Encoding': 'gzip' }),
    }),
  })
  response.end(isKnown || request.method === 'HEAD' ? undefined : body)
}

async function load(path: string): Promise<ClientFile> {
  const text = await readFile(path)
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { text, zipped: await promisify(gzip)(text, { level: 9 }), etag }
}

function pathOf(name: string): string | undefined {
  return FOLDERS.map((folder) => fileURLToPath(new URL(folder + name, import.meta.url))).find(existsSync)
}
