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
      'yes, sort of',
      'kind of yes',
      'half yes',
      'almost',
      'yes did you',
      'agreed that it is bad',
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
      'ja, halb',
      'eigentlich ja',
      'ich sage mal ja',
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
    const { answers } = readApprovalAnswers(answer, { calls: [{ verbs: [verb], text }], question, language })
    expect(answers).not.toEqual([true])
  })
})

/** For each language: a question about a table for four on a Saturday at eight, and answers that want another one. */
const CHANGES: [language: string, question: string, answers: string[]][] = [
  [
    'en',
    'This books a table: name Meyer, guests 4, time 2026-12-05T20:00. Go ahead?',
    [
      'yes at nine',
      'yes for six people',
      'yes in the name of smith',
      'yes, to my office',
      'yes, outside',
      'yes but for five',
      'yes on Sunday',
      'yes the red one',
      'yes unless it rains',
      'okay show me the cheaper ones',
      'yes i mean no',
      'no i mean yes',
      'yes and make it five',
      'yes, and how much is it',
      'yes after i get paid',
      'yes or maybe not',
    ],
  ],
  [
    'de',
    'Damit wird Tisch gebucht: Name Meyer, Gäste 4, Zeit 2026-12-05T20:00. Soll ich das tun?',
    [
      'ja um neun',
      'ja auf Schmidt',
      'ja aber draußen',
      'ja drinnen oder draußen',
      'ja für fünf',
      'lieber Sonntag',
    ],
  ],
  [
    'es',
    'Esto reserva mesa: nombre García, personas 4, hora 2026-12-05T20:00. ¿Lo hago?',
    ['sí a las nueve', 'sí a nombre de López', 'sí en la terraza', 'sí pero para cinco', 'si hay terraza sí'],
  ],
  [
    'fr',
    'Cela réserve table : nom Martin, personnes 4, heure 2026-12-05T20:00. Je continue ?',
    [
      'oui à neuf heures',
      'oui au nom de Dupont',
      'oui en terrasse',
      'oui mais pour cinq',
      'oui si possible dimanche',
    ],
  ],
  [
    'it',
    'Questo prenota tavolo: nome Rossi, persone 4, ora 2026-12-05T20:00. Procedo?',
    ['sì alle nove', 'sì a nome Bianchi', 'sì fuori', 'sì ma per cinque', "sì se c'è posto fuori"],
  ],
  [
    'pt',
    'Isso reserva mesa: nome Silva, pessoas 4, hora 2026-12-05T20:00. Posso continuar?',
    ['sim às nove', 'sim em nome de Souza', 'sim lá fora', 'sim mas para cinco', 'sim se tiver mesa fora'],
  ],
  [
    'nl',
    'Dit boekt tafel: naam De Vries, personen 4, tijd 2026-12-05T20:00. Zal ik dat doen?',
    [
      'ja om negen uur',
      'ja op naam van Jansen',
      'ja buiten',
      'ja maar voor vijf',
      'ja als er buiten plek is',
    ],
  ],
  [
    'pl',
    'To zarezerwuje stolik: nazwisko Kowalski, osoby 4, godzina 2026-12-05T20:00. Mam to zrobić?',
    [
      'tak na dziewiątą',
      'tak na nazwisko Nowak',
      'tak w ogródku',
      'a można go przełożyć',
      'tak ale dla pięciu',
    ],
  ],
  [
    'tr',
    'Masa rezerve edilecek: ad Yılmaz, kişi 4, saat 2026-12-05T20:00. Onaylıyor musunuz?',
    ['evet dokuzda', 'evet Demir adına', 'evet ama beş kişi', 'dışarıda yer varsa evet'],
  ],
  [
    'vi',
    'Thao tác này đặt bàn: tên Lan, khách 4, giờ 2026-12-05T20:00. Tôi làm nhé?',
    ['vâng chín giờ', 'vâng tên Hoa', 'vâng nhưng năm người', 'nếu có bàn ngoài trời thì được'],
  ],
  [
    'id',
    'Ini memesan meja: nama Budi, tamu 4, waktu 2026-12-05T20:00. Lanjutkan?',
    ['ya jam sembilan', 'ya atas nama Sari', 'ya tapi untuk lima orang', 'kalau ada tempat di luar ya'],
  ],
  [
    'zh',
    '这将预订桌子：姓名 王, 人数 4, 时间 2026-12-05T20:00。可以吗？',
    ['好九点', '用李的名字', '好但是五位', '还是周日吧', '有露台的话就好'],
  ],
  [
    'ru',
    'Это забронирует столик: имя Иванов, гости 4, время 2026-12-05T20:00. Продолжить?',
    ['да на девять', 'да на имя Петров', 'да на террасе', 'а перенести можно', 'да но на пятерых'],
  ],
]

