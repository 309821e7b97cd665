import { describe, expect, it } from 'vitest'
import { Redactor } from '../../src/server/recording/redactor.js'
import { parseCollection } from '../../src/toolkit/collection/parse-collection.js'
import { targets } from '../../src/toolkit/generate/targets.js'
import { RESTAPIToolkit } from '../../src/toolkit/rest-api-toolkit.js'
import { excerptsOf } from '../../src/toolkit/validate/excerpt.js'
import { fileReport } from '../../src/toolkit/validate/report.js'
import { validateText } from '../../src/toolkit/validate/validate.js'
import { targetInput } from '../support/compiled.js'
import { address, collectionOf, soundExample, soundItem, soundRequest } from '../support/small-collection.js'

const SECRET = 'q7W-kanarie-93'

/** A name for a password and one for the user beside it, as developers of a language write them. */
const LOGINS: [language: string, user: string, password: string][] = [
  ['English', 'username', 'password'],
  ['English, short', 'user', 'pass'],
  ['German', 'benutzer', 'passwort'],
  ['German, joined', 'benutzername', 'benutzerPasswort'],
  ['Dutch', 'gebruikersnaam', 'wachtwoord'],
  ['Swedish', 'användare', 'lösenord'],
  ['Danish', 'brugernavn', 'adgangskode'],
  ['Norwegian', 'brukernavn', 'passord'],
  ['Finnish', 'käyttäjätunnus', 'salasana'],
  ['Spanish', 'usuario', 'contraseña'],
  ['Spanish without ñ', 'usuario', 'contrasena'],
  ['Spanish, ambiguous', 'cedula', 'clave'],
  ['Spanish, a new one', 'id', 'nuevaClave'],
  ['Portuguese', 'email', 'senha'],
  ['Portuguese of Portugal', 'utilizador', 'palavra-passe'],
  ['French', 'identifiant', 'mot_de_passe'],
  ['French, in one word', 'identifiant', 'motdepasse'],
  ['French, short', 'identifiant', 'mdp'],
  ['Italian', 'utente', 'parola_nuova'],
  ['Polish', 'użytkownik', 'hasło'],
  ['Polish without ł', 'login', 'haslo'],
  ['Czech', 'uživatel', 'heslo'],
  ['Croatian', 'korisnik', 'lozinka'],
  ['Serbian, ambiguous', 'korisnik', 'šifra'],
  ['Hungarian', 'felhasználó', 'jelszó'],
  ['Turkish', 'kullanıcı', 'şifre'],
  ['Turkish, capitals', 'kullanıcı', 'ŞİFRE'],
  ['Vietnamese', 'tai_khoan', 'mật_khẩu'],
  ['Vietnamese without marks', 'tai_khoan', 'matKhau'],
  ['Indonesian', 'pengguna', 'kata_sandi'],
  ['Russian', 'логин', 'пароль'],
  ['Greek', 'χρήστης', 'κωδικός'],
  ['Chinese', '用户名', '密码'],
  ['Chinese, traditional', '帳號', '密碼'],
  ['Japanese', 'ユーザー名', 'パスワード'],
  ['Korean', '아이디', '비밀번호'],
  ['Thai', 'ชื่อผู้ใช้', 'รหัสผ่าน'],
  ['Hebrew', 'משתמש', 'סיסמה'],
  ['Arabic', 'المستخدم', 'كلمة المرور'],
  ['Hindi', 'उपयोगकर्ता', 'पासवर्ड'],
]

/** Where a password may be written into a request. */
const PLACES: [place: string, request: (user: string, password: string) => Record<string, object>][] = [
  ['a JSON body', (user, password) => raw(JSON.stringify({ [user]: 'ann', [password]: SECRET }))],
  [
    'a JSON body with escapes',
    (user, password) => raw(escaped(JSON.stringify({ [user]: 'ann', [password]: SECRET }))),
  ],
  [
    'an XML body',
    (user, password) =>
      raw(
        `<a><${xmlName(user)}>ann</${xmlName(user)}><${xmlName(password)}>${SECRET}</${xmlName(password)}></a>`,
        'xml',
      ),
  ],
  ['a form', (user, password) => ({ body: { mode: 'urlencoded', urlencoded: fields(user, password) } })],
  [
    'a multipart form',
    (user, password) => ({ body: { mode: 'formdata', formdata: fields(user, password) } }),
  ],
  ['a query', (user, password) => ({ url: { ...address('login'), query: fields(user, password) } })],
]

