// @ts-check
/** Pictures with at most 256 colours, a third of the size of what a browser writes. */
import { crc32, deflateSync } from 'node:zlib'

const MAX_COLOURS = 256
/** Colours that differ in the last three bits count as one. */
const STEP = 8

/** Bayer's matrix: neighbours in a gradient are rounded differently, so that no bands are seen. */
const PATTERN = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((rank) => (rank + 0.5) / 16 - 0.5)

/** @typedef {{ key: number, count: number, colour: number[] }} Bin */

/** A PNG of pixels, four bytes each. @param {Uint8Array} pixels @param {{ width: number, height: number }} size */
export function encodeSmallPng(pixels, { width, height }) {
  const bins = binsOf(pixels)
  const boxes = split(bins)
  const palette = boxes.map(average)
  const indexOf = new Map(
    boxes.flatMap((box, index) => box.map(({ key }) => /** @type {const} */ ([key, index]))),
  )
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const nudge = isFlat(pixels, { at, width }) ? 0 : (PATTERN[(y % 4) * 4 + (x % 4)] ?? 0)
      const index = indexOf.get(keyOf(pixels, at, nudge)) ?? indexOf.get(keyOf(pixels, at))
      rows[y * (width + 1) + x + 1] = index ?? 0
    }
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, each the number of a colour.
  header.set([8, 3, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** @param {Uint8Array} pixels @param {number} at @param {number} [nudge] a part of a step, up or down */
function keyOf(pixels, at, nudge = 0) {
  const level = (/** @type {number} */ channel) =>
    Math.min(31, Math.max(0, Math.floor((pixels[at + channel] ?? 0) / STEP + nudge)))
  return (level(0) << 10) | (level(1) << 5) | level(2)
}

/** Whether the pixels to the left and above have the same colour. @param {Uint8Array} pixels @param {{ at: number, width: number }} place */
function isFlat(pixels, { at, width }) {
  return [4, width * 4].every((back) =>
    [0, 1, 2].every(
      (channel) => pixels[at + channel] === (pixels[at + channel - back] ?? pixels[at + channel]),
    ),
  )
}

/** @param {Uint8Array} pixels @returns {Bin[]} */
function binsOf(pixels) {
  /** @type {Map<number, Bin>} */
  const bins = new Map()
  for (let at = 0; at < pixels.length; at += 4) {
    const key = keyOf(pixels, at)
    const bin = bins.get(key) ?? { key, count: 0, colour: [0, 0, 0] }
    bin.count += 1
    for (const channel of [0, 1, 2])
      bin.colour[channel] = (bin.colour[channel] ?? 0) + (pixels[at + channel] ?? 0)
    bins.set(key, bin)
  }
  return [...bins.values()].map((bin) => ({ ...bin, colour: bin.colour.map((sum) => sum / bin.count) }))
}

/** Median cut: the box with the widest range of colours is halved until there are enough. @param {Bin[]} bins @returns {Bin[][]} */
function split(bins) {
  let boxes = [bins]
  while (boxes.length < MAX_COLOURS) {
    const widest = boxes.map((box) => ({ box, ...widestChannel(box) })).sort((a, b) => b.range - a.range)[0]
    if (!widest || widest.box.length < 2) break
    const sorted = [...widest.box].sort(
      (a, b) => (a.colour[widest.channel] ?? 0) - (b.colour[widest.channel] ?? 0),
    )
    const middle = sorted.length >> 1
    boxes = [...boxes.filter((box) => box !== widest.box), sorted.slice(0, middle), sorted.slice(middle)]
  }
  return boxes
}

/** @param {Bin[]} box */
function widestChannel(box) {
  const ranges = [0, 1, 2].map((channel) => {
    const values = box.map(({ colour }) => colour[channel] ?? 0)
    return Math.max(...values) - Math.min(...values)
  })
  const range = Math.max(...ranges)
  return { range, channel: ranges.indexOf(range) }
}

/** @param {Bin[]} box @returns {number[]} */
function average(box) {
  const count = box.reduce((sum, bin) => sum + bin.count, 0)
  return [0, 1, 2].map((channel) =>
    Math.round(box.reduce((sum, bin) => sum + (bin.colour[channel] ?? 0) * bin.count, 0) / count),
  )
}

/** @param {string} type @param {Buffer} data */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
