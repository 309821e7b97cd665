import { basename, dirname } from 'node:path'
import type { Plugin } from 'esbuild'
import { defineConfig, type Options } from 'tsup'
import { version } from './package.json'

/** React has a slow build for developers beside the one for users; here both are the latter, whatever NODE_ENV says. */
const reactForUsers: Plugin = {
  name: 'react-for-users',
  setup(build) {
    build.onLoad(
      { filter: /node_modules.(react|react-reconciler|scheduler).cjs.[^/\\]*\.development\.js$/ },
      (file) => {
        const name = basename(file.path).replace('development', 'production')
        return { contents: `module.exports = require('./${name}')`, resolveDir: dirname(file.path) }
      },
    )
  },
}

/** Templates are text: they are inlined so that the installed package reads no file of its own. */
const templates = { '.md': 'text', '.txt': 'text' } as const

/** What every file for browsers has in common. They stand in a folder of their own, which the build of the rest leaves alone. */
const browser = {
  outDir: 'dist/client',
  platform: 'browser',
  target: 'es2022',
  splitting: false,
  clean: false,
  // The types are made with those of the rest.
  dts: false,
  metafile: false,
} as const

/** A classic script that needs nothing beside it. It has no `import.meta`. */
const script = {
  ...browser,
  format: 'iife',
  minify: true,
  define: { 'import.meta.url': 'document.currentScript.src' },
  outExtension: () => ({ js: '.js' }),
} satisfies Options

const client: Options[] = [
  { ...browser, entry: { index: 'src/client/index.ts' }, format: 'esm' },
  { ...script, entry: { 'voice-sdk': 'src/client/index.ts' }, globalName: 'VoiceSDK' },
  { ...script, entry: { 'voice-worklet': 'src/client/audio/worklet.ts' } },
]

/** How `cli/main` names the program of `voice validate`, which has files of its own. */
const VALIDATE_PROGRAM = './validate/program.js'

const node = {
  entry: {
    index: 'src/index.ts',
    'toolkit/index': 'src/toolkit/index.ts',
    'toolkit/run/index': 'src/toolkit/run/index.ts',
    'server/index': 'src/server/index.ts',
    'testing/index': 'src/testing/index.ts',
    'cli/main': 'src/cli/main.ts',
    // The program of the processes in which local speech models run.
    'speech-engine': 'src/server/providers/speech/sherpa/engine-program.ts',
    // The program of the thread that judges turns by their sound.
    'turn-engine': 'src/server/providers/speech/smart-turn/turn-engine.ts',
    // The program of the thread that reads large answers of APIs.
    'answer-engine': 'src/toolkit/run/shape/answer-engine.ts',
  },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  clean: ['!client/**', '!cli/validate/**'],
  metafile: true,
  sourcemap: false,
  dts: {
    entry: {
      index: 'src/index.ts',
      'toolkit/index': 'src/toolkit/index.ts',
      'toolkit/run/index': 'src/toolkit/run/index.ts',
      'server/index': 'src/server/index.ts',
      'client/index': 'src/client/index.ts',
      'testing/index': 'src/testing/index.ts',
    },
  },
  loader: templates,
  // Else a pattern with \p{…} inside a function is read anew with each call: esbuild does not trust older engines with newer names.
  esbuildOptions(options) {
    options.supported = { 'regexp-unicode-property-escapes': true }
  },
  define: { __VERSION__: JSON.stringify(version) },
  // Bundled ESM still meets `require` inside CommonJS packages.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  // Ink asks for it only when DEV=true is set.
  external: ['react-devtools-core', VALIDATE_PROGRAM],
  esbuildPlugins: [reactForUsers],
  noExternal: ['graphql', 'openai', 'postman-collection-transformer'],
} satisfies Options

/**
 * `voice validate` again, without the parts that it shares with other commands: shared parts are many small files, and to find and open
 * them took longer than to run them.
 */
const validate: Options = {
  ...node,
  entry: { program: 'src/cli/validate/program.ts' },
  outDir: 'dist/cli/validate',
  clean: true,
  dts: false,
  noExternal: [...node.noExternal, 'commander'],
}

export default defineConfig([node, validate, ...client])
