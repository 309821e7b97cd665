import { describe, expect, it } from 'vitest'
import { readXml } from '../../../src/toolkit/semantics/xml-leaves.js'

const leavesOf = (text: string) =>
  readXml(text)?.leaves.map(({ name, value, start, end, isUnique }) => [
    isUnique ? name : `${name} (repeated)`,
    value,
    text.slice(start, end),
  ])

describe('the leaves of an XML document', () => {
  it.each<[string, unknown[] | undefined]>([
    ['<a>1</a>', [['a', '1', '1']]],
    ['<?xml version="1.0"?>\n<s:a><s:b> 5 </s:b></s:a>', [['b', '5', '5']]],
    ['<a><b>&lt;x&gt; &amp; y</b></a>', [['b', '<x> & y', '&lt;x&gt; &amp; y']]],
    ['<a><b></b><c/></a>', [['b', '', '']]],
    ['<a><b><![CDATA[1 < 2]]></b></a>', [['b', '1 < 2', '1 < 2']]],
    ['<a><b>1<![CDATA[2]]></b></a>', []],
    ['<a><b>1<!-- 2 --></b><!-- <c>3</c> --><d>4</d></a>', [['d', '4', '4']]],
    [
      '<a><b><id>1</id></b><c><id>2</id></c></a>',
      [
        ['b_id', '1', '1'],
        ['c_id', '2', '2'],
      ],
    ],
    [
      '<a><id>1</id><id>2</id></a>',
      [
        ['a_id (repeated)', '1', '1'],
        ['a_id (repeated)', '2', '2'],
      ],
    ],
    ['<größe é="1">5</größe>', [['größe', '5', '5']]],
    ['<a><b>1</a></b>', undefined],
    ['<a><b>1</b>', undefined],
    ['<{{x}}>1</{{x}}>', undefined],
  ])('%s', (text, want) => expect(leavesOf(text)).toEqual(want))

  it('are read in time that grows with the text', () => {
    for (const part of ['<a>', '<!--', '<![CDATA[', '</a>', '<a><b>1</b></a>'])
      expect(() => readXml(part.repeat(100_000))).not.toThrow()
  })
})
