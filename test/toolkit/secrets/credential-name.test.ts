import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  credentialsAmong,
  isCredentialLike,
  isCredentialValue,
  isSensitiveValue,
  mentionsCredential,
} from '../../../src/toolkit/secrets/credential-name.js'
import { MASK, maskNamed } from '../../../src/toolkit/secrets/mask.js'
import { maskArguments } from '../../../src/toolkit/secrets/sensitive-arguments.js'

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
    'api_key apiKey X-API-Key access_token accessToken bearerToken client_secret DB_PASSWORD jwt Authorization accesstoken private-key csrf_token RequestVerificationToken X-Auth-Token db_pass user_pass secret_id device_token api_clave clave_api clave_secreta X-Amz-Signature tokens'.split(
      ' ',
    ),
  )('%s is one', (name) => expect(isCredentialLike(name)).toBe(true))

  it.each(
    `page_token nextPageToken card_token reset_token inviteToken passwordResetToken email_verification_token petId key sort_key status keyword tokenizer base_url user_name author monkey passenger passport boarding_pass
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

describe('the name of a code that a user says', () => {
  const CODES = [
    'pin pin1 pin_2 newPin PINNumber pin_confirmation pin_code encrypted_pin mpin otp otp_value totp_code mTAN mfa mfaCode',
    'passCode passcode1 pass_word access_code smsCode one_time_code oneTimePin verification_code verifyCode security_code',
    'cvv cvv2 icvv cvc2 cvn card_security_code card_verification_value confirmationCode backup_codes unlock_code puk1',
    'securityAnswer secret_answer memorable_word mothersMaidenName card_pin_code',
    'Geheimzahl Bestätigungscode Sicherheitsantwort codigo_de_verificacion código_de_segurança respuesta_secreta',
    'code_de_verification réponse_secrète codice_di_sicurezza verificatiecode kod_weryfikacyjny код_подтверждения пин',
    'reset_token inviteToken reset_password_token emailVerificationToken',
    'pin_new newPin pw passkey twofa codewort tan_old pass clave NIP pins otps',
    'doğrulama_kodu kode_verifikasi mã_xác_minh 短信验证码 認証コード 인증번호',
  ].flatMap((line) => line.split(' '))
  it.each(CODES)('%s is masked', (name) => {
    expect(isSensitiveValue(name, '4257')).toBe(true)
    expect(maskArguments({ card: { [name]: '4257' } }, {})).toEqual({ card: { [name]: MASK } })
    expect(maskNamed(`{"${name}":"4257"}`, MASK)).toBe(`{"${name}":"${MASK}"}`)
  })

  const OTHERS = [
    'pincode shipping_pincode shippingPinCode postal_pin_code opinion map_pin mapPin pin_id pin_color spinner spin',
    'is_pinned pinboard has_pin pin_type otp_enabled otp_length code codes country_code zip_code promo_code status_code',
    'bank_code invite_code tracking_code tank titan mfa_type maiden company',
  ].flatMap((line) => line.split(' '))
  it.each(OTHERS)('%s is shown', (name) => {
    expect(isSensitiveValue(name, '560001')).toBe(false)
    expect(maskArguments({ [name]: '560001' }, {})).toEqual({ [name]: '560001' })
  })

  it('is shown if its value is no code, and masked in a list', () => {
    const others = {
      pass: 'Annual',
      clave: 'PROD',
      nip: 'yes',
      pins: ['Berlin', 'Paris'],
      boarding_pass: '1234',
    }
    expect(maskArguments(others, {})).toEqual(others)
    expect(maskArguments({ pins: ['1234', '5678'], pin: { value: '9999' } }, {})).toEqual({
      pins: [MASK, MASK],
      pin: { value: MASK },
    })
  })

  it('is that of a postal code beside an address, but not a word of it', () => {
    const address = { street: 'MG Road 1', city: 'Bengaluru', pinCode: '560001', pincode: '560001' }
    expect(maskArguments({ address, pin: '4257' }, {})).toEqual({ address, pin: MASK })
    expect(maskNamed(JSON.stringify(address), MASK)).toBe(JSON.stringify(address))
    expect(maskArguments({ city: 'Utrecht', pincode: '4257' }, {})).toEqual({
      city: 'Utrecht',
      pincode: MASK,
    })
  })
})
