/**
 * Words that name a secret wherever they are in a name, in many languages. Names and words are compared without
 * accents, which names often omit.
 */
export const SECRET_WORDS: readonly string[] = [
  // English
  'password passwd passwrd passphrase pwd pswd psw passcode secret secrets jwt bearer authorization apikey credential credentials cookie',
  'signature hmac csrf xsrf jsessionid userpass',
  // German, Dutch, Swedish, Danish, Norwegian, Icelandic
  'passwort kennwort zugangscode wachtwoord lösenord adgangskode kodeord passord lykilorð',
  // Spanish, Portuguese, Catalan, Galician, Basque
  'contraseña contrasenia contrasenya contrasinal pasahitza senha',
  // French, Italian, Romanian, Turkish
  'mdp parola parolă şifre sifre',
  // Finnish, Estonian, Latvian, Lithuanian, Hungarian
  'salasana salasõna slaptažodis jelszó',
  // Polish, Czech and Slovak, Slovene, Croatian, Serbian and Bosnian, Russian in Latin letters
  'hasło haslo heslo geslo lozinka parol',
  // Indonesian and Malay
  'sandi',
].flatMap((line) => line.split(' '))

/** Phrases that name a secret. In a name, the words of a phrase may be joined or separated by any character. */
export const SECRET_PHRASES: readonly string[] = [
  'mot de passe',
  'palavra passe',
  'palabra de paso',
  'kata sandi',
  'kata laluan',
  'mật khẩu',
  'parola d ordine',
]

/**
 * Stems of words for a secret, in scripts other than Latin. They match anywhere in a name, because these languages add
 * endings to words or write no spaces between words.
 */
export const SECRET_STEMS: readonly string[] = [
  // Russian, Ukrainian, Bulgarian, Macedonian, Serbian, Kazakh, Mongolian
  'парол гасло лозинк секрет токен құпиясөз нууцүг',
  // Greek
  'κωδικόςπρόσβασης κωδικόπρόσβασης συνθηματικό',
  // Chinese, Japanese, Korean
  '密码 密碼 口令 密钥 密鑰 令牌 パスワード 暗証番号 シークレット トークン 秘密鍵 비밀번호 암호 패스워드 토큰 시크릿',
  // Thai, Lao, Khmer, Burmese
  'รหัสผ่าน ລະຫັດຜ່ານ ពាក្យសម្ងាត់ စကားဝှက်',
  // Hebrew, Arabic, Persian, Urdu
  'סיסמה סיסמא סיסמת كلمةالمرور كلمةالسر كلمهالمرور رمزالمرور باسورد گذرواژه رمزعبور کلمهعبور پاسورڈ',
  // Hindi, Bengali, Tamil, Georgian, Armenian
  'पासवर्ड পাসওয়ার্ড கடவுச்சொல் პაროლ գաղտնաբառ',
].flatMap((line) => line.split(' '))

/**
 * If a word ends with one of these texts, it names a secret. Such words often join the owner and the secret:
 * `clientsecret`, `benutzerpasswort`.
 */
export const SECRET_ENDS: readonly string[] = [
  'secret apikey accesstoken authtoken bearertoken refreshtoken idtoken sessiontoken apitoken usertoken admintoken csrftoken',
  'password passwd passwort kennwort wachtwoord lösenord passord adgangskode contraseña salasana lozinka katasandi',
  'motdepasse palavrapasse matkhau',
].flatMap((line) => line.split(' '))

/**
 * Words that have another meaning besides a secret. Such a word names a secret in two cases: the name also has a word of
 * {@link NEAR_WORDS}, or the same object, form or list of headers also has a name of a login, such as a user name.
 */
export const AMBIGUOUS_WORDS: readonly string[] = 'clave pass κωδικός κωδικό šifra šifru'.split(' ')

export const ALONE_WORDS: readonly string[] = 'κωδικός κωδικό'.split(' ')

/**
 * Words that show that an ambiguous word in the same name is a password. They say that the password is new, old or
 * repeated, or they name a user, a database or another system with a login.
 */
