import { isCredentialLike } from '../secrets/credential-name.js'
import { wordsOf } from './words.js'

/** Words of credentials that programs hold, not people. */
const TECHNICAL =
  /secret|key|token|jwt|cookie|csrf|xsrf|signature|bearer|hmac|authorization|credential|session|секрет|токен/i

/** Codes that people are sent or remember. */
const CODE = /^(?:pin|otp|pin_?code|otp_?code|passcode|totp)$/i

/** Words of calls that prove who somebody is, or that set how they prove it: log in, register, change a password, make a user. */
const PROVING = new Set(
  `login logon signin signup sign auth authenticate authentication register registration password passwd account accounts user users member
  members customer customers profile me employee employees student students admin admins sesion iniciar registro registrar registrarse
  usuario usuarios acceso ingresar ingreso cuenta cuentas clave contrasena cliente clientes entrar cadastro cadastrar senha conta contas
  anmelden anmeldung einloggen registrieren registrierung benutzer konto passwort connexion connecter inscription inscrire utilisateur
  utilisateurs compte accesso accedi registrazione utente utenti giris kayit kullanici kullanicilar sifre dangnhap dangky nhap taikhoan
  nguoidung masuk daftar pengguna akun logowanie zaloguj rejestracja uzytkownik uzytkownicy вход войти регистрация пользователь
  пользователи`.split(/\s+/),
)
const PROVING_STEMS = /登录|登錄|登入|注册|註冊|用户|用戶|密码|ログイン|登録|ユーザ|로그인|회원|가입|비밀번호/

/** Whether a name is that of a password, a PIN or a code: what a person knows, and a program does not hold for them. */
export function isPersonalSecret(name: string): boolean {
  return CODE.test(name) || (isCredentialLike(name) && !TECHNICAL.test(name))
}

/** Whether a call sets or proves the credential of a person, by the words of its name and path. */
export function provesCredential(name: string, path: readonly string[]): boolean {
  const words = [name, ...path.filter((segment) => !/^[:{]/.test(segment))].flatMap(wordsOf)
  return words.some((word) => PROVING.has(word)) || PROVING_STEMS.test(name)
}
