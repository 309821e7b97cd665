import { capitalize } from '../../text/capitalize.js'
import { WORDS, type WordList } from './dynamic-words.js'
import { between, characters, pick, type Random, systemRandom } from './random.js'

type ValueMaker = (random: Random) => string

const HEX = '0123456789abcdef'
const DIGITS = '0123456789'
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const ALPHANUMERIC = LOWER + DIGITS
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const DAY_MS = 86_400_000

const word =
  (list: WordList): ValueMaker =>
  (random) =>
    pick<string>(random, WORDS[list])
const digits = (random: Random, count: number) => characters(random, { count, from: DIGITS })
const number = (random: Random, low: number, high: number) => String(between(random, [low, high]))
const lower = (random: Random, list: WordList) => word(list)(random).toLowerCase()
const times = (count: number, make: () => string) => Array.from({ length: count }, make)

const uuid: ValueMaker = (random) =>
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) =>
    HEX.charAt(place === 'x' ? between(random, [0, 15]) : between(random, [8, 11])),
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
  `${capitalize(times(between(random, [3, 10]), () => word('lorem')(random)).join(' '))}.`
const sentences: ValueMaker = (random) => times(between(random, [2, 6]), () => sentence(random)).join(' ')
const paragraph: ValueMaker = (random) => times(3, () => sentence(random)).join(' ')
const lines: ValueMaker = (random) => times(between(random, [1, 5]), () => sentence(random)).join('\n')
const loremWords = (random: Random) => times(3, () => word('lorem')(random))

const file = (random: Random, list: 'file' | 'commonFile') =>
  word(list)(random).split(' ') as [string, string]
const extension =
  (list: 'file' | 'commonFile'): ValueMaker =>
  (random) =>
    file(random, list)[0]
const mediaKind =
  (list: 'file' | 'commonFile'): ValueMaker =>
  (random) =>
    file(random, list)[1].split('/')[0]!
const fileName =
  (list: 'file' | 'commonFile'): ValueMaker =>
  (random) =>
    `${times(between(random, [1, 3]), () => lower(random, 'noun')).join('_')}.${extension(list)(random)}`

const companyName: ValueMaker = (random) =>
  random() < 0.5
    ? `${word('lastName')(random)}, ${word('lastName')(random)} and ${word('lastName')(random)}`
    : `${word('lastName')(random)} ${word('companySuffix')(random)}`
const userName: ValueMaker = (random) =>
  `${word('firstName')(random)}${pick(random, ['.', '_', ''])}${word('lastName')(random)}${random() < 0.5 ? number(random, 1, 99) : ''}`
const domainName: ValueMaker = (random) => `${lower(random, 'firstName')}.${word('domainSuffix')(random)}`
const protocol: ValueMaker = (random) => pick(random, ['http', 'https'])
const phrase: ValueMaker = (random) =>
  word('phrase')(random)
    .replaceAll(';', ',')
    .replace(/\{(\w+)\}/g, (_hole, list: WordList) => word(list)(random))
const anyWord: ValueMaker = (random) =>
  word(pick<WordList>(random, ['noun', 'product', 'department', 'color', 'catchNoun', 'adjective']))(random)
const image =
  (kind?: string): ValueMaker =>
  () =>
    `http://placeimg.com/640/480${kind ? `/${kind}` : ''}`
const imageDataUri: ValueMaker = () =>
  `data:image/svg+xml;charset=UTF-8,${encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" version="1.1" baseProfile="full" width="640" height="480"><rect width="100%" height="100%" fill="grey"/></svg>',
  )}`
const iban: ValueMaker = (random) =>
  `${word('countryCode')(random)}${digits(random, 2)}${digits(random, between(random, [12, 24]))}`
const bic: ValueMaker = (random) =>
  `${characters(random, { count: 4, from: LOWER }).toUpperCase()}${word('countryCode')(random)}${digits(random, 1)}${number(random, 0, 9)}`
