import { writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkLanguageModels } from '../../../src/cli/doctor/language-models.js'
import { checkLocalModels } from '../../../src/cli/doctor/local-models.js'

const folder = () => mkdtemp(join(tmpdir(), 'voice-doctor-'))

describe('the language models of a machine', () => {
  it('says nothing where there are none', async () => {
    expect(await checkLanguageModels(await folder())).toEqual({ checks: [], thinking: [] })
  })

  it('says what is wrong with a file, and leaves it to nobody else', async () => {
    const directory = await folder()
    writeFileSync(join(directory, 'saved.gguf'), '<html>')
    const { checks, thinking } = await checkLanguageModels(directory)
    expect(checks).toMatchObject([
      { name: 'local/saved', status: 'failed', message: expect.stringContaining('is a web page') },
    ])
    expect(thinking).toEqual([])
    expect(await checkLocalModels(directory)).toEqual([])
  })
})
