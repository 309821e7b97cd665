/** How the digits of payment cards are grouped: in one group, in fours, as American Express and Diners do, or each digit alone. */
const SHAPES: readonly (readonly number[])[] = [
  ...[13, 14, 15, 16, 17, 18, 19].map((length) => [length]),
  [4, 4, 4, 4],
  [4, 4, 4, 4, 3],
  [4, 6, 5],
  [4, 6, 4],
  ...[13, 14, 15, 16, 17, 18, 19].map((length) => Array.from({ length }, () => 1)),
]

/** What may stand between two groups: up to three characters other than letters, digits and currency signs. */
const GAP = /^[^\p{L}\p{N}\p{Sc}]{1,3}$/u

/** First digits of payment cards (ISO/IEC 7812): those of banks and the second range of Mastercard. They match no year. */
const ISSUER = /^(?:[3-6]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/

/** Replaces payment card numbers, in any grouping of their digits. `shown` returns the replacement for the digits. */
export function withoutCards(text: string, shown: (digits: string) => string): string {
  const groups = [...text.matchAll(/\d+/g)]
  let result = ''
  let done = 0
  for (let at = 0; at < groups.length; at += 1) {
    const card = cardAt(groups, { at, text })
    if (!card) continue
    const last = card.at(-1)!
    result += text.slice(done, card[0]!.index) + shown(card.join(''))
    done = last.index + last[0].length
    at += card.length - 1
  }
  return result + text.slice(done)
}

/** The digit groups of a card number that begins at group `at`; `undefined` if none begins there. */
function cardAt(
  groups: readonly RegExpExecArray[],
  { at, text }: { at: number; text: string },
): readonly RegExpExecArray[] | undefined {
  return SHAPES.map((shape) => groups.slice(at, at + shape.length)).find((some, index) => {
    const shape = SHAPES[index]!
    return (
      some.length === shape.length &&
      some.every(({ 0: digits }, place) => digits.length === shape[place]) &&
      some.every((group, place) => place === 0 || GAP.test(between(some[place - 1]!, group, text))) &&
      isCardNumber(some.join(''))
    )
  })
}

const between = (before: RegExpExecArray, behind: RegExpExecArray, text: string) =>
  text.slice(before.index + before[0].length, Math.min(behind.index, before.index + before[0].length + 4))

/** Whether digits are a payment card number. Checks issuer and check digit (ISO/IEC 7812). */
function isCardNumber(digits: string): boolean {
  if (!ISSUER.test(digits)) return false
  const doubled = [...digits]
    .reverse()
    .map(Number)
    .map((digit, at) => (at % 2 === 0 ? digit : 2 * digit - (digit > 4 ? 9 : 0)))
  return doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0
}
