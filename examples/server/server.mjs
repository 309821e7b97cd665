// A server of your own: the tools of a collection, an agent, and an address to connect to. Run it with `node server.mjs`.
import { AgentSession, createApp, loadEnv, RESTAPIToolkit, serviceKeyValidator } from 'voice'

const env = loadEnv()
const toolkit = await RESTAPIToolkit.fromApiCollection({
  collectionPath: process.env.COLLECTION ?? 'postman.json',
  baseUrl: env.API_BASE_URL,
})
const agentSession = new AgentSession({
  llm: env.LLM_API_KEY ? 'openai/gpt-6-luna' : 'builtin/router',
  tools: [toolkit],
  instructions: 'Use your REST API tools for API requests.',
})
const app = createApp({ apiKeyValidator: serviceKeyValidator(), agentSession })
process.once('SIGTERM', () => app.close())
process.once('SIGINT', () => app.close())

const { url } = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 8000) })
console.log(`${toolkit.getFunctions().length} tools, ${url}`)
