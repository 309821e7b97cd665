import { describe, expect, it } from 'vitest'
import { type AnswerContext, readApprovalAnswers } from '../../../src/server/agent/approval-answer.js'

type Want = 'yes' | 'no' | 'neither'
const read = (text: string, context: AnswerContext): Want[] =>
  readApprovalAnswers(text, context).answers.map((answer) =>
    answer === undefined ? 'neither' : answer ? 'yes' : 'no',
  )

/** For each language: the question, the verb, and answers that agree, refuse, or do neither. */
const LANGUAGES: [language: string, question: string, verb: string, answers: Record<Want, string[]>][] = [
  [
    'en',
    'This cancels order 17. Go ahead?',
    'cancel',
    {
      yes: [
        "Yes, that's correct.",
        'Yes, cancel it.',
        'please go ahead, I am moving house',
        'sure, why not?',
      ],
      no: ["no, don't cancel it", 'never mind', "I don't want that"],
      neither: [
        'okay so what happens',
        'okay, and what happens to my order then',
        'yes, what would happen then',
        'yes, if it is free',
        'order 18',
        'how much is it?',
        'maybe',
        'wait a second',
        'cancel',
        'cancel it',
      ],
    },
  ],
  [
    'de',
    'Damit wird Bestellung 17 storniert. Soll ich das tun?',
    'stornieren',
    {
      yes: ['Ja, das stimmt.', 'Ja, bitte stornieren.', 'storniere sie', 'ja gerne, ich brauche sie dann'],
      no: ['nein danke', 'bitte nicht stornieren', 'lass mal'],
      neither: [
        'okay, und was passiert dann',
        'ja, wenn es nichts kostet',
        'ja, aber erst morgen',
        'was kostet das?',
        'vielleicht',
      ],
    },
  ],
  [
    'es',
    'Esto cancela el pedido 17. ¿Lo hago?',
    'cancelar',
    {
      yes: ['sí, correcto', 'sí, cancélalo por favor', 'adelante'],
      no: ['no, gracias', 'no lo canceles', 'déjalo'],
      neither: [
        'vale, ¿y qué pasa?',
        'cancela',
        'sí, pero mañana',
        '¿cuánto cuesta?',
        'no sé',
        'el pedido 18',
      ],
    },
  ],
  [
    'fr',
    'Cela annule la commande 17. Je continue ?',
    'annuler',
    {
      yes: ["oui, c'est ça", "oui, annulez-la s'il vous plaît", 'allez-y'],
      no: ['non merci', 'non, surtout pas', "n'annulez pas"],
      neither: [
        "d'accord, et qu'est-ce qui se passe après",
        'annule',
        "oui, si c'est gratuit",
        'oui mais demain',
        'combien ça coûte ?',
        'peut-être',
      ],
    },
  ],
  [
    'it',
    "Questo annulla l'ordine 17. Procedo?",
    'annullare',
    {
      yes: ['sì, è giusto', 'sì, annullalo per favore', 'va bene'],
      no: ['no grazie', 'non annullarlo', 'lascia stare'],
      neither: [
        'ok, e cosa succede dopo?',
        'annulla',
        'sì, ma domani',
        'quanto costa?',
        'non lo so',
        'solo se è gratis',
      ],
    },
  ],
  [
    'pt',
    'Isso cancela o pedido 17. Posso continuar?',
    'cancelar',
    {
      yes: ['sim, está certo', 'sim, pode cancelar', 'pode'],
      no: ['não, obrigado', 'não cancele', 'deixa pra lá'],
      neither: [
        'ok, e o que acontece depois?',
        'cancele, por favor',
        'sim, mas amanhã',
        'quanto custa?',
        'não sei',
        'só se for grátis',
      ],
    },
  ],
  [
    'nl',
    'Dit annuleert bestelling 17. Zal ik dat doen?',
    'annuleren',
    {
      yes: ['ja, dat klopt', 'ja, annuleer maar', 'doe maar'],
      no: ['nee dank je', 'niet annuleren', 'laat maar'],
      neither: [
        'oké, en wat gebeurt er dan',
        'annuleren',
        'ja, maar pas morgen',
        'wat kost dat?',
        'weet ik niet',
        'alleen als het gratis is',
      ],
    },
  ],
  [
    'pl',
    'To anuluje zamówienie 17. Mam to zrobić?',
    'anulować',
    {
      yes: ['tak, zgadza się', 'tak, proszę anulować', 'jasne'],
      no: ['nie, dziękuję', 'nie anuluj', 'zostaw to'],
      neither: [
        'okej, a co się stanie potem',
        'anuluj',
        'tak, ale jutro',
        'ile to kosztuje?',
        'nie wiem',
        'jeśli to nic nie kosztuje',
      ],
    },
  ],
  [
    'tr',
    'Sipariş 17 iptal edilecek. Onaylıyor musunuz?',
    'iptal etmek',
    {
      yes: ['evet, doğru', 'evet, iptal edin', 'tamam', 'onaylıyorum'],
      no: ['hayır, teşekkürler', 'iptal etme', 'iptal etmeyin', 'vazgeçtim'],
      neither: [
        'tamam, peki sonra ne olacak',
        'evet ama yarın',
        'ne kadar tutar?',
        'bilmiyorum',
        'ücretsiz ise',
      ],
    },
  ],
  [
    'vi',
    'Thao tác này hủy đơn hàng 17. Tôi làm nhé?',
    'hủy',
    {
      yes: ['vâng, đúng rồi', 'vâng, hủy giúp tôi', 'đồng ý'],
      no: ['không, cảm ơn', 'đừng hủy', 'thôi khỏi'],
      neither: [
        'được, rồi chuyện gì xảy ra',
        'hủy đi',
        'vâng, nhưng ngày mai',
        'mất bao nhiêu?',
        'không biết',
        'nếu miễn phí',
      ],
    },
  ],
  [
    'id',
    'Ini membatalkan pesanan 17. Lanjutkan?',
    'batalkan',
    {
      yes: ['ya, benar', 'ya, tolong batalkan', 'silakan'],
      no: ['tidak, terima kasih', 'jangan dibatalkan', 'tidak jadi'],
      neither: [
        'oke, lalu apa yang terjadi',
        'batalkan',
        'ya, tapi besok',
        'berapa biayanya?',
        'tidak tahu',
        'kalau gratis',
      ],
    },
  ],
  [
    'zh',
    '这将取消订单17。可以吗？',
    '取消',
    {
      yes: ['是的，没错', '好的，请取消', '可以'],
      no: ['不用了，谢谢', '不要取消', '算了'],
      neither: ['好的，那会怎么样', '取消吧', '可以，但是明天', '要多少钱？', '不知道', '如果免费的话'],
    },
  ],
  [
    'ru',
    'Это отменит заказ 17. Продолжить?',
    'отменить',
    {
      yes: ['да, верно', 'да, отмените пожалуйста', 'давайте'],
      no: ['нет, спасибо', 'не отменяйте', 'не надо'],
      neither: [
        'хорошо, а что будет потом',
        'отмените',
        'да, но завтра',
        'сколько это стоит?',
        'не знаю',
        'если бесплатно',
      ],
    },
  ],
]

