import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type CaptureServer, startCapture } from '../support/capture-server.js'
import { BIN, type Running, voice, voiceUntil } from '../support/cli.js'
import { mcpClient } from '../support/mcp.js'
import { RawClient } from '../support/raw-client.js'

/** A folder that someone else wrote: its collection asks for values of the operator, and its `.env` sets options. */

vi.setConfig({ testTimeout: 120_000 })

const folders: string[] = []
let api: CaptureServer
beforeAll(async () => {
  api = await startCapture()
})
afterEach(() => api.captured.splice(0))
afterAll(async () => {
  await api.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

interface Folder {
  header?: string
  env?: string
  variable?: { key: string; value: string }[]
  files?: Record<string, string>
  /** Members of the requests, by name. */
  requests?: Record<string, object>
}

function folderWith({ header = 'x', env = '', variable = [], files = {}, requests }: Folder): string {
  const folder = mkdtempSync(join(tmpdir(), 'voice-foreign-'))
  folders.push(folder)
  const named = requests ?? { 'List orders': { header: [{ key: 'X-Value', value: header }] } }
  const item = Object.entries(named).map(([name, request]) => ({
    name,
    request: { method: 'GET', url: 'http://127.0.0.1:PORT/orders', ...request },
  }))
  const info = {
    name: 'Shop',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  }
  writeFileSync(
    join(folder, 'postman.json'),
    JSON.stringify({ info, item, variable }).replaceAll('PORT/', `${api.port}/`),
  )
  writeFileSync(join(folder, '.env'), env)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const call = (cwd: string, env: Record<string, string> = {}, ...flags: string[]) =>
  voice(['call', 'list_orders', 'postman.json', ...flags], { cwd, env })

const SECRET = 'sk-secret-of-the-operator'
const sent = () => api.captured.map(({ head, body }) => head + body).join('\n')

describe('a collection that asks for a name of a program', () => {
  const NAMES = [
    'LLM_API_KEY',
    'OPENAI_API_KEY',
    'SERVICE_API_KEY',
    'TWILIO_AUTH_TOKEN',
    'AWS_SECRET_ACCESS_KEY',
    'GITHUB_TOKEN',
    'DATABASE_URL',
    'REDIS_URL',
  ]
  const value = (text: string) => ({ header: [{ key: 'X-Value', value: text }] })
  const WAYS: Record<string, object> = {
    ...Object.fromEntries(NAMES.map((name) => [name, value(`{{${name}}}`)])),
    'value of another variable': value('{{alias}}'),
    'value of two variables': value('{{alias_of_alias}}'),
    'name built from a value': value('{{OPENAI_{{part}}}}'),
    'triple brace': value('{{{OPENAI_API_KEY}}}'),
    'other case': value('{{openai_api_key}}'),
    'mixed case': value('{{OpenAI_Api_Key}}'),
    'spaces in the name': value('{{ OPENAI_API_KEY }}'),
    'percent encoding': value('%7B%7BOPENAI_API_KEY%7D%7D'),
    'prefixed name': value('{{VOICE_VAR_OPENAI_API_KEY}}'),
    'member of the process': value('{{process.env.OPENAI_API_KEY}}'),
    'place in the path': { url: 'http://127.0.0.1:PORT/{{OPENAI_API_KEY}}' },
    'place in the query': { url: 'http://127.0.0.1:PORT/a?key={{OPENAI_API_KEY}}' },
    'auth of a read': { auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{OPENAI_API_KEY}}' }] } },
    'auth with a key': { auth: { type: 'apikey', apikey: [{ key: 'value', value: '{{OPENAI_API_KEY}}' }] } },
    'body of a write': { method: 'POST', body: { mode: 'raw', raw: '{"a":"{{OPENAI_API_KEY}}"}' } },
    'form of a write': {
      method: 'POST',
      body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '{{OPENAI_API_KEY}}' }] },
    },
  }

  it('gets nothing of it, in no place and no way, neither from .env nor from the process', async () => {
    const variable = [
      { key: 'alias', value: '{{OPENAI_API_KEY}}' },
      { key: 'alias_of_alias', value: 'x {{alias}}' },
      { key: 'part', value: 'API_KEY' },
    ]
    const lines = NAMES.map((name) => `${name}=${SECRET}\n`).join('')
    const folder = folderWith({ requests: WAYS, variable, env: lines })
    const env = { PATH: process.env.PATH ?? '', ...Object.fromEntries(NAMES.map((name) => [name, SECRET])) }
    const client = mcpClient()
    const args = [BIN, 'mcp', 'postman.json', '--approve', 'none', '--tools', 'all']
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args, cwd: folder, env, stderr: 'ignore' }),
    )
    const { tools } = await client.listTools()
    expect(tools).toHaveLength(Object.keys(WAYS).length)
    const refused: string[] = []
    for (const { name, title = name } of tools) {
      const { content } = await client.callTool({ name, arguments: {} })
      const text = JSON.stringify(content)
      expect(text, name).not.toContain(SECRET)
      if (text.includes('asks for')) refused.push(title)
    }
    await client.close()
    expect(sent()).not.toContain(SECRET)
    const harmless = [
      'other case',
      'mixed case',
      'spaces in the name',
      'percent encoding',
      'member of the process',
    ]
    const wanted = Object.keys(WAYS).filter((way) => !harmless.includes(way))
    expect(refused.toSorted()).toEqual(wanted.toSorted())
  })

  it('shows no value that a name is built from', async () => {
    const requests = {
      'List orders': value('{{AWS_{{shop_token}}}}'),
      'List pets': value('{{x_{{shop_token}}}}'),
    }
    const folder = folderWith({ requests, env: `shop_token=${SECRET}\n` })
    for (const args of [
      ['call', 'list_orders', 'postman.json'],
      ['validate', 'postman.json'],
      ['replay', 'postman.json', '--base-url', 'http://127.0.0.1:1'],
    ]) {
      const { stdout, stderr } = await voice(args, { cwd: folder })
      expect(stdout + stderr).toMatch(/(AWS|x)_\{\{shop_token\}\}/)
      expect(stdout + stderr).not.toContain(SECRET)
    }
  })

  it('is refused with the way to give the value', async () => {
    const folder = folderWith({ header: '{{OPENAI_API_KEY}}', env: `OPENAI_API_KEY=${SECRET}\n` })
    const { code, stdout, stderr } = await call(folder)
    expect(code).toBe(1)
    // The result is what a model is told; the way to give the value is for the person at the terminal.
    expect(stdout).toMatch(/^list_orders is not called: the collection asks for "OPENAI_API_KEY", and /)
    expect(stdout).not.toContain('VOICE_VAR')
    expect(stderr).toContain('VOICE_VAR_OPENAI_API_KEY')
    expect(api.captured).toEqual([])
  })

  it('gets nothing in a replay, generated code, a dry run and tools NAME', async () => {
    const folder = folderWith({ header: '{{OPENAI_API_KEY}}', env: `OPENAI_API_KEY=${SECRET}\n` })
    for (const args of [
      ['replay', 'postman.json', '--dry-run', '--format', 'json'],
      ['tools', 'list_orders', '-c', 'postman.json'],
      ['compile', 'postman.json', '--target', 'json'],
      ['call', 'list_orders', 'postman.json', '--dry-run', '--show-secrets'],
    ]) {
      const { stdout, stderr } = await voice(args, { cwd: folder, env: { OPENAI_API_KEY: SECRET } })
      expect(stdout + stderr + sent()).not.toContain(SECRET)
    }
  })

  it('gets what the operator gives: VOICE_VAR_, --env-var, other lines of .env', async () => {
    const header = '{{OPENAI_API_KEY}} {{AWS_SESSION_TOKEN}} {{shop_token}} {{shop_id}}'
    const folder = folderWith({ header, env: 'shop_token=of-the-file\nshop_id=of-the-file\n' })
    const env = { VOICE_VAR_OPENAI_API_KEY: 'prefixed', VOICE_VAR_shop_id: 'prefixed', shop_token: 'plain' }
    await call(folder, env, '--env-var', 'AWS_SESSION_TOKEN=flag')
    expect(sent()).toMatch(/^X-Value: prefixed flag of-the-file prefixed\s*$/m)
  })

  it('is reported by validate', async () => {
    const folder = folderWith({ header: '{{OPENAI_API_KEY}}', env: `OPENAI_API_KEY=${SECRET}\n` })
    const { code, stdout } = await voice(['validate', 'postman.json', '--format', 'json'], { cwd: folder })
    expect(code).toBe(0)
    const { diagnostics } = JSON.parse(stdout).files[0] as {
      diagnostics: { code: string; severity: string }[]
    }
    expect(diagnostics.filter(({ code: rule }) => rule.startsWith('variable-'))).toMatchObject([
      { code: 'variable-of-program', severity: 'warning' },
    ])
  })
})

