import { asObject } from '../collection/read-shape.js'
import type { JsonValue } from '../model/json.js'
import { nounWords, singularOf } from '../semantics/id-names.js'
import { wordsOf } from '../semantics/words.js'
import type { Endpoint } from './endpoint.js'

const list = (words: string): ReadonlySet<string> => new Set(words.split(',').map((word) => word.trim()))

/** The members that say what a record is, whatever its kind. */
const NAMES = list(
  'amount, name, title, label, display name, full name, nombre, titulo, nome, nom, titre, naam, ad, nama',
)

/** For kinds of records, by the nouns of their paths and titles, the members without which there is no such record. */
const CORE: readonly { nouns: ReadonlySet<string>; members: ReadonlySet<string> }[] = [
  {
    nouns: list(
      'message, mail, email, comment, note, reply, post, sms, notification, chat, review, answer, question, feedback',
    ),
    members: list('text, body, content, message, comment, to, recipient, recipients, rating, markdown'),
  },
  {
    nouns: list(
      'payment, transfer, charge, payout, deposit, withdrawal, withdraw, donation, transaction, topup, quote',
    ),
    members: list('amount, currency, from, to, value, source, target, source currency, target currency'),
  },
  {
    nouns: list('booking, reservation, appointment, event, meeting, visit, slot, rental, stay'),
    members: list(
      'date, time, day, start, end, from, to, start date, end date, start time, end time, starts at, ends at, check in, check out, checkin, checkout',
    ),
  },
  {
    nouns: list(
      'user, account, member, customer, contact, invitation, invite, subscriber, registration, register, signup, login, session, client, employee, auth, authenticate, usuario, cliente',
    ),
    members: list(
      'email, user name, username, login, password, first name, last name, firstname, lastname, correo, usuario, contrasena',
    ),
  },
  {
    nouns: list('order, cart, basket, checkout, invoice, purchase, pedido'),
    members: list('items, lines, line items, products, order items'),
  },
  {
    nouns: list('webhook, hook, subscription, bookmark, link, redirect'),
    members: list('url, uri, target url, callback url, endpoint'),
  },
]

/** The last word in the name of one id. */
const ID = /^(?:id|uuid|guid)$/

/** First words in names of ids that most records do without. */
const SIDE_ID =
  /^(?:parent|external|client|custom|reference|tracking|correlation|request|thread|reply|idempotency|org|tenant|previous|alt|alternate|legacy)$/

/**
 * Whether a new record needs a member, as far as the names tell: what it is called, what it consists of, the id of a record
 * to which it belongs or this record itself, or the noun of the request itself (`terminals` in "Assign terminals").
 */
export function isCoreMember(key: string, value: JsonValue, { request, item }: Endpoint): boolean {
  const words = wordsOf(key)
  if (words.length > 1 && ID.test(words.at(-1)!)) return !SIDE_ID.test(words[0]!)
  if (asObject(value)?.id !== undefined) return true
  const path = request.url.path.findLast((segment) => nounWords(segment).length > 0) ?? ''
  const nouns = [...wordsOf(item.name), ...nounWords(path)].map(singularOf)
  const name = words.join(' ')
  if (NAMES.has(name)) return true
  const [last = ''] = words.slice(-1)
  const before = words.slice(0, -1)
  if (last === 'name' && before.every((word) => nouns.includes(singularOf(word)))) return true
  if (nouns.includes(singularOf(words.join('')))) return true
  return CORE.some((one) => one.members.has(name) && nouns.some((noun) => one.nouns.has(noun)))
}