const userAgent: ValueMaker = (random) =>
  `Mozilla/5.0 (Windows NT ${number(random, 5, 10)}.${number(random, 0, 3)}) AppleWebKit/${number(random, 531, 537)}.${number(random, 0, 36)} (KHTML, like Gecko) Chrome/${number(random, 60, 130)}.0.${number(random, 100, 899)}.0 Safari/537.36`

/** A generator for each of Postman's dynamic variables, by name without `$`. */
const MAKERS: Record<string, ValueMaker> = {
  guid: uuid,
  timestamp: () => String(Math.floor(Date.now() / 1000)),
  isoTimestamp: () => new Date().toISOString(),
  randomUUID: uuid,
  randomInt: (random) => number(random, 0, 1000),
  randomBoolean: (random) => String(random() < 0.5),
  randomAlphaNumeric: (random) => characters(random, { count: 1, from: ALPHANUMERIC }),
  randomPhoneNumber: (random) => `${digits(random, 3)}-${digits(random, 3)}-${digits(random, 4)}`,
  randomPhoneNumberExt: (random) =>
    `${number(random, 1, 99)}-${digits(random, 3)}-${digits(random, 3)}-${digits(random, 4)}`,
  randomLocale: word('locale'),
  randomWord: anyWord,
  randomWords: (random) => times(3, () => anyWord(random)).join(' '),
  randomCity: word('city'),
  randomStreetName: (random) => `${word('lastName')(random)} ${word('street')(random)}`,
  randomStreetAddress: (random) =>
    `${number(random, 1, 9999)} ${word('lastName')(random)} ${word('street')(random)}`,
  randomCountry: word('country'),
  randomCountryCode: word('countryCode'),
  randomLatitude: coordinate(90),
  randomLongitude: coordinate(180),
  randomColor: word('color'),
  randomHexColor: (random) => `#${characters(random, { count: 6, from: HEX })}`,
  randomDepartment: word('department'),
  randomProduct: word('product'),
  randomProductName: (random) =>
    `${word('productAdjective')(random)} ${word('productMaterial')(random)} ${word('product')(random)}`,
  randomProductAdjective: word('productAdjective'),
  randomProductMaterial: word('productMaterial'),
  randomCompanyName: companyName,
  randomCompanySuffix: word('companySuffix'),
  randomCatchPhrase: (random) =>
    `${word('catchAdjective')(random)} ${word('catchDescriptor')(random)} ${word('catchNoun')(random)}`,
  randomCatchPhraseAdjective: word('catchAdjective'),
  randomCatchPhraseDescriptor: word('catchDescriptor'),
  randomCatchPhraseNoun: word('catchNoun'),
  randomBs: (random) => `${word('bsBuzz')(random)} ${word('bsAdjective')(random)} ${word('bsNoun')(random)}`,
  randomBsAdjective: word('bsAdjective'),
  randomBsBuzz: word('bsBuzz'),
  randomBsNoun: word('bsNoun'),
  randomDatabaseColumn: word('databaseColumn'),
  randomDatabaseType: word('databaseType'),
  randomDatabaseCollation: word('databaseCollation'),
  randomDatabaseEngine: word('databaseEngine'),
  randomDatePast: date(-365, 0),
  randomDateFuture: date(0, 365),
  randomDateRecent: date(-1, 0),
  randomMonth: word('month'),
  randomWeekday: word('weekday'),
  randomBankAccount: (random) => digits(random, 8),
  randomBankAccountName: (random) => `${word('accountType')(random)} Account`,
  randomBankAccountIban: iban,
  randomBankAccountBic: bic,
  randomCreditCardMask: (random) => digits(random, 4),
  randomPrice: (random) => `${number(random, 0, 999)}.${digits(random, 2)}`,
  randomTransactionType: word('transactionType'),
  randomCurrencyCode: word('currencyCode'),
  randomCurrencyName: word('currencyName'),
  randomCurrencySymbol: word('currencySymbol'),
  randomBitcoin: (random) =>
    `${pick(random, ['1', '3'])}${characters(random, { count: between(random, [25, 33]), from: BASE58 })}`,
  randomAbbreviation: word('abbreviation'),
  randomAdjective: word('adjective'),
  randomNoun: word('noun'),
  randomVerb: word('verb'),
  randomIngverb: word('ingverb'),
  randomPhrase: phrase,
  randomAvatarImage: (random) =>
    `https://cloudflare-ipfs.com/ipfs/Qmd3W5DuhgHirLHGVixi6V76LhCkZUz6pnFt5AJBiyvHye/avatar/${number(random, 1, 1249)}.jpg`,
  randomImageUrl: image(),
  randomAbstractImage: image('abstract'),
  randomAnimalsImage: image('animals'),
  randomBusinessImage: image('business'),
  randomCatsImage: image('cats'),
  randomCityImage: image('city'),
  randomFoodImage: image('food'),
  randomNightlifeImage: image('nightlife'),
  randomFashionImage: image('fashion'),
  randomPeopleImage: image('people'),
  randomNatureImage: image('nature'),
  randomSportsImage: image('sports'),
  randomTransportImage: image('transport'),
  randomImageDataUri: imageDataUri,
  randomEmail: (random) => `${userName(random)}@${pick(random, ['gmail.com', 'yahoo.com', 'hotmail.com'])}`,
  randomExampleEmail: (random) => `${userName(random)}@example.${pick(random, ['com', 'net', 'org'])}`,
  randomUserName: userName,
  randomProtocol: protocol,
  randomUrl: (random) => `${protocol(random)}://${domainName(random)}`,
  randomDomainName: domainName,
  randomDomainSuffix: word('domainSuffix'),
  randomDomainWord: (random) => lower(random, 'firstName'),
  randomIP: (random) => times(4, () => number(random, 0, 255)).join('.'),
  randomIPV6: (random) => times(8, () => characters(random, { count: 4, from: HEX })).join(':'),
  randomMACAddress: (random) => times(6, () => characters(random, { count: 2, from: HEX })).join(':'),
  randomUserAgent: userAgent,
  randomPassword: (random) => characters(random, { count: 15, from: ALPHANUMERIC + LOWER.toUpperCase() }),
  randomLoremWord: word('lorem'),
  randomLoremWords: (random) => loremWords(random).join(' '),
  randomLoremSentence: sentence,
  randomLoremSentences: sentences,
  randomLoremSlug: (random) => loremWords(random).join('-'),
  randomLoremParagraph: paragraph,
  randomLoremParagraphs: (random) => times(3, () => paragraph(random)).join('\n \r'),
  randomLoremText: sentences,
  randomLoremLines: lines,
  randomFirstName: word('firstName'),
  randomLastName: word('lastName'),
  randomFullName: (random) => `${word('firstName')(random)} ${word('lastName')(random)}`,
  randomNamePrefix: word('namePrefix'),
  randomNameSuffix: word('nameSuffix'),
  randomJobTitle: (random) =>
    `${word('jobDescriptor')(random)} ${word('jobArea')(random)} ${word('jobType')(random)}`,
  randomJobDescriptor: word('jobDescriptor'),
  randomJobArea: word('jobArea'),
  randomJobType: word('jobType'),
  randomFileName: fileName('file'),
  randomFileType: mediaKind('file'),
  randomFileExt: extension('file'),
  randomCommonFileName: fileName('commonFile'),
  randomCommonFileType: mediaKind('commonFile'),
  randomCommonFileExt: extension('commonFile'),
  randomMimeType: (random) => file(random, 'file')[1],
  randomFilePath: (random) => `${word('directory')(random)}/${fileName('file')(random)}`,
  randomDirectoryPath: word('directory'),
  randomSemver: (random) => times(3, () => number(random, 0, 9)).join('.'),
}

export const dynamicNames: readonly string[] = Object.keys(MAKERS).map((name) => `$${name}`)

/** A new value for a dynamic variable such as `$guid`; undefined for an unknown name. */
export function dynamicValue(name: string, random: Random = systemRandom): string | undefined {
  const key = name.slice(1)
  return Object.hasOwn(MAKERS, key) ? MAKERS[key]!(random) : undefined
}
