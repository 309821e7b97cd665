import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  credentialsAmong,
  isCredentialLike,
  isCredentialValue,
  mentionsCredential,
} from '../../../src/toolkit/secrets/credential-name.js'

/** Words for a password in languages, as developers write them in names. */
const PASSWORDS: [language: string, words: string][] = [
  ['English', 'password passwd passphrase pwd pswd passcode'],
  ['German', 'passwort Passwort kennwort benutzerpasswort passwort_neu'],
  ['Dutch', 'wachtwoord nieuwWachtwoord'],
  ['Swedish', 'lösenord losenord'],
  ['Danish', 'adgangskode kodeord'],
  ['Norwegian', 'passord'],
  ['Finnish', 'salasana'],
  ['Icelandic', 'lykilorð'],
  [
    'Spanish',
    'contraseña contrasena contraseñaActual nueva_contrasena contrasenia nueva_clave clave_usuario claveUsuario',
  ],
  ['Catalan', 'contrasenya'],
  ['Portuguese', 'senha novaSenha senha_atual palavra_passe palavra-passe palavraPasse'],
  ['French', 'mot_de_passe motDePasse MOT-DE-PASSE motdepasse mdp nouveau_mot_de_passe'],
  ['Italian and Romanian', 'parola parolă nuova_parola'],
  ['Polish', 'hasło haslo noweHaslo'],
  ['Czech and Slovak', 'heslo nove_heslo'],
  ['Slovene', 'geslo'],
  ['Croatian and Serbian', 'lozinka novaLozinka лозинка'],
  ['Hungarian', 'jelszó jelszo ujJelszo'],
  ['Turkish', 'şifre sifre yeniSifre ŞİFRE'],
  ['Estonian', 'salasõna'],
  ['Lithuanian', 'slaptažodis slaptazodis'],
  ['Russian', 'пароль Пароль_пользователя новый-пароль parol'],
  ['Ukrainian and Bulgarian', 'пароля парола'],
  ['Greek', 'κωδικός κωδικός_πρόσβασης νέος_κωδικός'],
  ['Vietnamese', 'mật_khẩu matKhau mat-khau mat_khau_moi matkhau'],
  ['Indonesian and Malay', 'sandi kata_sandi kataSandi katasandi kata_laluan'],
  ['Chinese', '密码 用户密码 密碼 登錄密碼 口令 密钥 令牌'],
  ['Japanese', 'パスワード パスワード確認 暗証番号'],
  ['Korean', '비밀번호 비밀번호확인 새_비밀번호'],
  ['Thai', 'รหัสผ่าน รหัสผ่านใหม่'],
  ['Hebrew', 'סיסמה הסיסמה סיסמא'],
  ['Arabic', 'كلمة_المرور كلمةالمرور كلمة-السر'],
  ['Persian', 'رمز_عبور گذرواژه'],
  ['Hindi', 'पासवर्ड'],
]

describe('isCredentialLike', () => {
  it.each(PASSWORDS)('knows a password in %s', (_, words) => {
    for (const form of ['NFC', 'NFD'])
      expect(words.split(' ').filter((word) => !isCredentialLike(word.normalize(form)))).toEqual([])
  })

  it.each(
    'api_key apiKey X-API-Key access_token accessToken bearerToken client_secret DB_PASSWORD jwt Authorization accesstoken private-key csrf_token X-Auth-Token db_pass user_pass secret_id device_token api_clave clave_api clave_secreta X-Amz-Signature tokens'.split(
      ' ',
    ),
  )('%s is one', (name) => expect(isCredentialLike(name)).toBe(true))

  it.each(
    `page_token nextPageToken card_token petId key sort_key status keyword tokenizer base_url user_name author monkey passenger passport boarding_pass
    pass_rate pass clave clave_producto clave_publica claveCliente parola_chiave keyboard turkey
    token_type tokenType token_url secret_name password_policy password_hint hasPassword showPassword generateApiKey force_password_change
    authorization_id token_id max_tokens total_tokens completionTokens expires_in token_expires_at Access-Control-Allow-Credentials
    resenha desenha empenhado sandy compass bypass codigo κωδικός_προϊόντος šifra_artikla シート 番号 コード รหัส 码 пароход`.split(
      /\s+/,
    ),
  )('%s is none', (name) => expect(isCredentialLike(name)).toBe(false))

  it('takes any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(typeof isCredentialLike(name)).toBe('boolean')
        if (isCredentialLike(name)) expect(mentionsCredential(name)).toBe(true)
      }),
    )
  })
})

describe('credentialsAmong', () => {
  const cases: [names: string, name: string, want: boolean][] = [
    ['usuario clave', 'clave', true],
    ['cedula clave', 'clave', true],
    ['correo clave', 'clave', true],
    ['clave descripcion precio', 'clave', false],
    ['usuario clave_producto', 'clave_producto', false],
    ['username pass', 'pass', true],
    ['line station pass', 'pass', false],
    ['korisnicko_ime šifra', 'šifra', true],
    ['korisnik šifra', 'šifra', true],
    ['a b', 'password', true],
    ['usuario nombre', 'nombre', false],
  ]
  it.each(cases)('among %s, %s: %s', (names, name, want) => {
    expect(credentialsAmong(names.split(' '))(name)).toBe(want)
  })
})

describe('isCredentialValue', () => {
  it.each<[string, unknown, boolean]>([
    ['password', 'x', true],
    ['password', '', false],
    ['password', true, false],
    ['pin_secret', 1234, true],
    ['token', 12, false],
    ['name', 'x', false],
  ])('%s: %j is %s', (name, value, want) => expect(isCredentialValue(name, value)).toBe(want))
})