const fields = (user: string, password: string) => [
  { key: user, value: 'ann', type: 'text' },
  { key: password, value: SECRET, type: 'text' },
]
const raw = (text: string, language = 'json') => ({
  body: { mode: 'raw', raw: text, options: { raw: { language } } },
})
const escaped = (text: string) =>
  text.replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
const xmlName = (name: string) => name.replaceAll(' ', '_')

function documentOf(request: object) {
  const post = soundRequest({ method: 'POST', description: 'Opens a session for one user.', ...request })
  return collectionOf([{ name: 'Open session', request: post }])
}

describe('a password in a request', () => {
  const cases = LOGINS.flatMap(([language, user, password]) =>
    PLACES.map(([place, request]) => ({ language, place, document: documentOf(request(user, password)) })),
  )

  it.each(cases)('in $language, in $place, is found and shown nowhere', async ({ document }) => {
    const text = JSON.stringify(document, null, 2)
    const found = validateText(text)
    expect(found.filter(({ code }) => code === 'secret-in-file')).toHaveLength(1)
    const excerptOf = excerptsOf(fileReport('postman.json', found, text))
    for (const diagnostic of found) {
      expect(`${diagnostic.message} ${diagnostic.hint ?? ''} ${excerptOf(diagnostic)?.text}`).not.toContain(
        SECRET,
      )
    }
    const compiled = targetInput(document)
    for (const target of Object.values(targets)) expect(target.toFile(compiled)).not.toContain(SECRET)
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: document })
    for (const tool of toolkit.getFunctions()) {
      expect(JSON.stringify(tool.parameters)).not.toContain(SECRET)
      const shown = JSON.stringify(tool.dryRun?.({}))
      expect(shown).not.toContain(SECRET)
      expect(shown).not.toContain(encodeURIComponent(SECRET))
    }
  })

  it.each(LOGINS)('in %s is not recorded', (_, user, password) => {
    const redactor = new Redactor([])
    const recorded = redactor.json({
      name: 'login',
      arguments: JSON.stringify({ [user]: 'ann', [password]: SECRET }),
    })
    expect(JSON.stringify(recorded)).not.toContain(SECRET)
    expect(JSON.stringify(redactor.json({ text: `it was ${SECRET}` }))).not.toContain(SECRET)
  })
})

describe('basic auth with a literal password', () => {
  const basic = (password: string) => ({
    type: 'basic',
    basic: [
      { key: 'username', value: 'ann' },
      { key: 'password', value: password },
    ],
  })
  const header = (value: string) => ({ header: [{ key: 'Authorization', value }] })
  const encoded = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
  const cases: [place: string, document: object, shown: string[]][] = [
    ['of a request', documentOf({ auth: basic('geheim') }), ['geheim', 'YW5uOmdlaGVpbQ']],
    ['of a collection', { ...documentOf({}), auth: basic('1234') }, ['1234', 'YW5uOjEyMzQ']],
    ['of two characters', documentOf({ auth: basic('pw9!x') }), ['pw9!x']],
    ['in a header', documentOf(header(encoded('ann:geheim'))), ['geheim', 'YW5uOmdlaGVpbQ']],
    [
      'in a header, without a scheme',
      documentOf(header(encoded('ann:geheim-12').slice(6))),
      ['YW5uOmdlaGVpbS0x'],
    ],
    ['in an address', documentOf({ url: `https://ann:geheim@api.example.com/login` }), ['geheim']],
    ['for a digest', documentOf({ auth: { type: 'digest', digest: basic('geheim').basic } }), ['geheim']],
  ]
  it.each(cases)('%s is found and masked', async (_, document, secrets) => {
    const text = JSON.stringify(document, null, 2)
    const found = validateText(text)
    expect(found.filter(({ code }) => code === 'secret-in-file')).toHaveLength(1)
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: parseable(document) })
    const shown = JSON.stringify(toolkit.getFunctions().map((tool) => tool.dryRun?.({})))
    const compiled = targets.json.toFile(targetInput(document))
    for (const secret of secrets) {
      expect(shown).not.toContain(secret)
      expect(compiled).not.toContain(secret)
    }
  })

  it.each(['{{password}}', '', '<password>', 'password', 'your-password', '[mot de passe]', 'contraseña'])(
    '%j is none',
    (value) => {
      const text = JSON.stringify(documentOf({ auth: basic(value) }))
      expect(validateText(text).filter(({ code }) => code === 'secret-in-file')).toEqual([])
    },
  )
})

