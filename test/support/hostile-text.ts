import { collectionOf, soundExample } from './small-collection.js'

/** What a terminal would obey: the control sequences that a text from elsewhere may carry. */
export const ATTACKS: readonly (readonly [name: string, sequence: string])[] = [
  ['a colour', '\u001b[7;35m'],
  ['a colour that voice uses itself', '\u001b[31m'],
  ['hidden text', '\u001b[8m'],
  ['a cleared screen', '\u001b[2J\u001b[H'],
  ['an erased line above', '\u001b[1A\u001b[2K'],
  ['another screen', '\u001b[?1049h'],
  ['a reset of the terminal', '\u001bc'],
  ['a report that the terminal types', '\u001b[6n'],
  ['a link (OSC 8)', '\u001b]8;;http://evil.example\u001b\\'],
  ['the clipboard (OSC 52)', '\u001b]52;c;cm0gLXJm\u0007'],
  ['a window title', '\u001b]0;owned\u0007'],
  ['a device control string', '\u001bPq#0\u001b\\'],
  ['a C1 control sequence', '\u009b31m'],
  ['a C1 command (OSC)', '\u009d52;c;cm0=\u009c'],
  ['a C1 next line', '\u0085'],
  ['a bell', '\u0007'],
  ['a carriage return', '\rfine'],
  ['a backspace', '\b\b\b'],
  ['a vertical tab', '\v'],
  ['a form feed', '\f'],
  ['another character set', '\u000e'],
  ['DEL', '\u007f'],
  ['NUL', '\u0000'],
  ['a right-to-left override', '\u202e'],
  ['a left-to-right override', '\u202d'],
  ['an embedding', '\u202b'],
  ['an isolate', '\u2067'],
  ['a line separator', '\u2028'],
]

/** Before each sequence stands a marker of its own, so that it is found in raw bytes among the sequences of voice itself. */
const marker = (index: number) => `k${index}k`

/** A text that carries every attack. `without` leaves out those whose characters the carrier cannot hold. */
export function hostileText(without?: RegExp): string {
  return ATTACKS.map(([, sequence], index) =>
    without?.test(sequence) ? '' : `${marker(index)}${sequence}`,
  ).join('')
}

/** The attacks that came through to raw output. */
export function leaksIn(raw: string): string[] {
  return ATTACKS.filter(([, sequence], index) => raw.includes(`${marker(index)}${sequence[0]}`)).map(
    ([name]) => name,
  )
}

/** Whether any attack is in the output at all, shown or escaped: else a test looked at the wrong output. */
export function showsAttack(raw: string): boolean {
  return /k\d+k/.test(raw)
}

/** A collection in which every text is hostile. */
export function hostileCollection(baseUrl: string) {
  const bad = hostileText()
  const request = {
    method: 'POST',
    header: [{ key: 'X-Note', value: 'fine', description: bad }],
    url: {
      raw: `{{base_url}}/pets/${bad}?q${bad}=${bad}`,
      host: ['{{base_url}}'],
      path: ['pets', bad],
      query: [{ key: `q${bad}`, value: bad, description: bad }],
    },
    body: { mode: 'raw', raw: JSON.stringify({ [`m${bad}`]: bad }), options: { raw: { language: 'json' } } },
    description: bad,
  }
  const example = soundExample({ name: bad, status: bad, body: JSON.stringify({ [bad]: bad }) })
  const broken = { name: `Broken ${bad}`, request: { method: bad, url: bad, header: bad }, [bad]: 1 }
  const lost = { name: `Lost ${bad}`, request: { method: 'GET', url: { raw: '', host: [] } } }
  const read = {
    name: `Get pets ${bad}`,
    request: {
      method: 'GET',
      header: [],
      url: { raw: '{{base_url}}/pets', host: ['{{base_url}}'], path: ['pets'] },
    },
    response: [example],
  }
  return collectionOf([{ name: `Make ${bad}`, request, response: [example] }, read, broken, lost], {
    info: {
      name: bad,
      description: bad,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'base_url', value: baseUrl },
      { key: bad, value: bad },
      { key: bad, value: `${bad}2` },
    ],
    event: [{ listen: bad, script: { exec: [bad] } }],
    auth: { type: bad, [bad]: [] },
  })
}
