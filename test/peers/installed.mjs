// @ts-check
/** What `node scripts/peers.mjs` installs, folder by folder. What takes longer than it tells (`isLarge`) is left to VOICE_TEST_FULL=1. */
import { join } from 'node:path'

const requirements = join(import.meta.dirname, 'python/requirements')

/** Environments of Python: clients that want different versions of one package cannot share one. */
export const PYTHON = [
  { name: 'python', requirements: join(requirements, 'python.txt') },
  { name: 'langchain', requirements: join(requirements, 'langchain.txt') },
  { name: 'semantic-kernel', requirements: join(requirements, 'semantic-kernel.txt'), isLarge: true },
  { name: 'litellm', requirements: join(requirements, 'litellm.txt'), isLarge: true },
]

/** Folders of npm packages. */
export const NPM = [
  {
    name: 'newest',
    packages: [
      'node@24',
      '@openai/agents-realtime@latest',
      '@openai/agents@latest',
      '@openai/agents-extensions@latest',
      'ai@latest',
      '@ai-sdk/openai@latest',
      '@ai-sdk/mcp@latest',
    ],
  },
  {
    name: 'mcp-servers',
    packages: ['everything', 'filesystem', 'memory'].map(
      (name) => `@modelcontextprotocol/server-${name}@2026.8.31`,
    ),
  },
]
