import { createHash } from 'node:crypto'
import { MAX_FILE_NESTING } from '../../../protocol/nesting.js'
import { parseJson } from '../../../protocol/parse-json.js'
import { capitalize } from '../../../text/capitalize.js'
import { trimEndOf } from '../../../text/trim.js'
import { schemaOfPlaceholder } from '../../../toolkit/compile/placeholders.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import { isPlaceholderText } from '../../../toolkit/semantics/placeholder-text.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'

interface ValueContext {
  name: string
  samples: readonly JsonValue[]
  index: number
  noun: string
}

/**
 * A value for a member. It is a value from the collection, or a variation of such a value. If the collection has no
 * value of the member, a value that fits its name is made.
 */
export function makeValue(place: ValueContext): JsonValue {
  const samples = place.samples.filter((sample) => !isEmptySample(sample))
  const { index } = place
  if (samples.length === 0) return valueByName(place)
  const sample = samples[index % samples.length]!
  return index < samples.length ? cleaned(sample, place) : varied(sample, place)
}

/** Whether a value in the collection is empty or only shows a type: `string`, `<name>`, `{{email}}`. */
export function isEmptySample(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '') return true
  if (typeof value !== 'string') return false
  return (
    /^(string|text|str|varchar|number|integer|int|date|datetime|boolean|bool|todo|n\/a)$/i.test(value) ||
    /\{\{|^\[object /.test(value) ||
    isPlaceholderText(value)
  )
}

const MAX_DEPTH = 5

/** Replaces empty values and placeholders by generated values. */
function cleaned(sample: JsonValue, place: ValueContext, depth = 0): JsonValue {
  if (isEmptySample(sample)) return valueByName(place)
  if (typeof sample !== 'object' || sample === null || depth === MAX_DEPTH) return sample
  if (Array.isArray(sample)) return sample.slice(0, 5).map((one) => cleaned(one, place, depth + 1))
  return Object.fromEntries(
    Object.entries(sample).map(([name, value]) => [name, cleaned(value, { ...place, name }, depth + 1)]),
  )
}

/**
 * Varies a value from the collection for a further record. The variation is used if a member has fewer values in the
 * collection than there are records.
 */
function varied(sample: JsonValue, place: ValueContext): JsonValue {
  const { name, index } = place
  if (typeof sample === 'boolean') return index % 2 === 0 ? sample : !sample
  if (typeof sample === 'number') return isIdName(name) ? index + 1 : variedNumber(sample, index)
  if (typeof sample !== 'string') return cleaned(sample, place)
  if (/^-?\d{1,15}([.,]\d+)?$/.test(sample) && sample.length < 7) {
    const number = variedNumber(Number(sample.replace(',', '.')), index)
    return isIdName(name) ? String(index + 1) : String(number)
  }
  return variedText(sample, place)
}

/** A number similar to another one, with the same decimals: `999.99` becomes `1099.99`, `12` becomes `13`. */
function variedNumber(sample: number, index: number): number {
  const whole = Math.trunc(sample)
  const step = Math.max(1, Math.round(Math.abs(whole) * 0.1))
  const isScore = whole >= 1 && whole <= 5
  const next = isScore ? ((whole - 1 + index) % 5) + 1 : whole + step * (1 + (index % 9))
  return Number((next + (sample - whole)).toFixed(decimalsOf(sample)))
}

const decimalsOf = (number: number) => /\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0

function variedText(sample: string, { name, index }: ValueContext): string {
  const count = index + 1
  const date = shiftedDate(sample, index)
  if (date !== undefined) return date
  const [, user = '', host = ''] = /^([^@\s]+)@([^@\s]+)$/.exec(sample) ?? []
  if (host) return `${trimEndOf(user, DIGITS) || user[0]}${count}@${host}`
  if (/^https?:\/\//.test(sample)) return sample
  if (/^\+?[\d\s().-]{7,}$/.test(sample)) return withLastDigits(sample, count)
  if (isName(name) && sample.length <= 60) return `${withoutNumber(sample)} ${count}`
  return isIdName(name) && /\d$/.test(sample) ? withLastDigits(sample, count) : sample
}

const DIGITS = '0123456789'

/** Removes the number at the end of a name if a space comes before it: `Lamp 12` gives `Lamp`, `A4` stays. */
function withoutNumber(name: string): string {
  const head = trimEndOf(name, DIGITS)
  return head.length < name.length && /\s$/.test(head) ? head.trimEnd() : name
}

/** A date, with or without time, moved by a number of days, in the same format. `undefined` if the text is not a date. */
function shiftedDate(sample: string, days: number): string | undefined {
  const [date, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?!\d)/.exec(sample) ?? []
  if (date === undefined) return undefined
  const shifted = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day) + (days % 300)))
  return Number.isNaN(shifted.getTime())
    ? undefined
    : shifted.toISOString().slice(0, 10) + sample.slice(date.length)
}

