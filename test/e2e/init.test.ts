import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { parse } from 'yaml'
import { runProgram, startProgram, voice } from '../support/cli.js'
import { blocksOf, commandsOf } from '../support/documented.js'

const place = mkdtempSync(join(tmpdir(), 'voice-init-'))
const folder = join(place, 'my-agent')
const running: { stop(): Promise<unknown> }[] = []

beforeAll(async () => {
  const { code, stdout } = await voice(['init', 'my-agent'], { cwd: place })
  expect(code).toBe(0)
  expect(stdout).toMatch(/\+ server\.mjs[\s\S]*Next:\n {2}cd my-agent\n {2}npm install/)
  const installed = await runProgram('npm', ['install', '--silent', '--prefer-offline'], { cwd: folder })
  expect(installed).toMatchObject({ code: 0 })
}, 300_000)
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()))
  rmSync(place, { recursive: true })
})

describe('a starter project', () => {
  it('passes its own check and workflow', async () => {
    expect(await runProgram('npm', ['test'], { cwd: folder })).toMatchObject({ code: 0 })
    const { jobs } = parse(readFileSync(join(folder, '.github/workflows/voice.yml'), 'utf8'))
    const runs = jobs.validate.steps.flatMap(({ run }: { run?: string }) => run ?? [])
    expect(runs).toEqual(['npm ci', 'npx voice validate postman.json --format github'])
    expect(await runProgram('sh', ['-c', runs[1]], { cwd: folder })).toMatchObject({ code: 0 })
  })

  it('answers on its page and in the terminal, also with .env.example copied as it is', async () => {
    copyFileSync(join(folder, '.env.example'), join(folder, '.env'))
    const mock = await startProgram(
      /http:\/\/127\.0\.0\.1:\d+/,
      ['npm', 'run', 'mock', '--', '--port', '0'],
      { cwd: folder },
    )
    running.push(mock)
    const env = { PORT: '0', API_BASE_URL: mock.match[0] }
    const server = await startProgram(/9 tools\. Open (http:\/\/127\.0\.0\.1:(\d+))/, ['npm', 'start'], {
      cwd: folder,
      env,
    })
    running.push(server)
    const [, address, port] = server.match as unknown as [string, string, string]
    const second = await runProgram('npm', ['start'], { cwd: folder, env: { ...env, PORT: port } })
    expect(second).toMatchObject({ code: 1, stderr: expect.stringMatching(/in use .*PORT sets another/) })
    expect(second.stderr).not.toContain('    at ')
    const page = await (await fetch(`${address}/`)).text()
    expect(page).toContain('VoiceAgentOverlay.show(document.body, { sessionId })')
    const script = await fetch(`${address}/voice-sdk.js`)
    expect([script.status, await script.text()]).toEqual([200, expect.stringContaining('VoiceSDK')])
    expect((await fetch(`${address}/healthz`)).status).toBe(200)
    expect(await askAsThePageDoes(`ws://127.0.0.1:${port}/ws`, 'list the pets that are available')).toContain(
      'Bella',
    )
    const chat = [
      'voice',
      'chat',
      '--url',
      `ws://127.0.0.1:${port}/ws`,
      '--message',
      'list the available pets',
    ]
    const said = await runProgram('npx', chat, { cwd: folder })
    expect([said.code, said.stdout]).toEqual([0, expect.stringContaining('Bella')])
  })

  it('says every command that its README has', () => {
    const commands = blocksOf(join(folder, 'README.md')).flatMap(commandsOf)
    const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    expect(commands).toEqual([
      'npm install',
      'npm run mock',
      'npm start',
      expect.stringContaining('npx voice chat'),
      'npm test',
    ])
    expect(Object.keys(scripts)).toEqual(['start', 'mock', 'test'])
  })
})

describe('a folder that is not empty', () => {
  it('stays as it is', async () => {
    const { code, stderr } = await voice(['init', 'my-agent'], { cwd: place })
    expect([code, stderr]).toEqual([2, expect.stringMatching(/my-agent is not empty \(.*\)\. .*--force/)])
  })

  it('is written to with --force, and what else is in it stays', async () => {
    mkdirSync(join(place, 'other'))
    writeFileSync(join(place, 'other/notes.md'), 'mine')
    expect(await voice(['init', 'other', '--force', '--format', 'json'], { cwd: place })).toMatchObject({
      code: 0,
    })
    expect(readFileSync(join(place, 'other/notes.md'), 'utf8')).toBe('mine')
  })

  it('is no file', async () => {
    const { code, stderr } = await voice(['init', 'other/notes.md'], { cwd: place })
    expect([code, stderr]).toEqual([2, expect.stringContaining('it is a file')])
  })
})

/** What the page asks, as a stock client would. */
function askAsThePageDoes(url: string, text: string): Promise<string> {
  const socket = new WebSocket(url, ['realtime', 'openai-insecure-api-key.demo-api-key'])
  return new Promise((resolve, reject) => {
    let answer = ''
    socket.on('error', reject)
    socket.on('open', () => {
      const content = [{ type: 'input_text', text }]
      socket.send(
        JSON.stringify({
          type: 'conversation.item.create',
          item: { type: 'message', role: 'user', content },
        }),
      )
      socket.send(JSON.stringify({ type: 'response.create' }))
    })
    socket.on('message', (data) => {
      const event = JSON.parse(String(data))
      if (event.type === 'response.output_text.delta') answer += event.delta
      if (event.type !== 'response.output_text.done') return
      socket.close()
      resolve(answer)
    })
  })
}
