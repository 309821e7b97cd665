import { describe, expect, it } from 'vitest'
import { isPlaceholderText, placeholderName } from '../../../src/toolkit/semantics/placeholder-text.js'

describe('placeholderName', () => {
  it.each([
    ...[
      ['<user id>', 'user id'],
      ['< id >', 'id'],
      ['[id]', 'id'],
      ['{id}', 'id'],
      ['$'.concat('{id}'), 'id'],
      ['(id)', 'id'],
    ],
    ...[
      ['%id%', 'id'],
      ['__id__', 'id'],
      ['$id', 'id'],
      ['#id', 'id'],
      [' <id> ', 'id'],
      ['<>', ''],
    ],
    ...[
      ['xxxx', ''],
      ['xxx-xx', ''],
      ['...', ''],
      ['undefined', ''],
      ['NULL', ''],
      ['[object Object]', 'object Object'],
    ],
    ...[
      ['YOUR_USER_ID_HERE', 'user id'],
      ['ID_HERE', 'id'],
      ['CUSTOMER_ID', 'customer id'],
      ['your-user-id', 'user id'],
      ['YOUR_MERCHANT_NAME', 'merchant name'],
    ],
  ])('of %j is %j', (text, want) => {
    expect(placeholderName(text!)).toBe(want)
    expect(isPlaceholderText(text!)).toBe(true)
  })

  it.each([
    ...[
      '',
      'users',
      '7',
      'xx',
      'xxx-ab',
      'axxx',
      '$count',
      '$METADATA',
      '<id',
      'id>',
      'a<id>',
      '<id>b',
      '<a><b>',
      '%id',
      'id%',
    ],
    ...['__id', '$1', 'customer_id', 'USERS', 'ID7', 'undefined1', 'anull', 'your-name'],
  ])('of %j is none', (text) => {
    expect(placeholderName(text)).toBeUndefined()
    expect(isPlaceholderText(text)).toBe(false)
  })
})
