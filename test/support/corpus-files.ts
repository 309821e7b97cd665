import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeDocument, parseDocument } from '../../src/toolkit/collection/read-document.js'
import type { JsonValue } from '../../src/toolkit/model/json.js'
import { sharedPath } from './shared.js'

/** A file of the corpus; without `document` where it is not JSON. */
export interface CorpusFile {
  name: string
  text: string
  document?: JsonValue
}

/** Every file of a folder of the corpus, parsed. */
export function corpusFiles(folder: 'collections' | 'negative'): CorpusFile[] {
  const path = sharedPath('corpus', folder)
  return readdirSync(path).map((name) => {
    const text = decodeDocument(readFileSync(join(path, name)))
    const parsed = parseDocument(text)
    return { name, text, ...('value' in parsed ? { document: parsed.value } : {}) }
  })
}