describe.each(LANGUAGES)('an answer in %s', (language, question, verb, answers) => {
  const object = question.replace(/[.。].*/s, '')
  const cases = Object.entries(answers).flatMap(([want, texts]) => texts.map((text) => [text, want]))
  it.each(cases)('%j is %s', (text, want) => {
    const calls = [{ verbs: [verb], text: object }]
    expect(read(text!, { calls, question, language })).toEqual([want])
  })
})

/** For each language: remarks and wishes after a yes, which change nothing about it. */
const REMARKS: [language: string, answers: string[]][] = [
  [
    'en',
    [
      'uh yeah sure go for it',
      'yes please the kids are ill',
      'yes we are taking the train that day',
      "yes please cancel it, we can't make it anymore",
      'yeah and tell them the dog says hi',
      'afraid so',
      'yes thats right',
      'hmm yes fine go ahead',
      'we found another doctor so yes',
      'yes, order seventeen',
    ],
  ],
  [
    'de',
    [
      'ja leider, wir sind alle krank',
      'ja wir schaffen das leider nicht',
      'klar, das war ein Versehen',
      'na logo',
    ],
  ],
  [
    'es',
    ['sí por favor que estamos todos enfermos', 'sí cancélalo que no podemos ir', 'pues sí qué remedio'],
  ],
  [
    'fr',
    ['oui malheureusement on est tous malades', 'oui annulez on ne peut pas venir', 'euh oui volontiers'],
  ],
  ['it', ['sì purtroppo siamo tutti malati', 'eh sì per forza', 'sì mia moglie sarà contenta']],
  ['pt', ['sim infelizmente estamos todos doentes', 'pode cancelar sim', 'sim minha mulher vai adorar']],
  ['nl', ['ja helaas we zijn allemaal ziek', 'ja de kinderen zijn ziek geworden', 'eh ja graag']],
  ['pl', ['tak niestety wszyscy jesteśmy chorzy', 'no tak', 'tak żona się ucieszy', 'tak proszę zapisać']],
  ['tr', ['evet maalesef hepimiz hastayız', 'hıhı evet', 'evet eşim çok sevinecek']],
  ['vi', ['vâng cả nhà tôi bị ốm', 'dạ đúng rồi', 'ừ hủy đi']],
  ['id', ['iya kami semua sakit', 'ya istri saya pasti senang', 'gas aja']],
  ['zh', ['是的我们都生病了', '好我太太会很高兴', '行你取消吧']],
  ['ru', ['да к сожалению мы все заболели', 'да жена будет рада', 'угу отмените пожалуйста']],
]

describe.each(REMARKS)('a yes with a remark in %s', (language, answers) => {
  const [, question = '', verb = ''] = LANGUAGES.find(([code]) => code === language)!
  const calls = [{ verbs: [verb], text: question.replace(/[.。].*/s, ''), removes: true }]
  it.each(answers)('%j', (text) => {
    expect(read(text, { calls, question, language })).toEqual(['yes'])
  })
})

