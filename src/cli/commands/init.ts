import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import petshop from '../../../examples/petshop/postman.json'
import { version } from '../../../package.json'
import env from '../../../templates/init/env.txt'
import gitignore from '../../../templates/init/gitignore.txt'
import page from '../../../templates/init/page.txt'
import readme from '../../../templates/init/readme.md'
import server from '../../../templates/init/server.txt'
import workflow from '../../../templates/init/workflow.txt'
import { VoiceError } from '../../errors.js'
import { makeFolder } from '../../make-folder.js'
import { silentLogger as logger } from '../../ports.js'
import { npmCommand, npmEnvironment } from '../../server/providers/speech/models/npm-file.js'
import { trimOf } from '../../text/trim.js'
import { parseCollection } from '../../toolkit/collection/parse-collection.js'
import { RESTAPIToolkit } from '../../toolkit/rest-api-toolkit.js'
import { startOwnMock } from '../create-toolkit.js'
import { writeOutput } from '../files.js'
import { createOutput, type ExitCode, type OutputOptions, shellQuoted, shellWord } from '../output.js'
import { findExampleQuestion } from '../serve/find-example-question.js'

interface InitOptions extends OutputOptions {
  force?: boolean
}

export async function init(folder: string, options: InitOptions): Promise<ExitCode> {
  const out = createOutput(options)
  const { files, packed, version } = await writeStarter(folder, { force: options.force === true })
  if (options.format === 'json') {
    out.printJson({ folder, files })
    return 0
  }
  for (const file of files) out.print(`${out.paint.green('+')} ${file}`)
  if (!packed)
    out.warn(
      `This copy of voice could not be packed; put voice-${version}.tgz into ${folder}/vendor yourself, with \`npm pack\` in a checkout.`,
    )
  const question = await findFirstQuestion()
  const enter = folder === '.' ? [] : [`  cd ${shellWord(folder)}`]
  out.print(
    [
      '',
      'Next:',
      ...enter,
      '  npm install',
      '  npm run mock',
      '  npm start          (in a second terminal)',
      ...(question === undefined ? [] : ['', `Try: npx voice chat --message ${shellQuoted(question)}`]),
    ].join('\n'),
  )
  return 0
}

interface WrittenStarter {
  files: string[]
  /** Whether npm could pack this copy of `voice` into the project. */
  packed: boolean
  version: string
}

/** Files and folders that the project folder may contain before the starter project is written. They stay unchanged. */
const HARMLESS: ReadonlySet<string> = new Set(['.git', '.DS_Store', '.idea', '.vscode'])

/** Writes a starter project. Throws `folder-not-empty` if the folder contains other files and `force` is false. */
async function writeStarter(folder: string, { force }: { force: boolean }): Promise<WrittenStarter> {
  const present = await contentsOf(folder)
  if (present.length > 0 && !force) {
    const shown = present.slice(0, 3).join(', ')
    throw new VoiceError(
      'folder-not-empty',
      `${folder} is not empty (${shown}${present.length > 3 ? ', ...' : ''}). Choose another folder, or add --force to write into it.`,
    )
  }
  const files = starterFiles({ name: nameOf(folder), version })
  for (const { path, text } of files) await writeOutput(join(folder, path), text, { within: folder })
  const packed = await packInto(join(folder, dirname(tarballOf(version))))
  return {
    files: [...files.map(({ path }) => path), ...(packed ? [tarballOf(version)] : [])],
    packed,
    version,
  }
}

async function contentsOf(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => !HARMLESS.has(name))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    const reason = code === 'ENOTDIR' ? 'it is a file' : (error as Error).message
    throw new VoiceError('file-unwritable', `${folder} cannot become a project: ${reason}.`, { cause: error })
  }
}

/** A package name that npm accepts, made from the name of the folder: `My Shop` gives `my-shop`. */
function nameOf(folder: string): string {
  const name = basename(resolve(folder))
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
  return trimOf(name, '._-') || 'my-agent'
}

async function packInto(folder: string): Promise<boolean> {
  const root = packageRoot(fileURLToPath(import.meta.url))
  const args = ['pack', root, '--silent', '--ignore-scripts', '--pack-destination', resolve(folder)]
  try {
    makeFolder(folder)
    await promisify(execFile)(...npmCommand(args), {
      shell: process.platform === 'win32',
      cwd: root,
      env: npmEnvironment(),
    })
    return existsSync(join(folder, `voice-${version}.tgz`))
  } catch {
    return false
  }
}

function packageRoot(from: string): string {
  const folder = dirname(from)
  if (folder === from) throw new Error('the package has no package.json')
  return existsSync(join(folder, 'package.json')) ? folder : packageRoot(folder)
}

interface StarterFile {
  path: string
  text: string
}

/** The path of the packed `voice` in a starter project. npm installs this file, so it needs no registry for `voice`. */
function tarballOf(version: string): string {
  return `vendor/voice-${version}.tgz`
}

function starterFiles({ name, version }: { name: string; version: string }): StarterFile[] {
  return [
    { path: 'package.json', text: json(manifest(name, version)) },
    { path: 'postman.json', text: json(petshop) },
    { path: 'server.mjs', text: server },
    { path: 'index.html', text: page },
    { path: '.env.example', text: env },
    { path: '.gitignore', text: gitignore },
    { path: '.github/workflows/voice.yml', text: workflow },
    { path: 'README.md', text: readme },
  ]
}

function manifest(name: string, version: string): object {
  return {
    name,
    private: true,
    type: 'module',
    scripts: {
      start: 'node server.mjs',
      mock: 'voice mock postman.json',
      test: 'voice validate postman.json',
    },
    dependencies: { voice: `file:${tarballOf(version)}` },
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A question that the starter project answers with data of its mock; undefined if none is found. Never throws. */
export async function findFirstQuestion(): Promise<string | undefined> {
  const collection = parseCollection(petshop)
  try {
    const mock = await startOwnMock(collection)
    try {
      const tools = new RESTAPIToolkit(collection, { baseUrl: mock.url, logger }).getFunctions()
      return await findExampleQuestion(tools, { mayCall: true })
    } finally {
      await mock.close()
    }
  } catch {
    return undefined
  }
}