export const NEAR_WORDS: readonly string[] = [
  'new old current confirm confirmation confirmed repeat retype verify default temp temporary',
  'user users username login logon account admin root master sudo',
  'db database sql mysql postgres pg mongo redis smtp imap ftp sftp ssh mail email proxy wifi ldap',
  'usuario usuarios nueva nuevo actual anterior antigua confirmar confirmacion repetir repita acceso ingreso sesion',
  'χρήστη χρήστης νέος korisnik korisnika korisnicka nova stara',
].flatMap((line) => line.split(' '))

/** Names of the members of a login, without the password. */
export const LOGIN_WORDS: readonly string[] = [
  'user username login logon signin userid email mail correo nick nickname',
  'usuario usuária utilizador cedula rut dni cpf identificacion',
  'benutzer benutzername nutzer gebruiker gebruikersnaam användarnamn brukernavn brugernavn käyttäjätunnus',
  'utilisateur identifiant utente felhasználó użytkownik uživatel korisnik korisničko kullanıcı pengguna',
  'χρήστης χρήστη пользователь логин',
].flatMap((line) => line.split(' '))

/** Words for a key. They name a secret only next to a word of {@link KEY_OWNERS}: `api key`, but not `sort key`. */
export const KEY_WORDS: readonly string[] =
  'key keys clave claves llave chave schlüssel schluessel sleutel nyckel nøkkel avain klucz klíč ključ anahtar kunci kulcs ключ'.split(
    ' ',
  )

/**
 * Words that show that the key next to them is a secret. In Romance languages, they come after the word for the key.
 */
export const KEY_OWNERS: readonly string[] = [
  'api access private secret subscription auth app application account license encryption signing master service rapid ocp',
  'secreta privada privee geheim geheimer prive gizli tajny апи',
].flatMap((line) => line.split(' '))

/**
 * Words before `token` that show that the token is not a secret but a position in a list, an amount of text, or the id
 * of a record.
 */
export const HARMLESS_TOKENS: readonly string[] = [
  'page next previous prev continuation cursor sync start after paging pagination scroll card',
  'max min total prompt completion input output num n count cached reasoning used remaining',
].flatMap((line) => line.split(' '))

/** First words of names that mention a credential but are a switch or a command: `has password`, `generate api key`. */
export const SWITCHES: readonly string[] =
  'is has have show hide skip ask force include includes generate allow allows require requires enable disable use add can should'.split(
    ' ',
  )

/**
 * Last words of names whose value is only information about a credential: `token type`, `password policy`,
 * `secret expires at`.
 */
export const ABOUT_WORDS: readonly string[] = [
  'type types hint name names title label length policy method algorithm url uri urls endpoint path header headers',
  'expiry expires expire expiration expired ttl lifetime age in at on date time datetime timestamp seconds minutes days',
  'count limit required enabled disabled status state strength valid information info change changed consent',
].flatMap((line) => line.split(' '))

/**
 * Words that name a secret in most names. If the last word of the name is `id` or `response`, the name is that of an
 * API object and not of a secret: `token id`, `authorization id response`.
 */
export const NUMBERED_WORDS: readonly string[] = 'token authorization signature credential'.split(' ')

/**
 * Names that name a secret only if the value looks like a key that a machine made. They are compared as a whole and
 * without separators. `code` is not in the list, because it is mostly the code of a login. `k` is not in the list,
 * because it is mostly a public key, such as that of a map service.
 */
export const VALUE_NAMES: readonly string[] = 'key api auth sig appid appcode'.split(' ')

/**
 * Words for a PIN, a one-time code or the code of a card. Unlike other credentials, a user says them, so a model may ask
 * for them. A name is that of such a code if it ends with one of these texts.
 */
export const PERSONAL_CODES: readonly string[] = [
  ...'pin otp totp cvv cvv2 cvc cvc2 passcode pincode otpcode'.split(' '),
  ...[
    'pin',
    'otp',
    'cvv',
    'cvc',
    'mfa',
    '2fa',
    'sms',
    'one time',
    'two factor',
    'verification',
    'security',
  ].map((word) => `${word} code`),
]
