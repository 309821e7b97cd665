import { expect, it } from 'vitest'
import { plainText } from '../../../src/toolkit/compile/describe.js'

it.each([
  ['Send `Bearer <token>` to GET /users/<user_id>', 'Send `Bearer <token>` to GET /users/<user_id>'],
  ['<p>Returns <b>all</b> pets.<br/>See <a href="x">here</a></p>', 'Returns all pets. See here'],
  ['Terms &amp; rates&nbsp;of &lt;id&gt;', 'Terms & rates of <id>'],
  ['&amp;lt;', '&lt;'],
  ['> **Note:** one at a time.\n\nUpdates an owner.', 'Note: one at a time. Updates an owner.'],
])('makes plain text of %s', (markdown, text) => expect(plainText(markdown)).toBe(text))