describe.each(CHANGES)('a change after a yes in %s', (language, question, answers) => {
  it.each(answers)('%j', (answer) => {
    const calls = [{ verbs: ['book'], text: question }]
    expect(readApprovalAnswers(answer, { calls, question, language }).answers).not.toEqual([true])
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
    'the hotel stays',
  ])('%j runs none of them', (text) => {
    expect(readApprovalAnswers(text, { calls, question, language: 'en' }).answers).not.toContain(true)
  })
  it.each([
    ['all but the first', 0],
    ['yes, but not the hotel', 1],
    ['everything except the car', 2],
  ])('%j does not run the one left out', (text, at) => {
    expect(readApprovalAnswers(text, { calls, question, language: 'en' }).answers[at]).not.toBe(true)
  })
})

describe('an answer about some of three calls', () => {
  const calls = [
    { verbs: ['cancel'], text: 'order 17', removes: true },
    { verbs: ['send'], text: 'money: to Ann, amount 5' },
    { verbs: ['delete'], text: 'all orders', removes: true },
  ]
  const question =
    '1. This cancels order 17. 2. This sends money: to Ann, amount 5. 3. This deletes all orders. Go ahead?'
  const read = (text: string, language = 'en') =>
    readApprovalAnswers(text, { calls, question, language }).answers
  it.each([
    'yes minus the deletion',
    'yes apart from the delete',
    'yes save for the last',
    'yes bar the last',
    'yes ignore the third',
    'both',
    'two of them',
  ])('%j does not run the last one', (text) => {
    expect(read(text)[2]).not.toBe(true)
  })
  it.each(['ja, ohne das Löschen', 'ja, die ersten zwei', 'ja bis auf die dritte'])('%j neither', (text) => {
    expect(read(text)[2]).not.toBe(true)
    expect(read(text, 'de')[2]).not.toBe(true)
  })
  it('a choice after a yes leaves the rest out', () => {
    expect(read('yes, the first two')).toEqual([true, true, false])
  })
})

it.each([
  'I agree with you that it should stay',
  "I don't mind keeping it",
  'correct the order',
  'yes, I have a question first',
  'yes subject to a refund',
  'yes before Christmas',
  'ja, Moment',
  'hoezo ja',
  'my friend said yes',
  'yes this is fraud',
  'confirm first',
  'exactly what',
  'yes, Anna',
  'yes five hundred',
  'we prefer the train please',
  'please, we prefer the train',
  'no, yes cancel nine',
])('%j is no yes to a cancellation', (text) => {
  const calls = [{ verbs: ['cancel'], text: 'order 5 of Ann', removes: true }]
  const question = 'This cancels order 5 of Ann. Go ahead?'
  expect(readApprovalAnswers(text, { calls, question, language: 'en' }).answers).not.toEqual([true])
})