/** The document, after a look that it is a collection. */
function parseable(document: object) {
  expect(parseCollection(document).items).toHaveLength(1)
  return document
}

describe('a key without a name of its own', () => {
  const key = 'kA7nx41Zq8v7Xw2Lr'
  const basic = Buffer.from(`ann:${key}`).toString('base64')
  const cases: [place: string, request: object][] = [
    [
      'behind "token" in a description',
      { description: `Opens a session. Use the token ${key} in each call.` },
    ],
    ['behind "the secret is"', { description: `The secret is ${key}.` }],
    ['behind "Basic" in any header', { header: [{ key: 'X-Data', value: `Basic ${basic}` }] }],
    [
      'behind "Basic" in a query',
      { url: { ...address('a'), query: [{ key: 'q', value: `Basic ${basic}` }] } },
    ],
    ['under a short name', { header: [{ key: 'X-Tok', value: key }] }],
  ]
  it.each(cases)('%s is shown nowhere', async (_, request) => {
    const document = documentOf(request)
    const compiled = targetInput(document)
    const toolkit = await RESTAPIToolkit.fromApiCollection({ collection: document })
    const tools = toolkit.getFunctions()
    const shown = [
      ...Object.values(targets).map((target) => target.toFile(compiled)),
      ...tools.map((tool) => `${tool.description} ${JSON.stringify([tool.parameters, tool.dryRun?.({})])}`),
    ].join()
    expect(shown).not.toContain(key)
    expect(shown).not.toContain(basic)
  })

  it.each([
    'Send token v2-authentication first.',
    'The token of 2024-01-01T00:00:00Z is old.',
    'Basic information.',
  ])('is none in %j', (description) => {
    const [tool] = targetInput(documentOf({ description })).definitions
    expect(tool?.description).not.toContain('•')
  })
})

describe('what only sounds like a credential', () => {
  const members: [name: string, value: string][] = [
    ['token_type', 'Bearer-v2.1'],
    ['next_page_token', 'b2Zmc2V0PTEw'],
    ['clave', 'PROD-00017'],
    ['clave_producto', 'PROD-00017'],
    ['parola_chiave', 'gatto-nero-1'],
    ['šifra_artikla', 'ART-000-17'],
    ['passport', 'C01X00T478'],
    ['keyword', 'pet-food-2024'],
    ['author', 'ann-2024@x'],
    ['password_policy', 'min-8-chars!'],
    ['tokenId', '0x1f98431c8a'],
    ['sort_key', 'created_at:1'],
    ['κωδικός_προϊόντος', 'ΠΡ-000-17a'],
    ['boarding_pass', 'LH-400-12A'],
  ]
  it.each(members)('%s is no finding, and an input of a model', (name, value) => {
    const document = documentOf(raw(JSON.stringify({ [name]: value, description: 'x' })))
    expect(validateText(JSON.stringify(document)).filter(({ code }) => code === 'secret-in-file')).toEqual([])
    const [tool] = targetInput(document).definitions
    expect(JSON.stringify(tool?.parameters)).toContain(value)
  })
})

describe('a saved answer', () => {
  it('with a token in any language is found', () => {
    for (const [, , password] of LOGINS.filter(([, user]) => user !== 'id')) {
      const body = JSON.stringify({ email: 'ann@example.com', [password]: SECRET })
      const document = collectionOf([soundItem({ response: [soundExample({ body })] })])
      const codes = validateText(JSON.stringify(document)).map(({ code }) => code)
      expect([password, codes.filter((code) => code === 'secret-in-file').length]).toEqual([password, 1])
    }
  })
})
