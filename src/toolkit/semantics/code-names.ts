import { memoized } from '../../text/memoized.js'
import { wordsOf } from './words.js'

/** Last words in the names of codes: identifiers that are written in digits but are no numbers, so that zeros count. */
const CODES = new Set(
  `zip zipcode postcode postalcode postal plz cep phone phonenumber telephone tel mobile cell cellphone fax msisdn whatsapp telefono
  telefone telefon celular ssn sin nin tin ein itin npi dea isbn issn ismn ean upc gtin asin sku iban bic swift aba imei imsi meid iccid
  pin otp cvv cvc cvn vin passport vat account iccid mrn ndc hs naics sic fips duns siren siret cpf cnpj nif dni rut curp nik pesel kvk
  bsn mcc mnc lei figi cusip isin sedol orcid barcode dialcode tckn inn kpp pan bin`.split(/\s+/),
)

/** Pairs of last words that make such a name, although the last word alone may be that of a number. */
const NUMBERED = new Set(
  `account routing sort card phone mobile fax tax license licence passport serial tracking policy claim member badge employee student
  patient invoice order room flight seat gate plate check cheque document customer case ticket batch lot bank branch transit registration
  contract meter voucher gift coupon area country dial post postal zip access house unit confirmation booking reservation national
  insurance security`.split(/\s+/),
)
/** Words before `id` in the names of codes that an authority gives: `tax_id`. */
const OF_PERSONS = new Set('tax vat national passport'.split(' '))
const NUMBER_WORDS = new Set('number num no nr code digits'.split(' '))

/** Whether a name is that of a code such as a postal code, a phone or an account number: its digits are a text. */
export const isCodeName: (name: string) => boolean = memoized((name) => {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  if (CODES.has(last)) return true
  const before = words.at(-2) ?? ''
  if (last === 'id') return OF_PERSONS.has(before)
  return NUMBER_WORDS.has(last) && (NUMBERED.has(before) || CODES.has(before))
})
