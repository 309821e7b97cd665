import { describe, expect, it } from 'vitest'
import { maskInPlace } from '../../../src/toolkit/secrets/credential-spans.js'

// A made-up value; put together so that no scanner takes a test for a leak.
const VALUE = ['Q8zk2', 'LmP0x'].join('!')
const QUOTED = `ab"c{d${VALUE}`

describe('blot', () => {
  it.each([
    `"password":"${VALUE}"`,
    `{ "client_secret" : "${VALUE}" }`,
    JSON.stringify(JSON.stringify({ user: { password: VALUE } })),
    `{"key":"password","value":"${VALUE}","type":"text"}`,
    JSON.stringify({ password: QUOTED }),
    JSON.stringify(JSON.stringify({ password: QUOTED })),
    `{"value":"${VALUE}","type":"text","key":"password"}`,
    `https://api.example.com/pets?access_token=${VALUE}`,
    `https://user:${VALUE}@api.example.com`,
    `https://api.example.com/pets?usuario=ann&clave=${VALUE}`,
    `https://api.example.com/pets?contrase%C3%B1a=${VALUE}`,
    `/pets?كلمة المرور=${VALUE}`,
    `{"contraseña": "${VALUE}"}`,
    `<пароль>${VALUE}</пароль>`,
    `"api_keys": ["a", "${VALUE}"]`,
    JSON.stringify(JSON.stringify({ api_keys: ['a', VALUE] })),
    `<ns:Password Type="x">${VALUE}</ns:Password>`,
    JSON.stringify(`<login password="${VALUE}"/>`),
    JSON.stringify(`mutation { login(user: "ann", password: "${VALUE}") }`),
  ])('covers %s in place', (text) => {
    const shown = maskInPlace(text)
    expect(shown).not.toContain(VALUE)
    expect(shown).toHaveLength(text.length)
  })

  const MACHINE_MADE = '5f0c1e7a9b3d48260ce1f7a4d89b2536'
  it.each([
    `"key": "${MACHINE_MADE}"`,
    `{"key":"appid","value":"${MACHINE_MADE}"}`,
    `{"name":"X-Key","value":"${MACHINE_MADE}"}`,
    `https://api.example.com/data?q=London&appid=${MACHINE_MADE}`,
    `<key>${MACHINE_MADE}</key>`,
    JSON.stringify(JSON.stringify({ sig: MACHINE_MADE })),
  ])('covers the key in %s', (text) => {
    const shown = maskInPlace(text)
    expect(shown).not.toContain(MACHINE_MADE)
    expect(shown).toHaveLength(text.length)
  })

  it.each([
    '"password":"{{password}}"',
    '"key": "created_at", "value": "Ann"',
    `"id": "${MACHINE_MADE}"`,
    'https://api.example.com/data?appid=440&key=name',
    '"name":"Ann"',
    '"token_types": [], "names": ["Ann"]',
    '<name>Ann</name>',
    '"query": "{ pets(name: \\"Ann\\") }"',
    '"query": "{ login(password: \\"{{password}}\\") }"',
    '{"key":"name","value":"Ann"},{"key":"password","value":"{{p}}"}',
  ])('leaves %s', (text) => expect(maskInPlace(text)).toBe(text))
})
