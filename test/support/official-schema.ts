import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { sharedPath } from './shared.js'

/** Postman's published v2.1.0 schema, compiled as everybody does: Ajv 8, strict off, no formats. */
export function officialSchema(): (document: unknown) => boolean {
  const schema = JSON.parse(readFileSync(sharedPath('postman-schema/official-v2.1.0.json'), 'utf8'))
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema)
  return (document) => validate(document) as boolean
}
