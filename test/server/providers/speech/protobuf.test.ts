import fc from 'fast-check'
import { expect, it } from 'vitest'
import { protobufFieldAt, protobufFields } from '../../../../src/server/providers/speech/onnx-file.js'

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))]

it.each([
  ['a number', [0x08, 0x96, 0x01], { number: 1, value: 150, start: 3, end: 3 }],
  ['content with a length', [0x12, 0x02, 0x61, 0x62], { number: 2, value: 0, start: 2, end: 4 }],
  ['content beyond the bytes', [0x12, 0x7f], { number: 2, value: 0, start: 2, end: 129 }],
  ['eight bytes', [0x19, ...Array(8).fill(0)], { number: 3, value: 0, start: 1, end: 9 }],
  ['four bytes', [0x25, 0, 0, 0, 0], { number: 4, value: 0, start: 1, end: 5 }],
  ['nothing', [], undefined],
  ['the field number 0', [0x02, 0x01], undefined],
  ['a wire type that does not exist', [0x0b], undefined],
  ['a length that is cut off', [0x12, 0x80], undefined],
  ['a number that never ends', [0x08, ...Array(20).fill(0xff)], undefined],
])('reads %s', (_name, bytes, want) => expect(protobufFieldAt(Uint8Array.from(bytes), 0)).toEqual(want))

it('reads what was written, and refuses it cut off', () => {
  const field = fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.uint8Array({ maxLength: 300 }))
  fc.assert(
    fc.property(fc.array(field, { minLength: 1, maxLength: 8 }), (fields) => {
      const message = Uint8Array.from(
        fields.flatMap(([number, bytes]) => [...varint(number * 8 + 2), ...varint(bytes.length), ...bytes]),
      )
      expect([...protobufFields(message)].map(({ number, bytes }) => [number, bytes])).toEqual(fields)
      const [, last] = fields.at(-1)!
      if (last.length > 0) expect(() => [...protobufFields(message.subarray(0, -1))]).toThrow(RangeError)
    }),
  )
})
