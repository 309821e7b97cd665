import { VoiceError } from '../../errors.js'
import type { Collection } from '../../toolkit/model/collection.js'
import { DEFAULT_COLLECTION, loadCollection } from '../load.js'
import { exists, expand, readInput } from '../read.js'

/** A collection file of `serve`, with what validation says about it. */
export interface Source {
  path: string
  collection: Collection
  errors: number
  warnings: number
}

/** The collections to serve, in the order given. Without any name and without postman.json there are none. */
export async function loadSources(files: string[], named: string | undefined): Promise<Source[]> {
  const given = named === undefined ? files : [named, ...files]
  const patterns = given.length > 0 ? given : (await exists(DEFAULT_COLLECTION)) ? [DEFAULT_COLLECTION] : []
  const paths = (await Promise.all(patterns.map(expand))).flat()
  return Promise.all([...new Set(paths)].map(loadSource))
}

async function loadSource(path: string): Promise<Source> {
  if (path === '-')
    throw new VoiceError('wrong-usage', '`voice serve` reads files only; name one instead of "-".')
  const [{ validateBytes }, collection] = await Promise.all([
    import('../../toolkit/validate/validate.js'),
    loadCollection(path),
  ])
  const findings = validateBytes(await readInput(path))
  const count = (severity: string) => findings.filter((finding) => finding.severity === severity).length
  return { path, collection, errors: count('error'), warnings: count('warning') }
}
