import type { ApprovalTexts } from '../agent-texts.js'

export const englishApprovalTexts: ApprovalTexts = {
  verbs: `change=changes/change, save=saves/save, add=adds/add, create=creates/create, delete=deletes/delete,
    cancel=cancels/cancel, send=sends/send, check=checks/check, login=logs in/log in, logout=logs out/log out,
    order=orders/order, book=books/book`,
  formOf: thirdPerson,
  methods: { POST: 'sends to', PUT: 'writes to', PATCH: 'changes', DELETE: 'deletes', GET: 'reads' },
  sentence: 'This {verb} {rest}{request}{details}.',
  unknown: 'This runs "{title}"{request}{details}.',
  goAhead: 'Go ahead?',
  said: 'You said {words}.',
  again: 'I am waiting for a yes or a no.',
  gone: 'The question is gone, so nothing was done. Please tell me again what you want.',
  length: '{count} characters',
  entries: { one: '{count} entry', many: '{count} entries' },
  unexpected: 'and {count} not in the collection: {fields}',
  more: 'and {count} more: {names}',
  others: '{names} and {count} others',
}

/** Titles with verbs of a technical kind. Users know them by other names. */
const PLAIN: Readonly<Record<string, string>> = {
  patch: 'changes',
  put: 'puts',
  upsert: 'creates or updates',
  login: 'logs in',
  logout: 'logs out',
  signup: 'signs up',
  authenticate: 'logs in',
}

/** The third person of a verb: "verifies" for "verify", "calls off" for "call off". */
function thirdPerson(verb: string): string {
  if (Object.hasOwn(PLAIN, verb)) return PLAIN[verb]!
  const [first = '', ...particles] = verb.split(' ')
  if (particles.length > 0) return [thirdPerson(first), ...particles].join(' ')
  if (/(?:s|x|z|ch|sh|[^aeiou]o)$/.test(verb)) return `${verb}es`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
}
