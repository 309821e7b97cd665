import { messageOf } from '../../errors.js'
import { validateBytes } from '../../toolkit/validate/validate.js'
import { DEFAULT_COLLECTION, loadCollection, loadSettings } from '../load.js'
import { createToolkit } from '../load-toolkit.js'
import { exists, readInput } from '../read.js'
import { type CheckResult, failed, note, ok } from './check.js'

/** Checks the collection that `serve` would use in this folder, and the settings that its requests need. */
export async function checkCollection(): Promise<CheckResult[]> {
  const name = DEFAULT_COLLECTION
  if (!(await exists(name)))
    return [note(name, 'there is none in this folder', '`voice prompt` helps to write one')]
  try {
    const errors = validateBytes(await readInput(name)).filter(({ severity }) => severity === 'error')
    if (errors.length > 0)
      return [
        failed(
          name,
          `${errors.length} ${errors.length === 1 ? 'error' : 'errors'}`,
          `\`voice validate ${name}\` shows them`,
        ),
      ]
    const settings = await loadSettings({ format: 'text', color: false })
    const toolkit = await createToolkit((await loadCollection(name)).collection, settings)
    const missing = toolkit.missingSettings
    return [
      ok(name, `valid, ${toolkit.definitions.length} tools`),
      ...(missing.length > 0
        ? [
            failed(
              'settings',
              `no value for ${missing.join(', ')}`,
              'put them into .env by exactly these names',
            ),
          ]
        : []),
    ]
  } catch (error) {
    return [failed(name, messageOf(error).split('\n')[0] ?? '', `\`voice validate ${name}\` says more`)]
  }
}
