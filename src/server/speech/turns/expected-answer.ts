import type { ExpectedAnswer } from '../../model/turn-detector.js'

/** First match wins: "e-mail address" is an e-mail, "phone number" a number, "name of the street" an address. */
const KINDS: readonly [kind: ExpectedAnswer, words: RegExp][] = [
  ['email', /\be-?mail\b/],
  ['address', /\b(?:address|street|city|zip code|postcode)\b/],
  ['date', /\b(?:date|day|when|time|month|year|birthday|departure|arrival)\b/],
  [
    'number',
    /\b(?:numbers?|ids?|codes?|phone|amounts?|prices?|quantit(?:y|ies)|pins?|cards?|account|how (?:many|much))\b/,
  ],
  ['name', /\b(?:names?|who)\b/],
]

const YES_OR_NO =
  /\b(?:go ahead|yes or (?:a )?no|shall i|should i|do you want|would you like|is that (?:right|correct))\b/

/** What kind of answer the agent's last words ask for; `undefined` when they ask for nothing. */
export function expectedAnswer(agentText: string): ExpectedAnswer | undefined {
  const question = lastQuestion(agentText.toLowerCase())
  if (question === undefined) return undefined
  const [kind] = KINDS.find(([, words]) => words.test(question)) ?? []
  if (YES_OR_NO.test(question)) return 'yes-no'
  return kind ?? 'text'
}

function lastQuestion(text: string): string | undefined {
  const sentences = text.trim().split(/(?<=[.?!])\s+/)
  const last = sentences.at(-1) ?? ''
  return last.endsWith('?') || /^(?:please (?:tell|give|say)|tell me|what)\b/.test(last) ? last : undefined
}
