import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { runProgram, startProgram } from '../support/cli.js'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'voice-deploy-'))
copyFileSync(join(ROOT, 'examples/petshop/postman.json'), join(folder, 'postman.json'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The instructions of the Dockerfile, each on one line. */
const instructions = read('Dockerfile')
  .replaceAll(/\\\n\s*/g, '')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
const finalStage = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM ')))
const listOf = (name: string): string[] => {
  const line = finalStage.findLast((one) => one.startsWith(`${name} `)) ?? ''
  return JSON.parse(line.slice(line.indexOf('['))) as string[]
}

/** A command of a container in this checkout. */
const here = (args: string[], port: number) =>
  args.map((one) =>
    one
      .replace('/app/', `${ROOT}/`)
      .replace('0.0.0.0', '127.0.0.1')
      .replace(/\b8000\b/, String(port)),
  )

/** Runs what a container or a unit runs, until it is healthy, and stops it as they do. */
async function runServer(args: string[]): Promise<{ health: number | null; code: number | null }> {
  const env = { NODE_ENV: 'production', SERVICE_API_KEY: 'a-long-enough-key-of-the-test' }
  const server = await startProgram(/ws:\/\/127\.0\.0\.1:(\d+)\/ws\s/, here(args, 0), { cwd: folder, env })
  const port = Number(server.match[1])
  const [probe = '', ...probeArgs] = here(listOf('HEALTHCHECK'), port)
  const url = finalStage.join('\n').match(/^ENV VOICE_HEALTH_URL=(.*)$/m)?.[1] ?? ''
  const { code: health } = await runProgram(probe, probeArgs, {
    cwd: folder,
    env: { VOICE_HEALTH_URL: here([url], port)[0]! },
  })
  const code = await server.stop()
  return { health, code }
}

describe('the Dockerfile', () => {
  it('runs a server that is healthy and stops in order', async () => {
    expect(await runServer([...listOf('ENTRYPOINT'), ...listOf('CMD')])).toEqual({ health: 0, code: 0 })
  })

  it('names versions, runs as a user of its own, and takes only what the final stage needs', () => {
    for (const line of instructions.filter((one) => one.startsWith('FROM '))) expect(line).toMatch(/:\d+/)
    expect(finalStage).toContain('USER node')
    expect(finalStage.filter((line) => line.startsWith('RUN '))).toEqual([])
    const copied = finalStage.flatMap((line) => /^COPY --from=build \S+ \/app\/(\S+)/.exec(line)?.[1] ?? [])
    expect(copied).toEqual(['package.json', 'node_modules', 'dist'])
  })

  it('builds by scripts of the package', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = instructions.flatMap((line) =>
      [...line.matchAll(/npm run (\S+)/g)].map(([, name]) => name!),
    )
    expect(named).toEqual(['build:programs'])
    for (const name of named) expect(scripts).toHaveProperty(name)
  })

  it('leaves secrets and builds of the machine out', () => {
    const ignored = read('.dockerignore').split('\n')
    expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', '.git', 'node_modules', 'dist']))
  })
})

it('the compose file starts the same program, with Redis as the store', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: Record<string, { command: string[]; image?: string; depends_on?: object }>
  }
  expect(services.voice!.command).toEqual(expect.arrayContaining(['serve', '--store=redis://redis:6379']))
  expect(services.voice!.depends_on).toHaveProperty('redis')
  expect(services.redis!.image).toMatch(/^redis:\d/)
})

it('the systemd unit runs a server that is healthy and stops in order', async () => {
  const [, line = ''] = /^ExecStart=(.*)$/m.exec(read('deploy/voice.service')) ?? []
  const [node, credential = '', main, ...args] = line.split(' ')
  expect([node, main]).toEqual(['/usr/bin/node', 'node_modules/voice/dist/cli/main.js'])
  writeFileSync(join(folder, 'env'), 'SERVICE_API_KEY=a-long-enough-key-of-the-unit\n')
  const program = [process.execPath, credential.replace('%d', folder), '/app/dist/cli/main.js']
  expect(await runServer([...program, ...args])).toEqual({ health: 0, code: 0 })
})
