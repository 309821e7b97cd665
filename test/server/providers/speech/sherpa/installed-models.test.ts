import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installedModels } from '../../../../../src/server/providers/speech/sherpa/plan-models.js'
import { writeOfflineModel, writeStreamingModel } from '../../../../support/tiny-models.js'

const fresh = () => mkdtempSync(join(tmpdir(), 'voice-'))

function folderIn(directory: string, name: string): string {
  const folder = join(directory, name)
  mkdirSync(folder)
  return folder
}

describe('the models of a folder', () => {
  it('are those that can be run, the ones with early words first', () => {
    const models = fresh()
    writeOfflineModel(folderIn(models, 'a-whole'))
    writeStreamingModel(folderIn(models, 'b-streaming'))
    writeOfflineModel(folderIn(models, 'c-arriving.part'))
    folderIn(models, 'd-empty')
    writeFileSync(join(models, 'e-file'), '')
    expect(installedModels(models)).toEqual({
      recognizers: ['sherpa/b-streaming', 'sherpa/a-whole'],
      voices: [],
    })
  })

  it('may be links to folders elsewhere, as long as they lead somewhere', () => {
    const models = fresh()
    const elsewhere = fresh()
    writeOfflineModel(elsewhere)
    symlinkSync(elsewhere, join(models, 'linked'))
    symlinkSync(join(elsewhere, 'gone'), join(models, 'broken'))
    expect(installedModels(models).recognizers).toEqual(['sherpa/linked'])
  })

  it('are none where there is no folder', () => {
    expect(installedModels(join(fresh(), 'absent'))).toEqual({ recognizers: [], voices: [] })
  })
})
