import { describe, expect, it } from 'vitest'
import { htmlToText } from '../../../../src/toolkit/run/shape/html-text.js'

describe('the readable text of a page', () => {
  const cases: [what: string, html: string, text: string][] = [
    ['blocks are lines', '<h1>A</h1><p>one<br>two</p>three', 'A\none\ntwo\nthree'],
    ['the title comes first', '<body><p>text</p><title>T</title>', 'T\ntext'],
    ['a heading that repeats the title', '<title>T</title><body>\n<h1>T</h1><p>x', 'T\nx'],
    ['list items and cells', '<ul><li>x<li>y</ul><table><tr><td>1<td>2</table>', '- x\n- y\n1 2'],
    [
      'entities, also without a semicolon',
      '&lt;b&gt; &rsquo; &copy &#8364; &unknown;',
      '<b> ’ © € &unknown;',
    ],
    [
      'code, comments and instructions are left out',
      '<?xml v?>a<!-- no --><style>p{}</style><script>x("<p>")</script>b',
      'a b',
    ],
    ['a tag in quotes', '<a title="a > b">link</a>', 'link'],
    ['comparisons stay', '1 < 2 and a<5', '1 < 2 and a<5'],
    ['nested drawings', 'a<svg><g><svg>x</svg>y</g></svg>b<svg/>c', 'abc'],
    ['a head without an end', '<head><title>T</title><meta x><body>text', 'T\ntext'],
    ['what an element that nothing closes holds', 'a<noscript>b', 'ab'],
    ['code that nothing closes', 'a<script>b', 'a'],
    ['an open comment', 'a<!-- b <p>c', 'a'],
    ['nothing', '', ''],
  ]
  it.each(cases)('%s', (_what, html, text) => expect(htmlToText(html)).toBe(text))
})
