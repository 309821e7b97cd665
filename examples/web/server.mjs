// A shop with its agent on one address. Start `voice mock` too: it answers the requests. Run it with `node server.mjs`.
// LLM_API_KEY brings a language model and STT_API_KEY speech recognition of OpenAI, TTS_API_KEY a voice of Deepgram.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { AgentSession, createApp, loadEnv, RESTAPIToolkit, serviceKeyValidator } from 'voice'

const env = loadEnv()
const key = env.SERVICE_API_KEY ?? 'demo-api-key'
const toolkit = await RESTAPIToolkit.fromApiCollection({
  collectionPath:
    process.env.COLLECTION ?? fileURLToPath(new URL('../petshop/postman.json', import.meta.url)),
  baseUrl: env.API_BASE_URL,
})
const agentSession = new AgentSession({
  llm: env.LLM_API_KEY ? 'openai/gpt-6-luna' : 'builtin/router',
  stt: env.STT_API_KEY ? 'openai/gpt-transcribe:en' : null,
  tts: env.TTS_API_KEY ? 'deepgram/aura-2:thalia-en' : null,
  tools: [toolkit],
})
const app = createApp({ apiKeyValidator: serviceKeyValidator(), agentSession })

const FILES = { '/': 'index.html', '/app.js': 'app.js', '/style.css': 'style.css' }
const TYPES = { html: 'text/html', js: 'text/javascript', css: 'text/css' }
/** Nothing from elsewhere; docs/client.md explains each part. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

const server = createServer(async (request, response) => {
  const file = FILES[request.url]
  if (request.method === 'POST' && request.url === '/key') return mintKey(response)
  if (!file) return app.handler(request, response)
  const text = await readFile(new URL(file, import.meta.url))
  const type = `${TYPES[file.split('.')[1]]}; charset=utf-8`
  response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(text)
})
server.on('upgrade', app.handleUpgrade)
server.on('error', ({ message }) => {
  console.error(`${message}. The environment variable PORT sets another port.`)
  process.exit(1)
})
server.listen(Number(process.env.PORT ?? 8000), '127.0.0.1', () => {
  console.log(`${toolkit.getFunctions().length} tools. Open http://127.0.0.1:${server.address().port}`)
})

/** Ask here who the visitor is before you give out a key; `identity` binds it to one person. */
async function mintKey(response) {
  const answer = await fetch(`http://127.0.0.1:${server.address().port}/v1/realtime/client_secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ expires_after: { seconds: 600 } }),
  })
  response.writeHead(answer.status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(await answer.text())
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await app.close()
    server.close()
    server.closeAllConnections()
  })
}
