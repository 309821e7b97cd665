import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Finished, runProgram, startProgram } from '../support/cli.js'
import { type Block, blocksOf, commandsOf } from '../support/documented.js'
import { installPacked, type Project } from '../support/packed.js'

/** What a block shows when it works: a pattern for each of its commands. A command that keeps running is stopped when it matched. */
const WANTED: Record<string, RegExp[]> = {
  'README.md#own-file': [/^$/, /nothing found/, /9 tools from postman\.json/],
  'README.md#tools': [/9 tools, about/, /cancel_order/, /GET \S+\/pets\/2/, /^/],
  'README.md#mock': [/examples for all 9 requests/],
  'docs/getting-started.md#prompt': [/^$/],
  'docs/getting-started.md#validate': [/nothing found/, /nothing found/],
  'docs/getting-started.md#tools': [/9 tools, about/, /cancel_order/, /GET \S+\/pets\?status=sold/],
  'docs/getting-started.md#filters': [/4 tools, about/],
  'docs/getting-started.md#serve-mock': [/9 tools from postman\.json/],
  'docs/getting-started.md#serve': [/https:\/\/api\.example\.com for \{\{base_url\}\}/],
}

/** Blocks that another story runs, or that need what a test has not: a key, a second terminal. */
const ELSEWHERE: Record<string, string> = {
  'README.md#first-run': 'below, on another port; scripts/first-light.mjs runs it as it stands',
  'README.md#first-question': 'first-light.test.ts',
  'README.md#install': 'support/packed.ts packs and installs the package',
  'README.md#page': 'readme-page.test.ts',
  'README.md#model': 'needs a key; a stand-in provider answers in bad-input.test.ts',
  'docs/getting-started.md#chat': 'first-light.test.ts',
  'docs/getting-started.md#generate': 'generate.test.ts',
}

/** What a page of a user does with each entry of the client; a wrong type is an error in it. */
const PAGE = `
import { clientTool, VoiceClient, VoiceConfig, type ServerEvent } from 'voice/client'
import { browserAudio } from 'voice/client/audio'
import { VoiceAgentOverlay } from 'voice/client/overlay'
import 'voice/client/element'
const client = new VoiceClient(new VoiceConfig({ serverUrl: 'wss://a/ws', apiKey: 'k', appId: 'a' }), { audio: browserAudio })
client.on('event', ({ event, direction }) => {
  if (direction === 'in' && event.type === 'response.output_text.delta') { const text: string = event.delta; console.log(text) }
})
client.addTools({ show: clientTool({ description: 'Shows.', run: (input: { id: string }) => input.id }) })
const element = document.querySelector('voice-agent')!
element.apiKey = async () => 'key'
element.addEventListener('reply', ({ detail }) => { const text: string = detail.text; console.log(text) })
// @ts-expect-error: the type of the event is not any.
export const wrong: number = ({} as Extract<ServerEvent, { type: 'response.done' }>).response.status
VoiceAgentOverlay.hide()
`

const documents = ['README.md', 'docs/getting-started.md'].map((path) => ({ path, blocks: blocksOf(path) }))
let project: Project

beforeAll(async () => {
  project = await installPacked()
  writeFileSync(join(project.folder, 'openapi.yaml'), 'openapi: 3.0.0\npaths: {}\n')
  mkdirSync(join(project.folder, 'docs'))
  writeFileSync(join(project.folder, 'docs/notes.md'), '# Notes\n')
}, 300_000)
afterAll(() => project?.remove())

/** Runs a command as the shell would; what listens gets free ports, since the usual ones may be taken. */
async function run(command: string, want: RegExp): Promise<void> {
  const listens = /voice (serve|mock)\b/.test(command)
  const line = listens ? `exec ${command} --port 0` : command
  if (!listens) {
    const { code, stdout, stderr }: Finished = await runProgram('sh', ['-c', line], { cwd: project.folder })
    expect([code, stdout], stderr).toEqual([0, expect.stringMatching(want)])
    return
  }
  const running = await startProgram(want, ['sh', '-c', line], { cwd: project.folder })
  await running.stop()
}

