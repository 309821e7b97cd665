import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkLanguageModels, tryModel } from '../../../src/cli/doctor/language-models.js'
import { checkLocalModels } from '../../../src/cli/doctor/local-models.js'
import type { LanguageModel } from '../../../src/server/model/language-model.js'

const folder = () => mkdtemp(join(tmpdir(), 'voice-doctor-'))

describe('the language models of a machine', () => {
  it('says nothing where there are none', async () => {
    expect(await checkLanguageModels(await folder())).toEqual([])
  })

  it('says what is wrong with a file, and leaves it to nobody else', async () => {
    const directory = await folder()
    writeFileSync(join(directory, 'saved.gguf'), '<html>')
    expect(await checkLanguageModels(directory)).toEqual([
      expect.objectContaining({
        name: 'local/saved',
        status: 'failed',
        message: expect.stringContaining('is a web page'),
      }),
    ])
    expect(await checkLocalModels(directory)).toEqual([])
  })

  it('counts tokens read until the first word, and written from then on', async () => {
    let now = 0
    const model: LanguageModel = {
      name: 'local/fake',
      async *stream() {
        now += 2_000
        yield { type: 'text-delta', text: '' }
        yield { type: 'text-delta', text: 'From' }
        now += 1_000
        yield { type: 'text-delta', text: ' nine.' }
        yield { type: 'usage', inputTokens: 300, outputTokens: 10 }
        yield { type: 'end', reason: 'stop' }
      },
    }
    expect(await tryModel(model, () => now)).toEqual({ loadMs: 2_000, readRate: 150, writeRate: 10 })
  })
})
