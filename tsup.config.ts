import { readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'
import { defineConfig, type Options } from 'tsup'
import { version } from './package.json'
import { styleText } from './scripts/style-text.mjs'

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

/** Modules of Node have no effect when they are loaded, so a program need not load one that it does not use. */
const builtinsWithoutEffect: Plugin = {
  name: 'builtins-without-effect',
  setup(build) {
    build.onResolve({ filter: /^node:/ }, ({ path }) => ({ path, external: true, sideEffects: false }))
  },
}

/** Files of a command that import later what a program of one command can import at once. */
const LATER =
  /src.(cli.(load[\w-]*|commands.(serve|validate)|validate.run)|toolkit.validate.reporters.table)\.ts$/

/**
 * Imports at once what these files import later: the command itself, what reads a collection, the reporters. Each part
 * that stands alone splits what it shares with others into more files.
 */
const importAtOnce: Plugin = {
  name: 'import-at-once',
  setup(build) {
    build.onLoad({ filter: LATER }, ({ path }) => {
      const imports: string[] = []
      const source = readFileSync(path, 'utf8').replace(/\bimport\(\s*('[^']+')\s*\)/g, (_, from: string) => {
        const name = `__later${imports.length}`
        imports.push(`import * as ${name} from ${from}`)
        return name
      })
      return { contents: [source, ...imports].join('\n'), loader: 'ts' }
    })
  },
}

/**
 * Commander loads `node:child_process` at its start, for commands that are programs of their own. `voice` has no such
 * command, so a program that must start fast loads the module only when it is used.
 */
const laterChildProcess: Plugin = {
  name: 'later-child-process',
  setup(build) {
    build.onLoad({ filter: /node_modules.commander.lib.command\.js$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8')
      const atStart = "const childProcess = require('node:child_process');"
      if (!source.includes(atStart)) throw new Error(`${path} loads node:child_process in another way now`)
      return {
        contents: source.replace(atStart, '').replaceAll('childProcess.', "require('node:child_process')."),
      }
    })
  },
}

/**
 * The MCP SDK brings a validator of JSON Schema for forms with fields, which is larger than the rest of the SDK. The
 * server asks only for yes or no, so it never validates a form, and the client has a validator of its own.
 */
const withoutFormValidator: Plugin = {
  name: 'without-form-validator',
  setup(build) {
    const namespace = 'without-form-validator'
    build.onResolve({ filter: /^@modelcontextprotocol\/(server|client)\/_shims$/ }, ({ path }) => ({
      path,
      namespace,
    }))
    build.onLoad({ filter: /./, namespace }, () => ({
      contents:
        "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}; export const CORS_IS_POSSIBLE = false",
      resolveDir: '.',
    }))
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
  dts: false,
  metafile: false,
  esbuildPlugins: [styleText],
} satisfies Options

/** A classic script that needs nothing beside it. It has no `import.meta`. */
const script = {
  ...browser,
  format: 'iife',
  minify: true,
  define: { 'import.meta.url': 'document.currentScript.src' },
  outExtension: () => ({ js: '.js' }),
} satisfies Options

/** The modules of `voice/client`, `voice/react` and `voice/react-native`. */
const clientModules = {
  index: 'src/client/index.ts',
  'audio/index': 'src/client/audio/index.ts',
  'overlay/index': 'src/client/overlay/index.ts',
  element: 'src/client/element.ts',
  'react/index': 'src/client/react/index.ts',
  'react/native': 'src/client/react/native.ts',
}

const client: Options[] = [
  // In several files, of which a bundler leaves out what a page does not use. What settings and a client in text need are files of their own.
  {
    ...browser,
    entry: { ...clientModules, config: 'src/client/config.ts', 'voice-client': 'src/client/voice-client.ts' },
    format: 'esm',
    splitting: true,
    clean: ['{chunk,refusal,run-tool,voice-call}-*.js', '**/*.d.ts'],
    external: [/^react/],
    // scripts/client-types.mjs adds the types of the protocol, which come from `openai`.
    dts: { entry: clientModules },
  },
  {
    ...script,
    entry: { 'voice-sdk': 'src/client/index.ts' },
    globalName: 'VoiceSDK',
    footer: { js: 'VoiceSDK.defineVoiceAgent()' },
  },
  { ...script, entry: { 'voice-worklet': 'src/client/audio/worklet.ts' } },
]

/** Programs that run in processes and threads of their own. They stand beside the code that starts them. */
const engines = {
  // Local speech models.
  'speech-engine': 'src/server/providers/speech/sherpa/engine-program.ts',
  // Judges turns by their sound.
  'turn-engine': 'src/server/providers/speech/smart-turn/turn-engine.ts',
  // Reads large answers of APIs.
  'answer-engine': 'src/toolkit/run/shape/answer-engine.ts',
}

const node = {
  entry: {
    index: 'src/index.ts',
    'toolkit/index': 'src/toolkit/index.ts',
    'toolkit/run/index': 'src/toolkit/run/index.ts',
    'server/index': 'src/server/index.ts',
    'testing/index': 'src/testing/index.ts',
    program: 'src/cli/program.ts',
    ...engines,
  },
  format: 'esm',
  target: 'node20',
  platform: 'node',
  splitting: true,
  clean: ['!client/**', '!cli/**', '!serve/**'],
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
  // Else a pattern with \p{…} inside a function is read anew with each call: esbuild does not trust older engines with newer names.
  esbuildOptions(options: BuildOptions) {
    options.supported = { 'regexp-unicode-property-escapes': true }
  },
  define: { __VERSION__: JSON.stringify(version) },
  // Bundled ESM still meets `require` inside CommonJS packages.
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  // Ink asks for it only when DEV=true is set.
  external: ['react-devtools-core'],
  esbuildPlugins: [reactForUsers, withoutFormValidator],
  // React is a peer of `voice/react`, and part of the terminal chat.
  noExternal: ['graphql', 'openai', 'postman-collection-transformer', /^react(\/|$)/],
} satisfies Options

/**
 * A command again, in as few files as can be: the parts that commands share are many small files, and to find and open
 * them took longer than to run them.
 */
const ownProgram = (command: string, others: Record<string, string> = {}): Options => ({
  ...node,
  entry: { program: `src/cli/${command}/program.ts`, ...others },
  outDir: `dist/${command}`,
  clean: true,
  dts: false,
  // Else tsup resolves these modules itself.
  removeNodeProtocol: false,
  // Node reads a shorter text sooner. Names stay, for the stack that VOICE_DEBUG=1 shows.
  esbuildOptions(options) {
    node.esbuildOptions(options)
    options.minifyWhitespace = true
    options.minifySyntax = true
  },
  // The packages of the start: Node takes long to find each file of a package and the names that it exports.
  noExternal: [...node.noExternal, 'commander', 'ws', 'aws4', 'minisearch', 'any-ascii'],
  esbuildPlugins: [...node.esbuildPlugins, builtinsWithoutEffect, importAtOnce, laterChildProcess],
})

/** What runs in CommonJS, which Node starts sooner: the folder `dist/cli`. */
const commonJs = {
  format: 'cjs',
  splitting: false,
  banner: {},
  outExtension: () => ({ js: '.js' }),
} satisfies Options

/** A program in one file, so that its compiled code can be kept: see `cli/compiled-code`. */
const singleFile = (command: string): Options => {
  const program = ownProgram(command)
  return {
    ...program,
    ...commonJs,
    outDir: `dist/cli/${command}`,
    esbuildOptions(options, context) {
      program.esbuildOptions?.(options, context)
      // CommonJS has no `import.meta`. Packages only pass its address to `createRequire`, which also takes a path.
      options.define = { ...options.define, 'import.meta.url': '__filename' }
      // Kept code cannot import. What it would import are modules of Node only.
      options.supported = { ...options.supported, 'dynamic-import': false }
    },
  }
}

/** Programs in ES modules, beside `dist/cli`. */
const modulePrograms: Plugin = {
  name: 'module-programs',
  setup(build) {
    build.onResolve({ filter: /^\.\/(serve\/)?program\.js$/ }, ({ path }) => ({
      path: `.${path}`,
      external: true,
    }))
  },
}

/** The file of the command `voice`. */
const main: Options = {
  ...node,
  ...commonJs,
  entry: { main: 'src/cli/main.ts' },
  outDir: 'dist/cli',
  clean: false,
  dts: false,
  metafile: false,
  esbuildPlugins: [modulePrograms],
  onSuccess: async () => writeFileSync('dist/cli/package.json', '{ "type": "commonjs" }\n'),
}

export default defineConfig([
  node,
  main,
  singleFile('validate'),
  singleFile('tools'),
  ownProgram('serve', engines),
  ...client,
])
