import { describe, expect, it } from 'vitest'
import { readApprovalAnswers } from '../../../src/server/agent/approval-answer.js'

/** For each language: the question, its verb, and answers that refuse, take a yes back, or speak of something else. */
const LANGUAGES: [language: string, question: string, verb: string, answers: string[]][] = [
  [
    'en',
    'This deletes invoice 8. Go ahead?',
    'delete',
    [
      'yes, I veto this',
      'sure, we resist',
      'ok since nobody wants it gone',
      'yes, delete it, I was lying',
      'delete my calendar',
      'they deleted it yesterday',
      'yes, my lawyer protests',
      'all good thanks',
    ],
  ],
  [
    'de',
    'Damit wird Rechnung 8 gelöscht. Soll ich das tun?',
    'löschen',
    [
      'ja, ich widerspreche',
      'gut, wir bewahren sie auf',
      'lösche meinen Kalender',
      'schon gut',
      'ja, weil Quatsch',
    ],
  ],
  [
    'es',
    'Esto elimina la factura 8. ¿Lo hago?',
    'eliminar',
    [
      'sí, yo me opongo',
      'vale, mi jefe protesta',
      'elimina mi calendario',
      'así está bien',
      'sí, porque mentí',
    ],
  ],
  [
    'fr',
    'Cela supprime la facture 8. Je continue ?',
    'supprimer',
    ["oui, je m'oppose", 'ok, on conserve tout', 'supprime mon agenda', 'merci ça va', "c'est supprimé"],
  ],
  [
    'it',
    'Questo elimina la fattura 8. Procedo?',
    'eliminare',
    ['sì, io mi oppongo', 'ok, noi conserviamo tutto', 'elimina il mio calendario', 'va bene così'],
  ],
  [
    'pt',
    'Isso exclui a fatura 8. Posso continuar?',
    'excluir',
    ['sim, eu me oponho', 'ok, minha chefe protesta', 'excluir meu calendário', 'tá bom assim'],
  ],
  [
    'nl',
    'Dit verwijdert factuur 8. Zal ik dat doen?',
    'verwijderen',
    ['ja, ik protesteer', 'oké, wij bewaren hem', 'verwijder mijn agenda', 'prima zo', 'is al verwijderd'],
  ],
  [
    'pl',
    'To usunie fakturę 8. Mam to zrobić?',
    'usunąć',
    ['tak, ja protestuję', 'dobra, my to zachowamy', 'usuń mój kalendarz', 'niech zostanie', 'już usunięte'],
  ],
  [
    'tr',
    'Fatura 8 silinecek. Onaylıyor musunuz?',
    'silmek',
    ['evet, ben itiraz ediyorum', 'tamam, biz saklıyoruz', 'takvimimi sil', 'böyle iyi', 'zaten silindi'],
  ],
  [
    'vi',
    'Thao tác này xóa hóa đơn 8. Tôi làm nhé?',
    'xóa',
    ['vâng, tôi chống lại', 'vâng, chúng tôi lưu trữ', 'xóa lịch của tôi', 'được rồi cảm ơn', 'đã xóa rồi'],
  ],
  [
    'id',
    'Ini menghapus faktur 8. Lanjutkan?',
    'hapus',
    ['ya, saya protes', 'oke, kami pertahankan', 'hapus kalender saya', 'ya sudah', 'sudah dihapus'],
  ],
  [
    'zh',
    '这将删除发票8。可以吗？',
    '删除',
    ['好，我们抗议', '可以，他说荒谬', '删除日历', '行了行了', '已经删除了'],
  ],
  [
    'ru',
    'Это удалит счёт 8. Продолжить?',
    'удалить',
    ['да, я протестую', 'хорошо, мы сохраним', 'удали мой календарь', 'да ладно тебе', 'уже удалили'],
  ],
]

describe.each(LANGUAGES)('never a yes in %s', (language, question, verb, answers) => {
  const text = question.replace(/[.。].*/s, '')
  it.each(answers)('%j', (answer) => {
    expect(readApprovalAnswers(answer, { calls: [{ verbs: [verb], text }], question, language })).not.toEqual(
      [true],
    )
  })
})

describe('a refusal about one of several calls', () => {
  const calls = [
    { verbs: ['book'], text: 'flight 17' },
    { verbs: ['reserve'], text: 'hotel 42: nights 3' },
    { verbs: ['delete'], text: 'car 9' },
  ]
  const question =
    '1. This books flight 17. 2. This reserves hotel 42: nights 3. 3. This deletes car 9. Go ahead?'
  it.each([
    'reserve nothing',
    'second no',
    'the first is wrong',
    'delete my flight',
    'the car, I protest',
    '3 nights',
    'not the hotel',
  ])('%j runs none of them', (text) => {
    expect(readApprovalAnswers(text, { calls, question, language: 'en' })).not.toContain(true)
  })
  it.each([
    ['all but the first', 0],
    ['yes, but not the hotel', 1],
    ['everything except the car', 2],
  ])('%j does not run the one left out', (text, at) => {
    expect(readApprovalAnswers(text, { calls, question, language: 'en' })[at]).not.toBe(true)
  })
})