describe('the packed package in an empty project', () => {
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
    exports: Record<string, unknown>
    scripts: Record<string, string>
  }
  const installed = () => join(project.folder, 'node_modules')

  it('has every export that it names', async () => {
    // `voice/react` needs React, which only its users install.
    const entries = Object.keys(manifest.exports).filter((name) => !/\.js(on)?$|react/.test(name))
    const names = entries.map((name) => `voice${name.slice(1)}`)
    const program = `for (const name of ${JSON.stringify(names)}) {
      const found = Object.keys(await import(name))
      if (found.length === 0) throw new Error(name + ' exports nothing')
      console.log(name)
    }\n`
    writeFileSync(join(project.folder, 'imports.mjs'), program)
    const { code, stdout, stderr } = await runProgram('node', ['imports.mjs'], { cwd: project.folder })
    expect([code, stdout.trim().split('\n')], stderr).toEqual([0, names])
  })

  it('has types of the client that need no other package', () => {
    const file = join(project.folder, 'page.ts')
    writeFileSync(file, PAGE)
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      ...{ strict: true, noEmit: true, skipLibCheck: false, types: [] },
      // The default of TypeScript 6 and later: also an import without names must find its module.
      noUncheckedSideEffectImports: true,
    }
    const program = ts.createProgram([file], options)
    const problems = ts.getPreEmitDiagnostics(program)
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
  })

  it('runs as npx voice', async () => {
    const { code, stdout } = await runProgram('npx', ['voice', '--version'], { cwd: project.folder })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
  })

  /** Other versions of Node come over the network, so they are tried only where that is wanted. */
  const triesAll = process.env.VOICE_TEST_FULL === '1' || process.env.VOICE_TEST_REQUIRE === 'all'
  it.skipIf(!triesAll).each([20, 22, 24])(
    'runs on Node %i, every export too',
    async (major) => {
      const node = (...args: string[]) =>
        runProgram('npx', ['--yes', `node@${major}`, ...args], { cwd: project.folder })
      expect(await node('--version')).toMatchObject({ stdout: expect.stringMatching(`^v${major}\\.`) })
      expect(await node('imports.mjs')).toMatchObject({ code: 0 })
      const bin = join(installed(), 'voice/dist/cli/main.js')
      expect(await node(bin, 'tools')).toMatchObject({ code: 0, stdout: expect.stringContaining('9 tools') })
    },
    240_000,
  )

  it('lists the files it ships', () => {
    const shipped = readdirSync(join(installed(), 'voice'))
    const wanted =
      'ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md README.md bench deploy dist docs examples package.json schemas templates'.split(
        ' ',
      )
    expect(shipped.filter((name) => !/^LICEN[CS]E/.test(name)).sort()).toEqual(wanted)
    const metadata = readdirSync(join(installed(), 'voice/dist'), { recursive: true, encoding: 'utf8' })
    expect(
      metadata.filter((path) => /\.map$|metafile|\.tsx?$/.test(path) && !path.endsWith('.d.ts')),
    ).toEqual([])
  })

  it('has the pages, the picture and the collection that its README names', () => {
    const text = readFileSync(join(installed(), 'voice/README.md'), 'utf8')
    const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, target]) => target!)
    const missing = links.filter((target) => !existsSync(join(installed(), 'voice', target)))
    expect(links.some((target) => target.endsWith('.png'))).toBe(true)
    expect(missing).toEqual([])
    expect(existsSync(join(installed(), 'voice/examples/petshop/postman.json'))).toBe(true)
  })

  it('has the programs of its threads and processes beside the code that starts them', () => {
    const dist = join(installed(), 'voice/dist')
    const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
    const started = files
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) =>
        Array.from(readFileSync(join(dist, path), 'utf8').matchAll(/"\.\/(\w+-engine\.js)"/g), ([, name]) =>
          join(dirname(path), name!),
        ),
      )
    const names = new Set(started.map((path) => basename(path)))
    expect([...names].sort()).toEqual(['answer-engine.js', 'speech-engine.js', 'turn-engine.js'])
    expect(files).toEqual(expect.arrayContaining(started))
  })

  it('runs no script when it is installed, and has none that npm warns about', () => {
    const scripts = packagesIn(installed()).flatMap(({ name, scripts = {} }) =>
      ['preinstall', 'install', 'postinstall', ...(name === 'voice' ? ['prepare'] : [])]
        .filter((hook) => scripts[hook])
        .map((hook) => `${name}: ${hook}`),
    )
    expect(scripts).toEqual([])
  })

  it('is smaller than newman, everything it needs included', () => {
    const megabytes = sizeOf(installed()) / 1e6
    console.info(`installed: ${megabytes.toFixed(1)} MB in ${packagesIn(installed()).length} packages`)
    expect(megabytes).toBeLessThan(46)
  })
})

