import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { type DefineOptions, defineTools } from '../../src/toolkit/define-tools.js'
import { type ExtractedSecrets, extractSecrets } from '../../src/toolkit/generate/extract-secrets.js'
import type { TargetInput } from '../../src/toolkit/generate/target.js'

/** A collection as `voice compile` hands it to a target. */
export function targetInput(document: unknown, options: DefineOptions = {}): TargetInput & ExtractedSecrets {
  const collection = parseCollection(document)
  const { definitions, setup } = defineTools(collection, options)
  const open = extractSecrets(definitions, setup.layers)
  return { name: collection.name, source: 'postman.json', ...open }
}