describe('the .env of a folder', () => {
  it('cannot make Node load a file, in no process that voice starts', async () => {
    const mark = join(mkdtempSync(join(tmpdir(), 'voice-mark-')), 'ran')
    folders.push(join(mark, '..'))
    const evil = `require('node:fs').appendFileSync(${JSON.stringify(mark)}, process.argv.join(' ') + '\\n')`
    const folder = folderWith({
      env: 'NODE_OPTIONS=--require=./evil.cjs\nBASH_ENV=./evil.sh\nNODE_PATH=.\nLD_PRELOAD=./evil.so\n',
      files: { 'evil.cjs': evil },
    })
    const large = JSON.stringify({
      orders: Array.from({ length: 40_000 }, (_, id) => ({ id, name: 'order' })),
    })
    const answering = await startCapture(
      () =>
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${large.length}\r\n\r\n${large}`,
    )
    const { code } = await call(folder, {}, '--base-url', `http://127.0.0.1:${answering.port}`)
    await answering.close()
    expect([code, existsSync(mark)]).toEqual([0, false])
  })

  it('reaches no program that voice starts, nor do the keys of the process', async () => {
    const dump =
      '#!/usr/bin/env node\nrequire("node:fs").writeFileSync(__dirname + "/env.json", JSON.stringify(process.env))\nconsole.log("hello")\n'
    const folder = folderWith({
      env: 'NODE_OPTIONS=--no-warnings\nshop_token=x\n',
      files: { 'dump.cjs': dump },
    })
    chmodSync(join(folder, 'dump.cjs'), 0o755)
    const env = {
      OPENAI_API_KEY: SECRET,
      SERVICE_API_KEY: SECRET,
      AWS_SECRET_ACCESS_KEY: SECRET,
      VOICE_VAR_shop: SECRET,
      MY_TOKEN: SECRET,
      BROKER: `amqp://user:${SECRET}@127.0.0.1`,
      NODE_OPTIONS: '--no-deprecation',
      SHOWN: 'yes',
    }
    const { stdout } = await voice(
      ['doctor', '--stt', `exec/${join(folder, 'dump.cjs')}`, '--tts', 'exec/flite'],
      { cwd: folder, env },
    )
    expect(existsSync(join(folder, 'env.json')), stdout).toBe(true)
    const seen = JSON.parse(readFileSync(join(folder, 'env.json'), 'utf8')) as Record<string, string>
    expect(seen).toMatchObject({ SHOWN: 'yes' })
    expect(seen).not.toHaveProperty('NODE_OPTIONS')
    expect(JSON.stringify(seen)).not.toContain(SECRET)
  })

  it('cannot switch off the check of certificates, nor add one', async () => {
    const secured = await voiceUntil(
      /wss:\/\/127\.0\.0\.1:(\d+)/,
      ['serve', '--host', '127.0.0.1', '--port', '0', '--tls-self-signed', '--mock', 'postman.json'],
      { cwd: folderWith({}) },
    )
    const folder = folderWith({
      env: 'NODE_TLS_REJECT_UNAUTHORIZED=0\nNODE_EXTRA_CA_CERTS=./ca.pem\n',
      files: { 'api.md': '# API' },
    })
    const LLM_BASE_URL = `https://127.0.0.1:${secured.match[1]}/v1`
    const reaching = async (env: Record<string, string>) => {
      const args = ['generate', '--docs', 'api.md', '-o', 'new.json', '--llm', 'ollama/x']
      return (await voice(args, { cwd: folder, env: { LLM_BASE_URL, ...env } })).stderr
    }
    const [checked, knowingly] = [await reaching({}), await reaching({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })]
    await secured.stop()
    expect(checked).toMatch(/failed: .*certificate/)
    expect(knowingly).toContain('Only GET is answered here.')
  })

  it('gives no line that may be one of another program, and says so', async () => {
    const names = ['STRIPE_SK', 'PAT', 'WALLET_SEED', 'AzureWebJobsStorage', 'spring.datasource.password']
    const header = names.map((name) => `{{${name}}}`).join(' ')
    const env = `${names.map((name) => `${name}=${SECRET}`).join('\n')}\nshop_token=of-the-shop\nVOICE_VAR_PIN_X=1\n`
    const folder = folderWith({
      header: `${header} {{shop_token}} {{alias}}`,
      env,
      variable: [{ key: 'alias', value: '{{PIN_X}}' }],
    })
    const { running, printed } = await serve(folder)
    await running.stop()
    const text = printed.replace(/\s+/g, ' ')
    expect(text).toMatch(/values shop_token, PIN_X of \.env or VOICE_VAR_ go to http:\/\/127\.0\.0\.1:\d+/)
    expect(text).toContain(`The collection asks for ${names.join(', ')} of .env`)
    expect(text).toContain('write VOICE_VAR_STRIPE_SK=... instead')
    for (const args of [
      ['call', 'list_orders', 'postman.json'],
      ['replay', 'postman.json'],
      ['tools', 'list_orders', '-c', 'postman.json'],
    ]) {
      const { stdout, stderr } = await voice(args, { cwd: folder })
      expect(stdout + stderr + sent()).not.toContain(SECRET)
    }
  })

  it('says at the start which lines have no effect', async () => {
    const env =
      'NODE_TLS_REJECT_UNAUTHORIZED=0\nNODE_EXTRA_CA_CERTS=./ca.pem\nHTTPS_PROXY=http://127.0.0.1:1\nshop=1\nLLM_BASE_URL=http://192.0.2.1:81/v1\nTTS_BASE_URL=http://127.0.0.1:1/v1\n'
    const { running, printed } = await serve(folderWith({ env }))
    await running.stop()
    expect(printed.replace(/\s+/g, ' ')).toContain(
      'Without effect in .env: NODE_TLS_REJECT_UNAUTHORIZED, NODE_EXTRA_CA_CERTS, HTTPS_PROXY.',
    )
    expect(printed).toContain('LLM_BASE_URL in .env: the language model is at http://192.0.2.1:81.')
    expect(printed).not.toContain('TTS_BASE_URL in .env')
    expect(printed).not.toContain('shop')
  })
})

/** Starts `serve` and waits for its banner. */
async function serve(cwd: string, env: Record<string, string> = {}, flags: string[] = []) {
  const args = ['serve', '--host', '127.0.0.1', '--port', '0', ...flags, 'postman.json']
  const running: Running = await voiceUntil(/(ws:\/\/\S+)[\s\S]*Try:/, args, { cwd, env })
  return { running, printed: running.output(), url: running.match[1]! }
}

describe('a key of the process and an address of .env', () => {
  it.each<[what: string, key: string, address: string, flags: string[]]>([
    ['the model', 'OPENAI_API_KEY', 'LLM_BASE_URL', []],
    ['a model of another provider', 'GROQ_API_KEY', 'LLM_BASE_URL', ['--llm', 'groq/x']],
    ['the recognizer by its own variable', 'STT_API_KEY', 'STT_BASE_URL', []],
    ['another voice', 'ELEVENLABS_API_KEY', 'TTS_BASE_URL', ['--tts', 'elevenlabs/eleven_flash_v2_5']],
  ])('do not meet: %s', async (_what, key, address, flags) => {
    const folder = folderWith({ env: `${address}=http://127.0.0.1:${api.port}/v1\n` })
    const args = ['serve', '--host', '127.0.0.1', '--port', '0', ...flags, 'postman.json']
    const { code, stderr } = await voice(args, { cwd: folder, env: { [key]: SECRET } })
    expect(code).toBe(2)
    expect(stderr).toContain(`${address} (http://127.0.0.1:${api.port}) comes from the file .env`)
    expect(stderr).toContain(`${key} does not`)
    expect(stderr).toContain(`set ${address} in the environment too`)
    expect(sent() + stderr).not.toContain(SECRET)
  })

  const shop = (url: string, env: string) =>
    folderWith({
      variable: [{ key: 'shop_url', value: `http://127.0.0.{{end}}:${api.port}` }],
      env: env.replaceAll('PORT', String(api.port)),
      requests: {
        'List orders': {
          url: url.replaceAll('PORT', String(api.port)),
          header: [{ key: 'X-Key', value: '{{api_key}}' }],
        },
      },
    })

  it.each<[what: string, url: string, file: string]>([
    ['API_BASE_URL', 'http://192.0.2.1/a', 'API_BASE_URL=http://127.0.0.1:PORT'],
    ['a variable that is the address', '{{base_url}}/a', 'base_url=http://127.0.0.1:PORT'],
    ['the same with VOICE_VAR_', '{{base_url}}/a', 'VOICE_VAR_base_url=http://127.0.0.1:PORT'],
    ['a part of the host', 'http://127.0.0.{{end}}:PORT/a', 'end=1'],
    ['a port', 'http://127.0.0.1:{{port}}/a', 'port=PORT'],
    ['a part of another variable', '{{shop_url}}/a', 'end=1'],
  ])('do not meet at an API: %s', async (_what, url, file) => {
    const folder = shop(url, file)
    for (const args of [
      ['call', 'list_orders', 'postman.json'],
      ['replay', 'postman.json'],
      ['mcp', 'postman.json'],
      ['serve', '--host', '127.0.0.1', '--port', '0', 'postman.json'],
    ]) {
      if (args[0] === 'replay' && file.startsWith('API_BASE_URL')) continue
      const { code, stdout, stderr } = await voice(args, { cwd: folder, env: { VOICE_VAR_api_key: SECRET } })
      expect(code, args[0]).toBe(2)
      expect(stderr).toContain('VOICE_VAR_api_key does not')
      expect(stdout + stderr + sent()).not.toContain(SECRET)
    }
  })

  it.each<[what: string, request: object, file: string]>([
    [
      'the address of its token',
      {
        auth: {
          type: 'oauth2',
          oauth2: Object.entries({
            grant_type: 'client_credentials',
            accessTokenUrl: '{{token_url}}',
            clientId: 'shop',
            clientSecret: '{{client_secret}}',
          }).map(([key, value]) => ({ key, value, type: 'string' })),
        },
      },
      'token_url=http://127.0.0.1:PORT/token',
    ],
    [
      'the Host header',
      {
        header: [
          { key: 'X-Key', value: '{{client_secret}}' },
          { key: 'Host', value: '{{host}}' },
        ],
      },
      'host=evil.test',
    ],
  ])('do not meet beside the address of a request: %s', async (_what, request, file) => {
    const port = String(api.port)
    const folder = folderWith({
      env: file.replace('PORT', port),
      requests: { 'List orders': { url: `http://127.0.0.1:${port}/a`, ...request } },
    })
    const env = { VOICE_VAR_client_secret: SECRET }
    const { code, stdout, stderr } = await voice(['call', 'list_orders', 'postman.json'], {
      cwd: folder,
      env,
    })
    expect(code).toBe(2)
    expect(stderr).toContain('VOICE_VAR_client_secret does not')
    expect(stdout + stderr + sent()).not.toContain(SECRET)
  })

  it.each<[what: string, file: string, env: Record<string, string>, flags: string[]]>([
    [
      'a flag gives the address',
      'API_BASE_URL=http://192.0.2.1',
      {},
      ['--base-url', 'http://127.0.0.1:PORT'],
    ],
    [
      '--env-var gives the address',
      'base_url=http://192.0.2.1',
      {},
      ['--env-var', 'base_url=http://127.0.0.1:PORT'],
    ],
    [
      'the process gives it too',
      'base_url=http://192.0.2.1',
      { VOICE_VAR_base_url: 'http://127.0.0.1:PORT' },
      [],
    ],
    [
      'the process gives API_BASE_URL',
      'API_BASE_URL=http://192.0.2.1',
      { API_BASE_URL: 'http://127.0.0.1:PORT' },
      [],
    ],
    [
      'another line is an address',
      'callback_url=http://192.0.2.1',
      { API_BASE_URL: 'http://127.0.0.1:PORT' },
      [],
    ],
  ])('meet at an API where %s', async (_what, file, env, flags) => {
    const placed = (text: string) => text.replace('PORT', String(api.port))
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, placed(value)]))
    await call(shop('{{base_url}}/a', file), { VOICE_VAR_api_key: SECRET, ...own }, ...flags.map(placed))
    expect(sent()).toContain(`X-Key: ${SECRET}`)
  })

  it('do not meet in doctor and generate', async () => {
    const folder = folderWith({
      env: `LLM_BASE_URL=http://127.0.0.1:${api.port}/v1\n`,
      files: { 'api.md': '# API' },
    })
    for (const args of [['doctor'], ['generate', '--docs', 'api.md', '-o', 'new.json']]) {
      const { stdout, stderr } = await voice(args, { cwd: folder, env: { OPENAI_API_KEY: SECRET } })
      expect((stdout + stderr).replace(/\s+/g, ' ')).toContain('OPENAI_API_KEY does not')
      expect(sent()).not.toContain(SECRET)
    }
  })

  it.each<[what: string, file: string, env: Record<string, string>]>([
    ['both of the file', 'LLM_BASE_URL=URL\nLLM_API_KEY=of-both\n', {}],
    ['a key of the file, an address of the process', 'LLM_API_KEY=of-both\n', { LLM_BASE_URL: 'URL' }],
  ])('meet where the file is trusted with nothing: %s', async (_what, file, env) => {
    const placed = (text: string) => text.replace('URL', `http://127.0.0.1:${api.port}/v1`)
    const folder = folderWith({ env: file.replace('=URL', `=http://127.0.0.1:${api.port}/v1`) })
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, placed(value)]))
    const { running, url } = await serve(folder, { SERVICE_API_KEY: 'k', ...own })
    const client = await RawClient.connect(url, { key: 'k' })
    await client.turn('hello').catch(() => {})
    await client.close()
    await running.stop()
    expect(sent()).toContain('Bearer of-both')
  })
})
