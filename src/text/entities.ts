import data from '../../templates/entities.json'

/** The ASCII characters that HTML names (HTML standard, named character references). XML has five of the names. */
const NAMES: Readonly<Record<string, string>> = data

/** An entity: `&amp;`, `&#65;`, `&#x41;`. Of a number, at most seven digits count, after any zeros. */
const ENTITY = /&(?:([A-Za-z]{2,8})|#0*(\d{1,7})|#[xX]0*([\da-fA-F]{1,6}));/y

/** The character of the entity at an offset, and the length of the entity; undefined if none is there. */
export function entityAt(text: string, at: number): { units: string; length: number } | undefined {
  ENTITY.lastIndex = at
  const [whole = '', name, decimal, hex] = ENTITY.exec(text) ?? []
  const units = name === undefined ? characterOf(Number(decimal ?? `0x${hex}`)) : namedCharacter(name)
  return units === undefined ? undefined : { units, length: whole.length }
}

const namedCharacter = (name: string) => (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined)
const characterOf = (point: number) =>
  point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : undefined

/** A text with characters in place of its entities. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?=[#A-Za-z])[^;&]{2,12};/g, (whole) => entityAt(whole, 0)?.units ?? whole)
    : text
