import { messageOf } from '../../errors.js'
import { checkBytes } from '../../toolkit/validate/validate.js'
import { createToolkit } from '../create-toolkit.js'
import { DEFAULT_COLLECTION, loadCollection, loadSettings } from '../load.js'
import { exists, readInput } from '../read.js'
import { type CheckResult, failed, note, ok } from './check.js'

/** Checks the collection that `serve` would use in this folder, and the settings that its requests need. */
export async function checkCollection(): Promise<CheckResult[]> {
  const name = DEFAULT_COLLECTION
  if (!(await exists(name)))
    return [note(name, 'there is none in this folder', '`voice prompt` helps to write one')]
  try {
    const { errors } = checkBytes(await readInput(name))
    const count = `${errors.length} ${errors.length === 1 ? 'error' : 'errors'}`
    if (errors.length > 0) return [failed(name, count, `\`voice validate ${name}\` shows them`)]
    const settings = await loadSettings({ format: 'text', color: false })
    const toolkit = await createToolkit((await loadCollection(name)).collection, settings)
    const valid = ok(name, `valid, ${toolkit.definitions.length} tools`)
    const missing = toolkit.missingSettings.join(', ')
    if (missing === '') return [valid]
    const advice = 'put them into .env by exactly these names'
    return [valid, failed('settings', `no value for ${missing}`, advice)]
  } catch (error) {
    return [failed(name, messageOf(error).split('\n')[0] ?? '', `\`voice validate ${name}\` says more`)]
  }
}