/** For each language: answers that agree in other words, and such as leave something out, doubt, ask whether to say yes, or name another. */
const HALF_YES: [
  language: string,
  question: string,
  verbs: string[],
  removes: boolean,
  yes: string[],
  others: string[],
][] = [
  [
    'en',
    'This transfers money: to Anna, amount 50. Go ahead?',
    ['transfer'],
    false,
    [
      'yes, transfer it',
      'yeah send it over please',
      'yes, Anna is waiting for it',
      'sure, fifty is right',
      "yep, that's only fair",
      "yes, to Anna, that's right",
      'okay, I promised her',
      'yes please, she paid for dinner',
      "go ahead, I'm quite sure",
      'yes, I just checked the amount',
    ],
    [
      'yes but only half of it',
      'yes, just a fiver',
      "I'm not really sure, yes I suppose",
      'do I have to say yes?',
      'yes, to Mark',
      'yes send Lisa',
      'is yes the right answer',
      'yes just to test',
      'yes merely the interest',
      'why would I say yes to that',
    ],
  ],
  [
    'de',
    'Damit wird Geld überwiesen: an Anna, Betrag 50. Soll ich das tun?',
    ['überweisen'],
    false,
    [
      'ja, überweise es',
      'ja klar, Anna wartet schon',
      'passt, mach das',
      'ja bitte, fünfzig stimmt',
      'jo, ich hab es ihr versprochen',
      'gerne, nur zu',
      'ja, ist schon richtig so',
      'genau, an Anna',
      'ja, das ist nur gerecht',
      'okay, bin mir ganz sicher',
    ],
    [
      'ja, lediglich die Gebühr',
      'ja bloß ein Euro',
      'ich bin mir da nicht so sicher, ja',
      'muss ich ja sagen?',
      'ja, an Bernd',
      'ja schick Lisa was',
      'warum sollte ich ja sagen',
      'ja nur zur Probe',
      'ja nur zum Teil',
      'soll ich jetzt ja sagen',
    ],
  ],
  [
    'es',
    'Esto elimina el pedido 17. ¿Lo hago?',
    ['eliminar', 'borrar'],
    true,
    [
      'sí, bórralo',
      'claro que sí, ya no hace falta',
      'vale, elimínalo de una vez',
      'sí, ese es el pedido',
      'sí, es solo una copia vieja',
      'adelante, estoy seguro',
      'sí, ya hablé con ellos',
      'dale, elimina el pedido',
      'sí por favor, el diecisiete',
      'por supuesto, gracias',
    ],
    [
      'sí, solo la mitad',
      'sí, solamente el borrador',
      'no estoy muy seguro, sí',
      '¿tengo que decir que sí?',
      'sí, el de Carlos',
      'sí, únicamente la factura',
      '¿por qué diría que sí?',
      'sí, sólo una prueba',
      'sí, archiva el pedido',
      'no estoy tan segura de que sí',
    ],
  ],
  [
    'fr',
    'Cela réserve la table : nom Martin, personnes 4. Je continue ?',
    ['réserver'],
    false,
    [
      'oui, réservez-la',
      "oui, c'est bien ça, Martin",
      "d'accord, on a hâte",
      'parfait, allez-y',
      'oui oui, je suis sûr',
      'oui, quatre personnes',
      "bien sûr, c'est juste pour nous",
      'ok, merci beaucoup',
      'oui, faites donc',
      "oui, ma femme est d'accord",
    ],
    [
      'oui, seulement deux',
      'oui, juste la terrasse',
      'je ne suis pas si sûre, oui',
      'dois-je dire oui ?',
      'oui, au nom de Durand',
      'oui, uniquement le menu',
      'pourquoi dirais-je oui ?',
      'oui, seulement pour essayer',
      'oui, appelle Paul',
      'je ne suis pas vraiment sûr que oui',
    ],
  ],
  [
    'nl',
    'Hiermee wordt bestelling 17 verwijderd. Zal ik dat doen?',
    ['verwijderen'],
    true,
    [
      'ja, verwijder hem maar',
      'ja hoor, doe maar',
      'prima, hij is toch dubbel',
      'ja graag, bestelling zeventien',
      'ja, dat klopt',
      'jazeker, ik weet het zeker',
      'ja, we hebben hem niet meer nodig',
      'ga je gang',
    ],
    [
      'ja, alleen de helft',
      'ja enkel de factuur',
      'ik ben niet zo zeker, ja',
      'moet ik ja zeggen?',
      'ja, die van Jan',
      'ja slechts een kopie',
      'waarom zou ik ja zeggen',
      'ja, alleen om te proberen',
      'ja vraag Peter',
      'zou ik ja zeggen',
    ],
  ],
  [
    'ru',
    'Это переведёт деньги: кому Анна, сумма 50. Продолжить?',
    ['перевести'],
    false,
    [
      'да, всё верно',
      'конечно, Анна ждёт',
      'давай, пятьдесят правильно',
      'да, пожалуйста, я ей обещал',
      'хорошо, согласен',
      'да, я точно уверен',
      'подтверждаю, спасибо',
    ],
    [
      'да, только половину',
      'да, лишь комиссию',
      'я не так уж уверен, да',
      'я должен сказать да?',
      'да, Борису',
      'да, только для проверки',
      'почему я скажу да',
      'да, спроси Петра',
      'не совсем уверена, что да',
      'да, только один рубль',
    ],
  ],
  [
    'it',
    'Questo elimina la fattura 8. Procedo?',
    ['eliminare'],
    true,
    ['sì, è solo una copia'],
    ['sì, solo la metà', 'non sono così sicuro, sì', 'devo dire sì', 'sì, compra latte'],
  ],
  [
    'pl',
    'To usunie fakturę 8. Kontynuować?',
    ['usunąć'],
    true,
    ['tak, to tylko kopia'],
    ['tak, tylko połowę', 'nie jestem taka pewna, tak', 'czy mam powiedzieć tak'],
  ],
  [
    'pt',
    'Isso exclui a fatura 8. Posso continuar?',
    ['excluir'],
    true,
    ['sim, é só uma cópia'],
    ['sim, apenas o rascunho', 'não tenho tanta certeza, sim', 'devo dizer sim'],
  ],
  [
    'tr',
    '8 numaralı fatura silinecek. Onaylıyor musunuz?',
    ['silmek'],
    true,
    ['tabii silebilirsin'],
    ['evet sadece yarısını', 'pek emin değilim evet', 'evet mi demeliyim'],
  ],
  [
    'vi',
    'Thao tác này xóa hóa đơn 8. Tôi làm nhé?',
    ['xóa'],
    true,
    ['vâng xóa đi'],
    ['vâng chỉ một nửa', 'tôi không chắc lắm, vâng', 'tôi phải nói vâng à'],
  ],
  [
    'id',
    'Ini menghapus faktur 8. Lanjutkan?',
    ['menghapus'],
    true,
    ['ya itu hanya salinan'],
    ['ya hanya setengah', 'saya tidak begitu yakin, ya', 'haruskah saya bilang ya'],
  ],
  [
    'zh',
    '这将删除发票 8。可以吗？',
    ['删除'],
    true,
    ['好，删吧'],
    ['好，只要一半', '好，只要草稿', '我不是很确定，好', '我该说好吗'],
  ],
]

describe.each(HALF_YES)('beside a yes in %s', (language, question, verbs, removes, yes, others) => {
  const read = (answer: string) =>
    readApprovalAnswers(answer, { calls: [{ verbs, text: question, removes }], question, language }).answers
  it.each(others)('%j leaves the call open', (answer) => {
    expect(read(answer)).not.toEqual([true])
  })
  it.each(yes)('%j agrees', (answer) => {
    expect(read(answer)).toEqual([true])
  })
})
