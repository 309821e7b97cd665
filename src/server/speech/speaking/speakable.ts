import { cardinal, numberInWords, ordinal, spelled, year } from './number-words.js'

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

const CURRENCIES: Record<string, [one: string, many: string, cent: string]> = {
  $: ['dollar', 'dollars', 'cents'],
  '€': ['euro', 'euros', 'cents'],
  '£': ['pound', 'pounds', 'pence'],
}

const SYMBOLS: Record<string, string> = {
  '&': ' and ',
  '@': ' at ',
  '#': ' number ',
  '=': ' equals ',
  '+': ' plus ',
  '°': ' degrees ',
  '→': ', ',
  '|': ', ',
  '•': ', ',
}

/** Each step sees what the one before has left: markup first, then what has a shape of its own, plain numbers last. */
const STEPS: readonly [pattern: RegExp, words: string | ((...groups: string[]) => string)][] = [
  // Code and data are for eyes.
  [/```[\s\S]*?(?:```|$)/g, ' '],
  [/`([^`]*)`/g, '$1'],
  [/!?\[([^\]]*)\]\([^)]*\)/g, '$1'],
  [
    /\bhttps?:\/\/([^\s/?#)>\]]+)[^\s)>\]]*/gi,
    (_, host) => host!.replace(/^www\./, '').replaceAll('.', ' dot '),
  ],
  [/^\s{0,3}(?:#{1,6}|>+)\s+/gm, ''],
  [/^\s*(?:[-*+•]|\d+[.)])\s+/gm, ''],
  [/^\s*\|?(?:\s*:?-{2,}:?\s*\|?)+\s*$/gm, ''],
  [/(\*\*|__|~~)(?=\S)([\s\S]*?\S)\1/g, '$2'],
  [/(?<![\p{L}\p{N}])[*_](?=\S)([^*_\n]*\S)[*_](?![\p{L}\p{N}])/gu, '$1'],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (mail) => mail.replaceAll('.', ' dot ').replace('@', ' at ')],
  [/\b(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?/g, isoDate],
  [/\b(\d{1,2}):(\d\d)(?::\d\d)?(?:\s*([ap])\.?m\.?)?/gi, clockTime],
  [
    /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
    (id) => `ending in ${spelled(id.slice(-4), 4)}`,
  ],
  [/\b(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z\d]{16,}\b/g, (id) => `ending in ${spelled(id.slice(-4), 4)}`],
  [/([$€£])\s?(\d[\d,]*)(?:\.(\d\d))?(?![\d.])/g, money],
  [
    /\+?\d[\d() -]{8,}\d\b/g,
    (phone) => (/[() +-]/.test(phone) ? `${phone.startsWith('+') ? 'plus ' : ''}${spelled(phone)}` : phone),
  ],
  [/\b(\d{1,3})(?:st|nd|rd|th)\b/g, (_, number) => ordinal(Number(number))],
  [/(\d)\s?%/g, '$1 percent'],
  [/\b[A-Z]+-?\d[A-Z\d-]*\b/g, (code) => spelled(code)],
  [/\b\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,]*\d)/g, (number) => numberInWords(number)],
  [/\b\d+(?:\.\d+){2,}\b/g, (version) => version.split('.').map(numberInWords).join(' point ')],
  [/\b0\d+\b|\b\d{7,}\b/g, (digits) => spelled(digits)],
  [/(?<![\w.])-(?=\d)/g, 'minus '],
  [/\b(?:1[1-9]|20)\d\d\b(?![.,]\d)/g, (number) => year(Number(number))],
  [
    /\d[\d,]*(?:\.\d+)?/g,
    (number) => numberInWords(number.replace(/,$/, '')) + (number.endsWith(',') ? ',' : ''),
  ],
  [/(\p{L})_(?=\p{L})/gu, '$1 '],
  [/[&@#=+°→|•]/g, (symbol) => SYMBOLS[symbol] ?? ' '],
  [/[*_~`^<>{}[\]\\]+/g, ' '],
  [/\p{Extended_Pictographic}\uFE0F?/gu, ' '],
  [/\s*\n+\s*/g, '. '],
  [/([.!?:;,])\s*\.(?=\s|$)/g, '$1'],
  [/\s+([.,!?;:])/g, '$1'],
  [/(?:,\s*){2,}/g, ', '],
  [/^[\s.,;:]+/, ''],
  [/\s{2,}/g, ' '],
]

/** What a voice should say for a piece of a reply: no markup, no addresses, no digits. Empty when there is nothing to say. */
export function speakable(text: string): string {
  let words = text.normalize('NFC')
  for (const [pattern, replacement] of STEPS) words = words.replace(pattern, replacement as string)
  words = words.trim()
  return /[\p{L}\p{N}]/u.test(words) ? words : ''
}

function isoDate(
  whole: string,
  yyyy?: string,
  mm?: string,
  dd?: string,
  hour?: string,
  minute?: string,
): string {
  const month = MONTHS[Number(mm) - 1]
  if (!month || Number(dd) < 1 || Number(dd) > 31) return whole
  const time = hour === undefined ? '' : ` at ${clockTime('', hour, minute)}`
  return `${month} ${ordinal(Number(dd))}, ${year(Number(yyyy))}${time}`
}

function clockTime(_: string, hour?: string, minute?: string, half?: string): string {
  const minutes = Number(minute)
  const past = minutes === 0 ? '' : ` ${minutes < 10 ? 'oh ' : ''}${cardinal(minutes)}`
  if (half) return `${cardinal(Number(hour))}${past} ${half.toUpperCase()} M`
  return `${cardinal(Number(hour))}${past || (Number(hour) > 12 || Number(hour) === 0 ? ' hundred' : " o'clock")}`
}

function money(_: string, sign?: string, whole?: string, cents?: string): string {
  const [one, many, cent] = CURRENCIES[sign!]!
  const count = Number(whole!.replaceAll(',', ''))
  const main = `${cardinal(count)} ${count === 1 ? one : many}`
  return Number(cents ?? 0) === 0 ? main : `${main} and ${cardinal(Number(cents))} ${cent}`
}
