const digits: Readonly<Record<string, number>> = {
  ...{ 零: 0, 〇: 0, 一: 1, 二: 2, 两: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
}
const multipliers: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 }

/**
 * Matches two or more numerals, or a single one after 第, before 号 or before a span of time. Other single numerals stay,
 * because they are mostly part of a word, such as 一下.
 */
const run =
  /[零〇一二两三四五六七八九十百千]{2,}|(?<=第)[一二三四五六七八九十]|[一二两三四五六七八九十](?=号|(?:天|周|个?星期|个?月|年)[之以]?[前后])/gu

/** A text with its Chinese numerals as digits: 四七一一 is 4711, 三十二 is 32. */
export function writeChineseNumbers(text: string): string {
  return text.replace(run, (said) => numberOf([...said]) ?? said)
}

/** The number of numerals: digits, 四七一一 is 4711, or with multipliers, 三十二 is 32. Undefined if they form none. */
function numberOf(said: string[]): string | undefined {
  if (said.every((char) => char in digits)) return said.map((char) => digits[char]).join('')
  let total = 0
  let before: number | undefined
  let last = Number.POSITIVE_INFINITY
  for (const char of said) {
    const factor = multipliers[char]
    if (factor === undefined) {
      if (before !== undefined && before > 0) return undefined
      before = digits[char]!
    } else {
      if (factor >= last) return undefined
      total += (before ?? 1) * factor
      ;[before, last] = [undefined, factor]
    }
  }
  return String(total + (before ?? 0))
}