/** Replaces the last digits in a text; other characters stay: `0812-0001` becomes `0812-0005`. */
function withLastDigits(sample: string, count: number): string {
  const digits = String(count % 1000)
  let left = digits.length
  const characters = [...sample].reverse().map((character) => {
    if (!/\d/.test(character) || left === 0) return character
    left -= 1
    return digits[left]!
  })
  return characters.reverse().join('')
}

const isName = (name: string) =>
  /name|nom\b|nome|titl|titre|titulo|judul|nama|label|subject|ad[iı]$/i.test(name)

const PEOPLE = [
  'Ana Silva',
  'Ben Okafor',
  'Chen Wei',
  'Dana Novak',
  'Emre Kaya',
  'Fatima Ali',
  'Giulia Rossi',
]
const CITIES = ['Lisbon', 'Lagos', 'Taipei', 'Prague', 'Ankara', 'Cairo', 'Turin']
const GENRES = ['Fiction', 'History', 'Comedy', 'Science', 'Adventure']
const PERSONAL =
  /user|customer|client|person|people|member|employee|student|teacher|patient|author|owner|doctor|guest|contact|usuario|cliente|persona|aluno|alumno|paciente|empleado|funcionario|siswa|karyawan|pelanggan|kunde|utilisateur|ogrenci|musteri|medico|admin|staff|driver|player|joueur|jugador|profesor|professor|follower|contributor|collaborator|participant|attendee|subscriber|director|manager|learner|assignee|reviewer|recipient|tenant|resident|prospect/i

type Make = (place: ValueContext) => JsonValue

const person: Make = ({ index }) => PEOPLE[index % PEOPLE.length]!
const local = (index: number) => PEOPLE[index % PEOPLE.length]!.split(' ')[0]!.toLowerCase()
const day = (index: number, month: string) => `2025-${month}-${String(1 + (index % 28)).padStart(2, '0')}`

/**
 * Patterns for member names, in the languages that developers use, and the values that fit them. A pattern is tested on
 * the name as written, followed by its words: `itemCount item count`. So a pattern can look for a whole word:
 * `\bcount$` finds `itemCount`, but not `itemCountry`.
 */
const BY_NAME: [pattern: RegExp, make: Make][] = [
  [
    /e?-?mail|correo/i,
    ({ index }) => `${local(index)}${index >= PEOPLE.length ? index + 1 : ''}@example.com`,
  ],
  [
    /phone|mobile|telef|telp|celular|\bhp$|fone|whatsapp/i,
    ({ index }) => `+1 555 010 ${String(1000 + index).slice(-4)}`,
  ],
  [
    /^(is|has|can)[_A-Z]|\bactive$|enabled|available|\bdone$|completed|verified|success/i,
    ({ index }) => index % 3 !== 2,
  ],
  [
    /(created|updated|modified|deleted)_?(at|on|date)\b|timestamp|date[_ ]?time$/i,
    ({ index }) => `${day(index, '03')}T09:00:00Z`,
  ],
  [/time$|\bhora$|heure|\bjam$|uhrzeit/i, ({ index }) => `${String(9 + (index % 9)).padStart(2, '0')}:00`],
  [/\blat(itude)?$/i, ({ index }) => 38.72 + (index % 90) / 100],
  [/\b(lng|lon|long|longitude)$/i, ({ index }) => -9.14 + (index % 90) / 100],
  [
    /(?:^|[^p])dates?\b|fecha|\bdata (?:d[aeo] )?(?:nasc|inic|fi[mn]|cria|cadas|hora|entr|comp|vend|pag|venc|emis|said|reg)|datum|tanggal|tarih|birth| at$/i,
    ({ index }) => day(index, '04'),
  ],
  [
    /price|amount|\btotal(?![ _]?(?:count|items|pages|records|results|elements))|\bcosts?\b|precio|preco|\bvalor|harga|fiyat|\bprix|preis|salary|balance|saldo|monto|\bfees?\b/i,
    ({ index }) => 19.9 + 5 * (index % 90),
  ],
  [
    /quantity|\bqty|\bstock|\bcount$|cantidad|quantidade|jumlah|\badet|menge|quantite|capacity/i,
    ({ index }) => 10 + index,
  ],
  [/\b(age|edad|idade|umur|yas|alter)$/i, ({ index }) => 25 + (index % 40)],
  [/\brating|score\b|\bstars|\bnota$/i, ({ index }) => 3 + (index % 3)],
  [/\byear|\banio$|\bano$|tahun|annee/i, ({ index }) => 2020 + (index % 6)],
  [
    /image|photo|picture|avatar|\bfoto|imagen|\bcover\b|thumbnail/i,
    ({ index, noun }) => `https://example.com/${slug(noun)}-${index + 1}.jpg`,
  ],
  [/ur[li]$|link|website/i, ({ index, noun }) => `https://example.com/${slug(noun)}/${index + 1}`],
  [/\bcity|ciudad|cidade|\bkota|\bville|\bstadt|sehir/i, ({ index }) => CITIES[index % CITIES.length]!],
  [/country|\bpais\b|negara|ulke/i, () => 'Portugal'],
  [/address|direccion|endereco|alamat|adresse|\badres/i, ({ index }) => `${12 + index} Main Street`],
  [/status|estado|\bstate$/i, () => 'active'],
  [/(first|given)_?name|\bprenom$/i, ({ index }) => PEOPLE[index % PEOPLE.length]!.split(' ')[0]!],
  [
    /(last|family|sur)_?name|apellido|sobrenome/i,
    ({ index }) => PEOPLE[index % PEOPLE.length]!.split(' ')[1]!,
  ],
  [/user_?name|login/i, ({ index }) => local(index)],
  [/full_?name/i, person],
  [/message|mensaje|mensagem|pesan/i, () => 'OK'],
  [
    /\b(author|writer|artist|actor|singer|director|owner|doctor|teacher|instructor|driver|autor|auteur)$/i,
    person,
  ],
  [/location|place|town|lugar|lokasi/i, ({ index }) => CITIES[index % CITIES.length]!],
  [/genre/i, ({ index }) => GENRES[index % GENRES.length]!],
  [
    /description|summary|overview|details$|bio$|descripcion|descricao|deskripsi/i,
    ({ index, noun }) => `About ${noun} number ${index + 1}`,
  ],
]

