import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { voice } from '../support/cli.js'
import {
  choice,
  DONE,
  inPieces,
  type StandInAnswer,
  sse,
  startStandIn,
} from '../support/stand-in-provider.js'

const GOOD = readFileSync('examples/petshop/postman.json', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'voice-generate-'))
afterAll(() => rmSync(folder, { recursive: true }))
writeFileSync(join(folder, 'api.md'), '# The shop\n\n`GET /pets` lists the pets, `GET /orders` the orders.\n')
writeFileSync(join(folder, 'huge.md'), 'word '.repeat(4_000_000))
writeFileSync(join(folder, 'logo.bin'), Buffer.from([0, 1, 2, 255, 254, 0, 0, 7]))
writeFileSync(join(folder, 'empty.md'), '')

/** One whole answer of a model, streamed, with its token counts. */
function says(text: string, finish = 'stop'): StandInAnswer {
  const usage = sse({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [],
    usage: { prompt_tokens: 1_000, completion_tokens: 500, total_tokens: 1_500 },
  })
  return { pieces: inPieces(choice({ content: text }) + choice({}, finish) + usage + DONE, 4_096) }
}

/** Runs `voice generate` against a stand-in that gives these answers. */
async function generate(answers: StandInAnswer[], ...args: string[]) {
  const provider = await startStandIn(answers)
  const env = { LLM_BASE_URL: provider.baseUrl, LLM_API_KEY: 'secret-key-of-a-test' }
  const result = await voice(['generate', '--docs', 'api.md', ...args], { cwd: folder, env })
  await provider.close()
  expect(result.stdout + result.stderr).not.toContain('secret-key-of-a-test')
  return { ...result, requests: provider.requests }
}

describe('voice generate', () => {
  it('saves a valid collection after a repair, and says what it cost', async () => {
    const { code, stderr, requests } = await generate([
      says('Here you are: {"info": {"name": "x"}, "item": []}'),
      says(`\`\`\`json\n${GOOD}\n\`\`\``),
    ])
    expect([code, requests.length]).toEqual([0, 2])
    expect(stderr).toMatch(
      /Round 1: \d+ errors? to repair\nRound 2: nothing to repair\nSaved postman\.json\./,
    )
    expect(stderr).toContain('openai/gpt-6-luna: 2 requests, 2,000 tokens in, 1,000 out.')
    expect(JSON.stringify(requests[0]?.body)).toContain('lists the pets')
    const checked = await voice(['validate', '--profile', 'generated', 'postman.json'], { cwd: folder })
    expect(checked.code).toBe(0)
  })

  it('overwrites nothing without --force, and asks no model then', async () => {
    writeFileSync(join(folder, 'mine.json'), 'mine')
    const { code, stderr, requests } = await generate([says(GOOD)], '-o', 'mine.json')
    expect([code, requests.length]).toEqual([2, 0])
    expect(stderr).toMatch(/mine\.json is there already; .*--force/)
    expect((await generate([says(GOOD)], '-o', 'mine.json', '--force')).code).toBe(0)
    expect(readFileSync(join(folder, 'mine.json'), 'utf8')).toContain('Pet shop')
  })

  it('goes on where an answer was cut', async () => {
    const { code, requests } = await generate(
      [says(GOOD.slice(0, 30_000), 'length'), says(GOOD.slice(30_000))],
      '-o',
      'cut.json',
    )
    expect([code, requests.length]).toEqual([0, 2])
  })

  it.each<[string, StandInAnswer, RegExp]>([
    [
      'prose',
      says('I cannot do that.'),
      /Round 2: the answer holds no JSON[\s\S]*no answer held a JSON document[\s\S]*was not written/,
    ],
    ['another API', says(readFileSync('templates/generation-example.txt', 'utf8')), /describes another API/],
    [
      'HTTP 401',
      { status: 401, body: '{"error":{"message":"wrong key"}}' },
      /failed: unauthorized \(HTTP 401\)\. wrong key\. Check the key.*Nothing was saved/,
    ],
  ])('says why not, with exit 1: %s', async (name, answer, sentence) => {
    const file = `${name.replace(' ', '-')}.json`
    const { code, stderr } = await generate([answer, answer], '--max-rounds', '2', '-o', file)
    expect([code, existsSync(join(folder, file))]).toEqual([1, false])
    expect(stderr).toMatch(sentence)
  })

  it.each([
    ['huge.md', /have about [\d,]+ tokens, more than/],
    ['logo.bin', /is not a text file/],
    ['empty.md', /is empty/],
    ['missing.md', /does not exist/],
  ])('refuses the document %s before any model is asked', async (name, sentence) => {
    const { code, stderr, requests } = await generate([], '--docs', name, '-o', 'never.json')
    expect([code, requests.length]).toEqual([2, 0])
    expect(stderr).toMatch(sentence)
  })

  it('needs a language model', async () => {
    const { code, stderr } = await voice(['generate', '--docs', 'api.md', '-o', 'never.json'], {
      cwd: folder,
    })
    expect([code, stderr]).toEqual([2, expect.stringContaining('set LLM_API_KEY')])
  })

  it('reports as JSON', async () => {
    const { stdout } = await generate([says(GOOD)], '-o', 'as.json', '--format', 'json')
    expect(JSON.parse(stdout)).toMatchObject({
      file: 'as.json',
      isWhole: true,
      parts: 1,
      usage: { requests: 1, inputTokens: 1_000 },
    })
  })
})
