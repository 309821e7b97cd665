import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ATTACKS, hostileCollection, hostileText, leaksIn, showsAttack } from '../support/hostile-text.js'
import { runHere } from '../support/in-process.js'

const folder = mkdtempSync(join(tmpdir(), 'voice-hostile-'))
const file = (name: string, content: unknown) => {
  const path = join(folder, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

/** An API that answers with raw bytes of its own: HTTP that no server of Node would send. */
let api: Server
let answer = ''
beforeAll(async () => {
  api = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => socket.end(Buffer.from(answer, 'utf8')))
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
  file('postman.json', hostileCollection(baseUrl))
  file('older.json', hostileCollection(`${baseUrl}/older${hostileText()}`))
  file('minified \u001b[2J\u009b\u202e.json', hostileCollection(baseUrl))
})
afterAll(() => {
  api.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command as on a terminal with colour, and says what came through. */
async function attack(...args: string[]) {
  const isTTY = process.stdout.isTTY
  process.stdout.isTTY = true
  try {
    const { stdout, stderr, code } = await runHere(...args)
    return { raw: stdout + stderr, stdout, code }
  } finally {
    process.stdout.isTTY = isTTY
  }
}

const body = (text: string, headers = '') =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n${headers}Content-Length: ${Buffer.byteLength(text)}\r\nConnection: close\r\n\r\n${text}`

describe('commands that read a hostile file', () => {
  const pets = () => join(folder, 'postman.json')
  const commands: [name: string, args: () => string[]][] = [
    ...['pretty', 'llm', 'github', 'json', 'gitlab', 'sarif', 'junit'].map(
      (format): [string, () => string[]] => [
        `validate --format ${format}`,
        () => ['validate', '--format', format, pets(), join(folder, 'minified \u001b[2J\u009b\u202e.json')],
      ],
    ),
    ['validate --profile generated', () => ['validate', '--profile', 'generated', pets()]],
    ['validate --profile official', () => ['validate', '--profile', 'official', pets()]],
    ['validate --quiet', () => ['validate', '--quiet', pets()]],
    ['validate of no collection', () => ['validate', file('text.json', hostileText())]],
    ['validate of broken JSON', () => ['validate', file('broken.json', `{"info": ${hostileText()}`)]],
    [
      'validate --env',
      () => [
        'validate',
        pets(),
        '--env',
        file('env.json', { name: hostileText(), values: [{ key: hostileText(), value: hostileText() }] }),
      ],
    ],
    [
      'validate --env of something else',
      () => ['validate', pets(), '--env', file('noenv.json', hostileText())],
    ],
    ['tools', () => ['tools', pets()]],
    ['tools --format json', () => ['tools', pets(), '--format', 'json']],
    ['tools --search', () => ['tools', pets(), '--search', 'pets', '--explain']],
    ['tools --diff', () => ['tools', pets(), '--diff', join(folder, 'older.json')]],
    ['compile', () => ['compile', pets()]],
    ...['openai', 'anthropic', 'mcp', 'json'].map((target): [string, () => string[]] => [
      `compile --target ${target}`,
      () => ['compile', pets(), '--target', target],
    ]),
    ['replay --dry-run', () => ['replay', pets(), '--dry-run']],
    ['replay --dry-run --format json', () => ['replay', pets(), '--dry-run', '--format', 'json']],
    ['import of a collection', () => ['import', pets()]],
    [
      'import of curl',
      () => [
        'import',
        file('curl.txt', `curl 'https://api.example/${hostileText(/\n/)}' -H 'X: ${hostileText()}'`),
      ],
    ],
    [
      'import of a HAR',
      () => [
        'import',
        file('a.har', {
          log: {
            version: '1.2',
            entries: [
              {
                request: {
                  method: 'GET',
                  url: `https://api.example/${hostileText()}`,
                  headers: [{ name: hostileText(), value: hostileText() }],
                  queryString: [],
                },
                response: {
                  status: 200,
                  statusText: hostileText(),
                  headers: [],
                  content: { mimeType: 'application/json', text: hostileText() },
                },
              },
            ],
          },
        }),
      ],
    ],
    ['import of text', () => ['import', file('note.txt', hostileText())]],
    ['prompt --docs', () => ['prompt', '--docs', file('docs/api.md', `# API\n${hostileText()}\n`)]],
    [
      'prompt --docs --format json',
      () => ['prompt', '--format', 'json', '--docs', file('docs/api2.md', `# API\n${hostileText()}\n`)],
    ],
    [
      'eval of hostile cases',
      () => [
        'eval',
        file(
          'cases.yaml',
          JSON.stringify({
            collection: 'postman.json',
            cases: [
              {
                say: [`list pets ${hostileText()}`],
                tool: hostileText(),
                answer: `/${hostileText(/[[\]()?\\]/)}/`,
              },
            ],
          }),
        ),
      ],
    ],
    [
      'eval --format junit',
      () => [
        'eval',
        '--format',
        'junit',
        file(
          'cases2.yaml',
          JSON.stringify({
            collection: 'postman.json',
            cases: [{ say: [`list pets ${hostileText()}`], tool: 'other' }],
          }),
        ),
      ],
    ],
    ['eval of no cases', () => ['eval', file('nocases.yaml', hostileText())]],
    [
      'a hostile configuration',
      () => [
        'tools',
        pets(),
        '--config',
        file('voice.config.json', {
          collections: [{ file: 'postman.json', approve: hostileText() }],
          [hostileText()]: 1,
        }),
      ],
    ],
    ['a file that is not there', () => ['validate', join(folder, hostileText(/[\0/]/))]],
    ['a tool that is not there', () => ['call', hostileText(/\0/), pets()]],
    ['a flag that is not there', () => ['tools', `--${hostileText(/\0/)}`, pets()].slice(0, 3)],
    ['a model that is not there', () => ['models', 'path', hostileText(/\0/)]],
  ]
  it.each(commands)('%s', async (_, args) => {
    const ran = await attack(...args()).catch((error: Error) => ({
      raw: String(error.message) && '',
      stdout: '',
    }))
    expect(leaksIn(ran.raw)).toEqual([])
  })
})

