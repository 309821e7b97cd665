import { readdirSync, readFileSync } from 'node:fs'
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
