import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { joinWords } from '../../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Whether a text is the code of a currency of ISO 4217. */
export const isCurrencyCode = (text: string) => currencies.has(text)

const currencyName = /^currency(_?code)?$/i
const amountWords = new Set('amount value price cost total subtotal fee balance tax'.split(' '))
const centWords = new Set(['cent', 'cents'])

/**
 * The record with its currency inside its amounts: `{ amount: 10.99, currency: 'USD' }` gives `{ amount: '10.99 USD'
 * }`. A field in cents is converted to the main unit and loses the word "cents": `price_cents: 1099` gives `price:
 * '10.99 USD'`.
 */
export function withMoney(thing: JsonObject): JsonObject {
  const code = Object.keys(thing).find((name) => currencyName.test(name) && isCurrency(thing[name]))
  const fields = Object.entries(thing).map(([name, value]) => amountField(name, value, thing[code ?? '']))
  const isBeside = fields.some(([, value]) => typeof value === 'string' && moneyText.test(value))
  return Object.fromEntries(fields.filter(([name]) => name !== code || !isBeside))
}

/**
 * The amount of money that an object stands for: `{ value: 5, currency: 'EUR' }` gives `5 EUR`. Undefined for an object
 * without an amount and a currency.
 */
export function amountOf(thing: JsonObject): JsonValue | undefined {
  const { amount, value = amount } = withMoney(thing)
  return typeof value === 'string' && moneyText.test(value) ? value : undefined
}

/** Whether a field of this name holds an amount of money. */
export const namesMoney = (name: string) => wordsOf(name).some((word) => amountWords.has(word))

function amountField(name: string, value: JsonValue, currency: JsonValue | undefined): [string, JsonValue] {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)))
    return [name, value]
  const words = wordsOf(name)
  const isCents = words.length > 1 && centWords.has(words.at(-1)!)
  if (!isCents && !namesMoney(name)) return [name, value]
  const plain = isCents ? joinWords(words.filter((word) => word !== 'in').slice(0, -1), 'snake') : name
  if (!isCurrency(currency)) return [plain, Number(value) / (isCents ? 100 : 1)]
  // If a service writes the currency in small letters ("usd"), whole amounts are in the smallest unit of the currency,
  // such as cents.
  const isMinor = isCents || (Number.isInteger(value) && currency === currency.toLowerCase())
  const amount = Number(value) / (isMinor ? 10 ** digitsOf(currency) : 1)
  return [plain, `${amount} ${currency.toUpperCase()}`]
}

/** The number of digits that a currency has after the decimal point. */
const digitsOf = (currency: string) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

const isCurrency = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && isCurrencyCode(value.toUpperCase())

const moneyText = /^-?\d+(\.\d+)? [A-Z]{3}$/

/** An amount of money as people write it: `10.99 USD` gives "$10.99". Undefined for any other text. */
export function moneyInWords(text: string, language: string): string | undefined {
  const [amount, currency = ''] = text.split(' ')
  if (!moneyText.test(text) || !isCurrencyCode(currency)) return undefined
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(amount))
}