describe('a yes with a wish for something else', () => {
  it.each([
    ['en', 'Yes, and then show me my other orders.'],
    ['en', "yes please, also what's the weather"],
    ['en', 'sure, also do i owe you anything'],
    ['de', 'ja bitte und dann hätte ich noch eine Frage zur Rechnung'],
    ['es', 'sí y luego dime qué otras tengo'],
    ['fr', "oui et ensuite dites-moi ce qu'il me reste"],
    ['it', 'sì e poi mi dica quali altre ho'],
    ['pt', 'sim e depois me mostra as outras'],
    ['nl', 'ja en laat me daarna mijn andere boekingen zien'],
    ['pl', 'tak a potem pokaż mi pozostałe'],
    ['tr', 'evet sonra da diğerlerini göster'],
    ['vi', 'vâng rồi sau đó cho tôi xem các phòng khác'],
    ['id', 'ya terus tolong tampilkan yang lainnya'],
    ['zh', '好，然后给我看看其他的'],
    ['ru', 'да а потом покажите остальные'],
  ])('%s: %j', (language, text) => {
    const [, question = '', verb = ''] = LANGUAGES.find(([code]) => code === language)!
    const calls = [{ verbs: [verb], text: question.replace(/[.。].*/s, '') }]
    const want = { answers: [true], hasRequest: true }
    expect(readApprovalAnswers(text, { calls, question, language })).toMatchObject(want)
  })
})

describe('an answer about three calls', () => {
  const calls = [
    { verbs: ['book'], text: 'flight to Lisbon' },
    { verbs: ['reserve'], text: 'hotel' },
    { verbs: ['cancel'], text: 'car' },
  ]
  const question =
    '1. This books a flight to Lisbon. 2. This reserves a hotel. 3. This cancels the car. Go ahead?'
  const cases: [text: string, want: [Want, Want, Want]][] = [
    ['yes', ['yes', 'yes', 'yes']],
    ['all three, please', ['yes', 'yes', 'yes']],
    ['no', ['no', 'no', 'no']],
    ['only the first two', ['yes', 'yes', 'no']],
    ['yes, but not the car', ['yes', 'yes', 'no']],
    ['the flight and the car', ['yes', 'no', 'yes']],
    ['book the flight but not the hotel, and cancel the car', ['yes', 'no', 'yes']],
    ['number three', ['no', 'no', 'yes']],
    ['no, only the hotel', ['no', 'yes', 'no']],
    ['the flight if it is cheap', ['neither', 'neither', 'neither']],
    ['which hotel?', ['neither', 'neither', 'neither']],
    ['everything but the car', ['yes', 'yes', 'no']],
    ['the flight yes the hotel no', ['yes', 'no', 'no']],
    ['the second one yes, the others no', ['no', 'yes', 'no']],
    ['flight yes, the car we still need', ['yes', 'no', 'neither']],
    ['no to all of those i was just looking', ['no', 'no', 'no']],
    ['the lot', ['yes', 'yes', 'yes']],
  ]
  it.each(cases)('%j', (text, want) => {
    expect(read(text, { calls, question, language: 'en' })).toEqual(want)
  })
})

describe('an answer that is never a yes', () => {
  it.each([
    ['en', 'delete', 'This deletes note 5. Go ahead?', 'delete everything'],
    ['en', 'delete', 'This deletes note 5. Go ahead?', 'yes, note 6'],
    ['en', 'delete', 'This deletes note 5. Go ahead?', "okay, but I'm not paying for that"],
    ['en', 'delete', 'This deletes note 5. Go ahead?', "I'd say yes but my boss says no"],
    ['en', 'delete', 'This deletes note 5. Go ahead?', 'yes you are wrong'],
    ['de', 'löschen', 'Damit wird Notiz 5 gelöscht. Soll ich das tun?', 'ja, ich will das nicht'],
    ['fr', 'supprimer', 'Cela supprime la note 5. Je continue ?', 'oui, ne la supprimez pas'],
    ['tr', 'silmek', 'Not 5 silinecek. Onaylıyor musunuz?', 'silmek istemiyorum'],
    ['zh', '删除', '这将删除便签5。可以吗？', '好，不要删'],
    ['ru', 'удалить', 'Это удалит заметку 5. Продолжить?', 'да нет'],
    ['pl', 'usunąć', 'To usunie notatkę 5. Mam to zrobić?', 'no'],
  ])('%s: %s, %s %j', (language, verb, question, text) => {
    const object = question.replace(/[.。].*/s, '')
    const calls = [{ verbs: [verb], text: object }]
    expect(read(text, { calls, question, language })).not.toEqual(['yes'])
  })
})

describe('an answer in another language than the session', () => {
  const calls = [{ verbs: ['cancel'], text: 'order 17' }]
  const question = 'This cancels order 17. Go ahead?'
  it.each([
    ['sí, claro', 'yes'],
    ['oui', 'yes'],
    ['nein', 'no'],
    ['да', 'yes'],
    ['sí, el azul', 'neither'],
    ['ne', 'neither'],
  ])('%j is %s', (text, want) => {
    expect(read(text, { calls, question, language: 'en' })).toEqual([want])
  })
})
