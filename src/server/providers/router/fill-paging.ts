import type { Assignment, Filling } from './filling.js'
import { isOpen } from './filling.js'
import { isCalled, limitNames } from './slot-kinds.js'
import type { Slot } from './slots.js'
import type { Token } from './tokens.js'

const pageNames = /^(page|pagenumber|pageindex|pageno)$/

/**
 * If the tool reads, assigns the page for which the user asks, and the number of results per page: "the second page,
 * five at a time".
 */
export function* paging(filling: Filling): Iterable<Assignment> {
  const { tokens, language, writes } = filling
  if (writes) return
  const find = (fits: (slot: Slot) => boolean) =>
    filling.slots.find((slot) => fits(slot) && isOpen(filling, slot))
  const page = find(({ words }) => pageNames.test(words.join('')))
  const at = tokens.findIndex(({ lower }, index) => {
    const place = language.ordinals[lower]
    return place !== undefined && place > 0 && language.pages.has(tokens[index + 1]?.lower ?? '')
  })
  if (page && at >= 0)
    yield { slot: page, tokens: tokens.slice(at, at + 2), value: language.ordinals[tokens[at]!.lower]! }
  const limit = find((slot) => !slot.thing && isCalled(slot, limitNames))
  const size = tokens.find((token) => isPageSize(filling, token))
  if (limit && size) yield { slot: limit, tokens: [size] }
}

/** Whether a number is the number of results per page, as in "five at a time". Such a number is no id. */
export function isPageSize({ language, text }: Pick<Filling, 'language' | 'text'>, token: Token): boolean {
  return token.kind === 'number' && language.perPage.test(text.slice(token.end))
}
