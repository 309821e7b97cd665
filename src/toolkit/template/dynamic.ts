import data from '../../../templates/dynamic-variables.json'
import { capitalize } from '../../text/capitalize.js'
import { between, characters, pick, type Random, systemRandom } from './random.js'

type ValueMaker = (random: Random) => string

const DAY_MS = 86_400_000
const TEMPLATES: Readonly<Record<string, string>> = data.variables
const LISTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(data.lists).map(([name, list]) => [name, typeof list === 'string' ? list.split(' ') : list]),
)
const ALPHABETS: Readonly<Record<string, string>> = data.alphabets

const HOLE = /\{([^{}]+)\}/g

/** Fills `{city}` from a list, `{randomFirstName}` from a variable, `{1..9}`, `{com|org}`, and `{digit*4}`. */
function fillHoles(template: string, random: Random): string {
  return template.replace(HOLE, (_, hole: string) => {
    const list = LISTS.get(hole)
    if (list) return fillHoles(pick(random, list), random)
    if (hole.includes('|')) return pick(random, hole.split('|'))
    const [what = '', count] = hole.split('*')
    if (count !== undefined)
      return characters(random, { count: numberIn(count, random), from: ALPHABETS[what]! })
    return hole.includes('..') ? String(numberIn(hole, random)) : dynamicText(hole, random)!
  })
}

function numberIn(range: string, random: Random): number {
  const [low = 0, high = low] = range.split('..').map(Number)
  return between(random, [low, high])
}

const times = (count: number, make: () => string) => Array.from({ length: count }, make)

const uuid: ValueMaker = (random) =>
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) =>
    between(random, place === 'x' ? [0, 15] : [8, 11]).toString(16),
  )
const date =
  (fromDays: number, toDays: number): ValueMaker =>
  (random) =>
    JSON.stringify(
      new Date(Date.now() + Math.floor((fromDays + random() * (toDays - fromDays)) * DAY_MS)).toISOString(),
    )
const coordinate =
  (limit: number): ValueMaker =>
  (random) =>
    ((random() * 2 - 1) * limit).toFixed(4)

const sentence: ValueMaker = (random) =>
  `${capitalize(times(between(random, [3, 10]), () => fillHoles('{lorem}', random)).join(' '))}.`
const sentences: ValueMaker = (random) => times(between(random, [2, 6]), () => sentence(random)).join(' ')

type FileList = '{file}' | '{commonFile}'
const extension =
  (list: FileList): ValueMaker =>
  (random) =>
    fillHoles(list, random).split(' ')[0]!
const mimeType =
  (list: FileList): ValueMaker =>
  (random) =>
    fillHoles(list, random).split(' ')[1]!
const mediaKind =
  (list: FileList): ValueMaker =>
  (random) =>
    mimeType(list)(random).split('/')[0]!
const fileName =
  (list: FileList): ValueMaker =>
  (random) =>
    `${times(between(random, [1, 3]), () => fillHoles('{noun}', random).toLowerCase()).join('_')}.${extension(list)(random)}`

/** The dynamic variables whose values no template can describe, by name without `$`. */
const MAKERS: Readonly<Record<string, ValueMaker>> = {
  guid: uuid,
  timestamp: () => String(Math.floor(Date.now() / 1000)),
  isoTimestamp: () => new Date().toISOString(),
  randomUUID: uuid,
  randomLatitude: coordinate(90),
  randomLongitude: coordinate(180),
  randomDatePast: date(-365, 0),
  randomDateFuture: date(0, 365),
  randomDateRecent: date(-1, 0),
  randomDomainWord: (random) => fillHoles('{firstName}', random).toLowerCase(),
  randomLoremSentence: sentence,
  randomLoremSentences: sentences,
  randomLoremText: sentences,
  randomLoremLines: (random) => times(between(random, [1, 5]), () => sentence(random)).join('\n'),
  randomFileName: fileName('{file}'),
  randomFileType: mediaKind('{file}'),
  randomFileExt: extension('{file}'),
  randomCommonFileName: fileName('{commonFile}'),
  randomCommonFileType: mediaKind('{commonFile}'),
  randomCommonFileExt: extension('{commonFile}'),
  randomMimeType: mimeType('{file}'),
}

export const dynamicNames: readonly string[] = [...Object.keys(MAKERS), ...Object.keys(TEMPLATES)].map(
  (name) => `$${name}`,
)

/** A new value for a dynamic variable such as `$guid`; undefined for an unknown name. */
export function dynamicValue(name: string, random: Random = systemRandom): string | undefined {
  return dynamicText(name.slice(1), random)
}

function dynamicText(name: string, random: Random): string | undefined {
  if (Object.hasOwn(MAKERS, name)) return MAKERS[name]!(random)
  return Object.hasOwn(TEMPLATES, name) ? fillHoles(TEMPLATES[name]!, random) : undefined
}
