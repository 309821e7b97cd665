import { german } from './de.js'
import { english } from './en.js'
import type { Locale } from './locale.js'

/** Every language pack there is. To add one, write it and put it here. */
export const LOCALES: readonly Locale[] = [english, german]

/** The pack for a language tag such as `de` or `de-AT`; English for all others. */
export function findLocale(tag: string | undefined): Locale {
  const language = tag?.toLowerCase().split('-')[0]
  return LOCALES.find((locale) => locale.tag === language) ?? english
}
