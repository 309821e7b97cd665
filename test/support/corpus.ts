import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeDocument, parseDocument } from '../../src/toolkit/collection/read-document.js'
import type { JsonValue } from '../../src/toolkit/model/json.js'
import { hasShared, sharedPath } from './shared.js'

/** A real collection of the reference material, as JSON. */
export interface RealCollection {
  name: string
  document: unknown
}

/** The names of all real collections. */
export function realCollectionNames(): string[] {
  return readdirSync(sharedPath('corpus', 'collections')).filter((file) => file.endsWith('.json'))
}

/** One real collection by its file name. */
export function realCollection(name: string): RealCollection {
  const text = readFileSync(sharedPath('corpus', 'collections', name), 'utf8')
  return { name, document: JSON.parse(text.replace(/^\uFEFF/, '')) }
}

/** The names of all real collections in a full run, else of about so many that stand far apart; none without the reference material. */
export function someRealCollections(count: number): string[] {
  const names = hasShared ? realCollectionNames() : []
  const step = process.env.VOICE_TEST_FULL === '1' ? 1 : Math.ceil(names.length / count)
  return names.filter((_, index) => index % step === 0)
}

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
