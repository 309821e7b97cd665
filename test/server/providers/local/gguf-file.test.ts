import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGgufFile } from '../../../../src/server/providers/local/gguf-file.js'
import { checkMemory, memoryNeed, sizeFor } from '../../../../src/server/providers/local/memory-need.js'
import { fileWith, TINY, tinyGguf } from './tiny-gguf.js'

const whole = tinyGguf()
const fileOf = (bytes: Buffer | string) => readGgufFile(fileWith(bytes))

describe('readGgufFile', () => {
  it('reads what matters before a model is loaded', () => {
    expect(fileOf(whole)).toEqual({
      file: {
        bytes: whole.length,
        architecture: 'qwen2',
        contextTokens: 2_048,
        vocabulary: 3,
        // Two numbers of two bytes, four layers, two heads of eight.
        cacheBytesPerToken: 2 * 4 * 2 * (8 + 8),
        thinksAloud: false,
      },
    })
  })

  it.each([
    ['nothing', '', 'it is empty'],
    ['a web page', '<!DOCTYPE html><html>', 'it is a web page'],
    ['an archive', 'PK\x03\x04....', 'it is an archive'],
    ['a pointer', 'version https://git-lfs.github.com/spec/v1\noid', 'it is a pointer of Git LFS'],
    ['JSON', '{"error":"not found"}', 'it is a JSON file'],
    [
      'safetensors',
      `${'\x10'.padEnd(8, '\0')}{"__metadata__":{}}`,
      'it is a model in the safetensors format',
    ],
    ['anything else', 'hello there', 'it is something else'],
    ['a version of tomorrow', tinyGguf({ version: 9 }), 'a GGUF file of version 9'],
    ['a header without end', Buffer.concat([whole.subarray(0, 8), Buffer.alloc(16, 0xff)]), 'is damaged'],
    ['half of it', whole.subarray(0, whole.length - 40), 'is cut short'],
  ])('says what is wrong with %s', (_, bytes, fault) => {
    expect(fileOf(bytes)).toEqual({ fault: expect.stringContaining(fault) })
  })

  it('never takes a file that was cut anywhere', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length - 1 }), (length) => {
        expect(fileOf(whole.subarray(0, length))).toHaveProperty('fault')
      }),
      { seed: 7, numRuns: process.env.VOICE_TEST_FULL ? 1_000 : 60 },
    )
  })

  it('says something of any damage, and never hangs', () => {
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.nat(255), (at, byte) => {
        const bytes = Buffer.from(whole)
        bytes[at] = byte
        expect(Object.keys(fileOf(bytes))).toHaveLength(1)
      }),
      { seed: 7, numRuns: process.env.VOICE_TEST_FULL ? 2_000 : 100 },
    )
  })
})

describe('memory', () => {
  const verdict = fileOf(whole)
  if ('fault' in verdict) throw new Error(verdict.fault)
  const { file } = verdict
  const size = sizeFor(file)

  it('gives a model no more context than it was trained for', () => {
    expect(size.contextTokens).toBe(2_048)
    expect(sizeFor({ ...file, contextTokens: 0 }).contextTokens).toBe(4_096)
  })

  it('counts weights, the cache of every conversation and room to work', () => {
    const more = { ...size, states: size.states * 2 }
    expect(memoryNeed(file, more) - memoryNeed(file, size)).toBe(file.cacheBytesPerToken * 2_048 * 4)
  })

  it('refuses what does not fit, in a sentence', () => {
    const need = memoryNeed(file, size)
    const check = (free: number) => () => checkMemory({ name: 'local/tiny', file, size }, free)
    expect(check(need)).not.toThrow()
    expect(check(need - 1)).toThrow(/^local\/tiny needs about \d+\.\d GB of memory, \d+\.\d GB are free/)
  })

  it('has a header of a model that knows nothing of itself', () => {
    expect(fileOf(tinyGguf({ values: {} }))).toMatchObject({
      file: { contextTokens: 0, cacheBytesPerToken: 0 },
    })
    expect(Object.keys(TINY)).toContain('general.name')
  })
})