describe.each(documents)('$path', ({ path, blocks }) => {
  const named = blocks.filter(({ language }) => language === 'sh')
  const keyOf = ({ id }: Block) => `${path}#${id}`

  it('has no block of commands that nothing runs', () => {
    for (const block of named)
      expect([...Object.keys(WANTED), ...Object.keys(ELSEWHERE)]).toContain(keyOf(block))
  })

  it.each(named.filter((block) => WANTED[keyOf(block)]).map((block) => ({ id: block.id, block })))(
    '$id',
    async ({ block }) => {
      const wants = WANTED[keyOf(block)]!
      const commands = commandsOf(block)
      expect(commands).toHaveLength(wants.length)
      for (const [index, command] of commands.entries()) await run(command, wants[index]!)
    },
    120_000,
  )
})

describe('README.md', () => {
  const text = readFileSync('README.md', 'utf8')
  const code = (id: string) => blocksOf('README.md').find((block) => block.id === id)?.text ?? ''

  it('is short', () => {
    expect(text.split('\n').length).toBeLessThan(200)
  })

  it('links only to files that exist', () => {
    const links = Array.from(text.matchAll(/\]\((?!https?:)([^)#]+)/g), ([, target]) => target!)
    expect(links.filter((target) => !existsSync(target))).toEqual([])
  })

  it('shows a server that runs', async () => {
    const program = `${code('server').replace("host: '0.0.0.0', port: 8000", 'port: 0')}\nconsole.log('up'); await app.close()\n`
    writeFileSync(join(project.folder, 'server.mjs'), program)
    expect(await runProgram('node', ['server.mjs'], { cwd: project.folder })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^The agent listens on ws:\/\/127\.0\.0\.1:\d+\/ws\nup\n$/),
    })
  })

  it('leads to an example server that runs', async () => {
    copyFileSync('examples/server/server.mjs', join(project.folder, 'example.mjs'))
    const running = await startProgram(/9 tools, ws:\/\/127\.0\.0\.1:\d+\/ws/, ['node', 'example.mjs'], {
      cwd: project.folder,
      env: { PORT: '0' },
    })
    expect(await running.stop()).toBe(0)
  })

  it('shows tools for another agent', async () => {
    writeFileSync(join(project.folder, 'tools.mjs'), code('tools-only'))
    const { code: exit, stdout } = await runProgram('node', ['tools.mjs'], { cwd: project.folder })
    expect([exit, stdout.split('\n').length]).toEqual([0, expect.any(Number)])
    expect(stdout).toContain('list_pets Lists the pets')
  })

  it('starts with npm start', async () => {
    const want = /9 tools from examples\/petshop[\s\S]*Try:/
    const running = await startProgram(want, ['sh', '-c', 'exec npm start -- --port 0'], {
      readyWithinMs: 280_000,
    })
    await running.stop()
  }, 300_000)
})

interface InstalledPackage {
  name: string
  scripts?: Record<string, string>
}

/** Every package below a node_modules folder, nested ones included. */
function packagesIn(folder: string): InstalledPackage[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const manifests = paths.filter((path) =>
    /^(.*node_modules\/)?(@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(path),
  )
  return manifests.map((path) => JSON.parse(readFileSync(join(folder, path), 'utf8')))
}

function sizeOf(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.reduce((sum, path) => sum + statSync(join(folder, path)).size, 0)
}