describe('commands that read the answer of a hostile API', () => {
  const bad = hostileText()
  const latin = hostileText(/[\r\n\0]/)
  const answers: [name: string, text: string][] = [
    ['JSON', body(JSON.stringify({ [bad]: bad, list: [bad] }))],
    ['a string', body(JSON.stringify(bad))],
    ['broken JSON', body(`{"a": ${bad}`)],
    ['text', body(bad).replace('application/json', 'text/plain')],
    ['HTML', body(`<html><body><h1>${bad}</h1></body></html>`).replace('application/json', 'text/html')],
    ['a hostile type', body(bad).replace('application/json', latin)],
    ['a hostile header', body('{}', `X-Note: ${latin}\r\nRetry-After: ${latin}\r\n`)],
    ['a hostile status', `HTTP/1.1 500 ${latin}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`],
    [
      'a hostile error',
      `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${JSON.stringify({ message: bad })}`,
    ],
    [
      'a hostile redirect',
      `HTTP/1.1 302 Found\r\nLocation: ${latin}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ],
    [
      'a redirect to another host',
      `HTTP/1.1 302 Found\r\nLocation: http://evil.example/${latin}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ],
    [
      'a hostile challenge',
      `HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm="${latin}"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    ],
    ['a hostile encoding', body(bad, `Content-Encoding: ${latin}\r\n`)],
    ['no HTTP at all', bad],
    ['a broken chunk', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${latin}\r\n`],
  ]
  const commands: [name: string, args: string[]][] = [
    ['call', ['call', 'get_pets']],
    ['call --format json', ['call', 'get_pets', '--format', 'json']],
    ['replay', ['replay']],
    ['replay --check', ['replay', '--check']],
  ]
  describe.each(commands)('%s', (_, args) => {
    it.each(answers)('%s', async (_, text) => {
      answer = text
      const [command = '', ...rest] = args
      const tool = rest[0]?.startsWith('-') === false ? await nameOfRead() : undefined
      const given = tool
        ? [tool, join(folder, 'postman.json'), ...rest.slice(1)]
        : [join(folder, 'postman.json'), ...rest]
      const { raw } = await attack(command, ...given)
      expect(raw).not.toBe('')
      expect(leaksIn(raw)).toEqual([])
    })
  })
})

/** The name of the tool that reads. */
async function nameOfRead(): Promise<string> {
  const { stdout } = await runHere('tools', join(folder, 'postman.json'), '--format', 'json')
  const tools = JSON.parse(stdout) as { name: string; method: string }[]
  return tools.find(({ method }) => method === 'GET')!.name
}

describe('what is shown instead', () => {
  it('is every attack, as text', async () => {
    const { stdout } = await attack('validate', join(folder, 'postman.json'))
    expect(showsAttack(stdout)).toBe(true)
    answer = body(JSON.stringify(hostileText()))
    const called = await attack('call', await nameOfRead(), join(folder, 'postman.json'))
    const shown = ATTACKS.filter((_, index) => called.stdout.includes(`k${index}k`)).map(([name]) => name)
    expect(shown).toEqual(ATTACKS.map(([name]) => name))
  })

  it('keeps the colours of voice', async () => {
    const { stdout } = await attack('validate', join(folder, 'postman.json'))
    expect(stdout).toContain('\u001b[31merror\u001b[39m')
  })
})
