import { english } from './english.js'
import { german } from './german.js'
import type { RouterPack } from './pack.js'

/** Every language the router speaks. To add one, write it and put it here. */
export const packs: readonly RouterPack[] = [english, german]

/** The pack for a language tag such as `de` or `de-AT`; English for all others. */
export function findPack(tag: string | undefined): RouterPack {
  const language = tag?.toLowerCase().split('-')[0]
  return packs.find((pack) => pack.search.code === language) ?? english
}
