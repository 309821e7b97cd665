import { defineConfig } from 'tsup'
import { version } from './package.json'

/** Templates are text: they are inlined so that the installed package reads no file of its own. */
const templates = { '.md': 'text', '.txt': 'text' } as const

export default defineConfig({
  entry: {
    index: 'src/index.ts',
    'toolkit/index': 'src/toolkit/index.ts',
    'toolkit/run/index': 'src/toolkit/run/index.ts',
    'server/index': 'src/server/index.ts',
    'testing/index': 'src/testing/index.ts',
    'cli/main': 'src/cli/main.ts',
  },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  clean: true,
  metafile: true,
  sourcemap: false,
  dts: {
    entry: {
      index: 'src/index.ts',
      'toolkit/index': 'src/toolkit/index.ts',
      'toolkit/run/index': 'src/toolkit/run/index.ts',
      'server/index': 'src/server/index.ts',
      'testing/index': 'src/testing/index.ts',
    },
  },
  loader: templates,
  define: { __VERSION__: JSON.stringify(version) },
  // Bundled ESM still meets `require` inside CommonJS packages.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  noExternal: ['openai', 'postman-collection-transformer'],
})
