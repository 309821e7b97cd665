import { wordsOf } from '../../../toolkit/semantics/words.js'

const set = (words: string) => new Set(words.split(/\s+/))

/** Verbs in names and paths of APIs, in the languages that developers use. */
const REMOVE = set(
  `delete remove destroy eliminar elimina borrar excluir deletar apagar remover supprimer supprime loeschen löschen entfernen hapus sil kaldir
  cancella usun удалить 删除`,
)
const CHANGE = set(
  `update edit modify change patch actualizar editar modificar atualizar alterar modifier aendern ändern aktualisieren ubah perbarui guncelle
  modifica edytuj обновить 更新 修改`,
)
const CREATE = set(
  `create add new register signup insert save store crear agregar registrar guardar criar cadastrar adicionar creer ajouter anlegen erstellen
  tambah simpan ekle olustur crea dodaj создать 创建 添加`,
)
const SEARCH = set(
  `search find filter query lookup list buscar filtrar pesquisar procurar chercher rechercher suchen cari ara cerca szukaj`,
)
const LOGIN = set(
  `login signin logon authenticate authentication oauth ingresar entrar connexion anmelden einloggen masuk giris accedi zaloguj auth
  logowanie bejelentkezes`,
)
const ALL = set(
  `all list todos todas listar lista tous toutes lister alle alles semua daftar tum tumu listele tutti wszystkie mind все 所有 全部 列表`,
)
const ALONE = set(
  `me self profile profil perfil current whoami account stats statistics stat summary dashboard count health healthcheck ping version status
  info config settings report total overview index root home test hello welcome docs weather revenue balance chart analytics metrics`,
)
const UNIQUE = set(
  `id ids uuid code codigo slug email mail sku isbn username number numero nummer dni cedula cpf nik key ref reference`,
)

const has = (words: ReadonlySet<string>) => (text: string) => wordsOf(text).some((word) => words.has(word))

/** Each of these tells whether a text contains such a verb, or a word that says which records are meant. */
export const saysRemove = has(REMOVE)
export const saysChange = has(CHANGE)
export const saysCreate = has(CREATE)
export const saysSearch = has(SEARCH)
export const saysLogin = (text: string) =>
  has(LOGIN)(text) || /log ?in|sign ?in|iniciar? (de )?sesi/i.test(text)
export const saysAll = has(ALL)
export const isAlone = has(ALONE)
export const isUnique = has(UNIQUE)
