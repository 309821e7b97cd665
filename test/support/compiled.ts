import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { type DefineOptions, defineTools } from '../../src/toolkit/define-tools.js'
import type { TargetInput } from '../../src/toolkit/generate/target.js'
import { type Withheld, withholdSecrets } from '../../src/toolkit/generate/withhold-secrets.js'

/** A collection as `voice compile` hands it to a target. */
export function targetInput(document: unknown, options: DefineOptions = {}): TargetInput & Withheld {
  const collection = parseCollection(document)
  const { definitions, setup } = defineTools(collection, options)
  const open = withholdSecrets(definitions, setup.layers)
  return { name: collection.name, source: 'postman.json', ...open }
}