/** Makes a value that fits the name of a member. It is used if the collection has no value of this member. */
function valueByName(place: ValueContext): JsonValue {
  const { name, index, noun } = place
  if (isIdName(name)) return index + 1
  if (isName(name) && PERSONAL.test(`${noun} ${name}`) && !PART_OF_NAME.test(name)) return person(place)
  const words = wordsOf(name).join(' ')
  const make = BY_NAME.find(([pattern]) => pattern.test(`${name} ${words}`))?.[1]
  if (make) return make(place)
  const title = isName(name) ? noun : words
  return `${capitalize(title || 'record')} ${index + 1}`
}

/** Names of members that have only a part of a person's name, or a user name. */
const PART_OF_NAME = /(user|first|given|last|family|sur)_?name|prenom|apellido|sobrenome/i

const slug = (text: string) => wordsOf(text).join('-') || 'record'

/** An example with more characters than this is not changed. */
const MAX_LENGTH = 200_000

/**
 * Fills placeholders such as `<integer>` in the body of a saved example, always with the same values. Returns
 * `undefined` if the body has no placeholders.
 */
export function fillPlaceholders(body: string, noun: string): string | undefined {
  if (body.length > MAX_LENGTH || !/"<\w+>"/.test(body)) return undefined
  try {
    return JSON.stringify(
      filled(parseJson(body, MAX_FILE_NESTING) as JsonValue, { name: noun, noun, index: 0 }),
      null,
      2,
    )
  } catch {
    return undefined
  }
}

/** Where a placeholder is: the name of the member that contains it, and the position in the list around that member. */
type Place = Omit<ValueContext, 'samples'>

function filled(value: JsonValue, place: Place): JsonValue {
  if (Array.isArray(value)) return value.map((one, index) => filled(one, { ...place, index }))
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value)
    return Object.fromEntries(members.map(([name, one]) => [name, filled(one, { ...place, name })]))
  }
  return typeof value === 'string' && /^<\w+>$/.test(value) ? valueFor(value, place) : value
}

function valueFor(placeholder: string, place: Place): JsonValue {
  const { type, format } = schemaOfPlaceholder(placeholder) ?? {}
  const named = makeValue({ ...place, samples: [] })
  if (type === 'boolean') return true
  if (type === 'integer') return Math.trunc(typeof named === 'number' ? named : place.index + 1)
  if (type === 'number') return typeof named === 'number' ? named : place.index + 1
  const made = byFormat(format, place)
  if (made !== undefined) return made
  return String(named)
}

function byFormat(format: string | undefined, { name, index }: Place): string | undefined {
  const day = String(1 + (index % 28)).padStart(2, '0')
  if (format === 'date') return `2025-04-${day}`
  if (format === 'date-time') return `2025-03-${day}T09:00:00Z`
  if (format === 'email') return 'ana@example.com'
  if (format === 'uri') return `https://example.com/${encodeURIComponent(name)}`
  if (format !== 'uuid') return undefined
  const digest = createHash('sha256')
    .update(index === 0 ? name : `${name} ${index}`)
    .digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-a${digest.slice(17, 20)}-${digest.slice(20, 32)}`
}
