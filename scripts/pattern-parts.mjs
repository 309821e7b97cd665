// @ts-check
/**
 * Takes a regular expression apart: `a(?:b|c)d` tries at each place what `abd` and `acd` try, so it takes linear time when each of the two
 * does. Small patterns are judged far faster than large ones.
 */

/** A pattern that is longer is taken apart at its largest group as well. */
const SHORT = 60
/** More parts than this are not worth it. */
const MOST_PARTS = 200

/** So many ways to match at one place are tried in no time, whatever the text is. */
const FEW_WAYS = 100

/** @typedef {{ start: number, end: number, inner: string }} Group `start` and `end` include the brackets. */

/** @param {string} source @returns {string[]} when each of these takes linear time, `source` does */
export function partsOf(source) {
  // A reference to a group ties the parts together.
  if (/\\[1-9]|\\k</.test(source)) return [source]
  const parts = expand(source)
  return parts.length > MOST_PARTS ? [source] : parts
}

/**
 * Whether a pattern matches texts of bounded length only, in few ways: it takes linear time, then, and needs no other proof. An optional part
 * and a bar double the ways at most; a range has as many as numbers, and repeats no group.
 * @param {string} source @returns {boolean}
 */
export function isBounded(source) {
  const bare = source.replace(/\\[pPuk]\{[^}]*\}|\\./gs, 'a').replace(/\[[^\]]*\]/g, 'a')
  if (/[*+]|\{\d+,\}|\)\{/.test(bare)) return false
  let ways = 1
  for (const [, from, to] of bare.matchAll(/\{(\d+)(?:,(\d+))?\}/g))
    ways *= Number(to ?? from) - Number(from) + 1
  for (const _ of bare.matchAll(/\||[^(]\?/g)) ways *= 2
  return ways <= FEW_WAYS
}

/** @param {string} source @returns {string[]} */
function expand(source) {
  const { bars, groups } = topLevel(source)
  if (bars.length > 0) return cutAt(source, bars).flatMap(expand)
  const [whole] = groups
  if (whole && whole.start === 0 && whole.end === source.length) return expand(whole.inner)
  if (source.length <= SHORT) return [source]
  const largest = groups.filter(({ inner }) => topLevel(inner).bars.length > 0).sort(byLength)[0]
  if (!largest) return [source]
  const alternatives = cutAt(largest.inner, topLevel(largest.inner).bars)
  return alternatives.flatMap((one) =>
    expand(`${source.slice(0, largest.start)}(?:${one})${source.slice(largest.end)}`),
  )
}

/** @param {Group} one @param {Group} other */
const byLength = (one, other) => other.inner.length - one.inner.length

/** @param {string} source @param {number[]} places @returns {string[]} */
function cutAt(source, places) {
  return [-1, ...places].map((place, index) => source.slice(place + 1, places[index] ?? source.length))
}

/**
 * The bars outside of any group, and the groups that are matched once: without a quantifier, and no look around.
 * @param {string} source @returns {{ bars: number[], groups: Group[] }}
 */
function topLevel(source) {
  /** @type {number[]} */
  const bars = []
  /** @type {Group[]} */
  const groups = []
  let depth = 0
  let start = 0
  let inClass = false
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '\\') at++
    else if (inClass) inClass = char !== ']'
    else if (char === '[') inClass = true
    else if (char === '(') {
      if (depth === 0) start = at
      depth++
    } else if (char === ')') {
      depth--
      const group = depth === 0 ? groupIn(source, start, at + 1) : undefined
      if (group) groups.push(group)
    } else if (char === '|' && depth === 0) bars.push(at)
  }
  return { bars, groups }
}

/** @param {string} source @param {number} start @param {number} end @returns {Group | undefined} */
function groupIn(source, start, end) {
  const text = source.slice(start, end)
  const opening = /^\((?:\?:|\?<[^=!>][^>]*>|(?!\?))/.exec(text)?.[0]
  if (opening === undefined || /^[*+?{]/.test(source.slice(end))) return undefined
  return { start, end, inner: text.slice(opening.length, -1) }
}
