import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, monthForms, plainNumbers } from '../heard-language.js'
import { counted, tens, words } from '../word-lists.js'
import { inflected, titleForms, typed, verbForms } from './endings.js'
import { turkishFalseFriends, turkishNouns, turkishWords } from './nouns.js'

/**
 * The forms of the ordinals from 1 to 10, each with its position: "birinci", "birincisi", "birincisini" and "birinciyi"
 * are 1. "sonuncu" (the last) is -1.
 */
const turkishOrdinals = lazy(() =>
  Object.fromEntries(
    [
      ...'birinci ikinci üçüncü dördüncü beşinci altıncı yedinci sekizinci dokuzuncu onuncu'.split(' '),
      'sonuncu',
    ].flatMap((ordinal, at) => {
      const high = ordinal.at(-1)!
      const ends = ['', `s${high}`, `s${high}n${high}`, `y${high}`, `s${high}n${high}n`]
      return ends
        .flatMap((end) => typed(ordinal + end))
        .map((form): [string, number] => [form, ordinal === 'sonuncu' ? -1 : at + 1])
    }),
  ),
)

const said = (text: string) => words(text).flatMap(typed)

/**
 * The Turkish words that the agent understands. It does not speak Turkish: it answers in the language of the session.
 */
export const turkish = lazy(
  (): HeardLanguage => ({
    code: 'tr',
    stopWords: said(
      `ve veya ile bir bu şu o için mi mı mu mü misin mısın musun misiniz mısınız ne nedir nasıl hangi hangileri kim kimler var mevcut olan olarak benim bana
    beni ben biz bizim sen siz lütfen numaralı tüm tümü tümünü hepsi hepsini bütün istiyorum isterim ister lazım gerek gerekiyor olsun olur hadi haydi
    peki tamam evet hayır şimdi hemen de da ki ya ama çok daha en her kadar gibi sonra merhaba selam teşekkür teşekkürler ederim sağol acaba mümkün adlı isimli şunu
    bunu onu şey yani bakalım rica ederim zahmet olmazsa miyim mıyım edebilir eder edin etmek et kaç tane hakkında`,
    ),
    actions: {
      list: [
        ...verbForms('listele sırala'),
        ...said('liste listesi hepsini tüm tümü tümünü bütün hangi hangileri kaç'),
      ],
      get: [
        ...verbForms('göster getir oku görüntüle incele söyle çek'),
        ...said(
          'gör görmek görebilir görelim bak bakmak bakar ver verir versene detay detayı detayları detaylarını bilgi bilgisi bilgileri bilgilerini ne kim',
        ),
      ],
      find: [...verbForms('bul ara filtrele'), ...said('arıyorum bulabilir')],
      create: [
        ...verbForms('ekle oluştur kaydet yarat hazırla gönder yükle yayınla'),
        ...said('ekler yeni yap yapar yapmak aç açar açmak yaz kaydeder kaydedin rezerve'),
        ...['satın al', 'satin al', 'siparis ver', 'sepete at', 'rezerve et', 'kayıt et'],
      ],
      update: [
        ...verbForms('güncelle değiştir düzenle ata işaretle taşı düzelt ayarla'),
        ...verbForms('etkinleştir aktifleştir kapat engelle artır azalt'),
      ],
      delete: [...verbForms('sil kaldır'), ...said('silip silinsin kaldırılsın'), 'cope at'],
      cancel: said('iptal'),
    },
    numbers: plainNumbers(
      {
        ...counted('sifir bir iki uc dort bes alti yedi sekiz dokuz on'),
        ...tens('yirmi otuz kirk elli altmis yetmis seksen doksan', 20),
        ...{ sıfır: 0, altı: 6, kırk: 40, altmıs: 60, yetmıs: 70, yuz: 100, bin: 1000 },
      },
      { multipliers: { yuz: 100, bin: 1000 }, tensFrom: 10, wordLetters: new Set(['e', 'i', 'o']) },
    ),
    forbidding:
      /(?<!\p{L})(?!(?:ödeme|firma|sinema|cuma|tema|işletme|sözleşme)[.!]?$)\p{L}+(?:me|ma|meyin|mayın|meyiniz|mayınız)[.!]?$|(?<!\p{L})sakın(?!\p{L})/iu,
    questions: said('ne nedir kim kimler hangi hangileri kaç nerede nereye nasıl neden'),
    linking: said('ile olarak numaralı'),
    renaming: said('olarak'),
    selfQuestions: ['ben kimim', 'kim olarak', 'hangi kullanici ile', 'hangi hesapla'],
    bounds: { lower: [], upper: [] },
    joints: said('ve'),
    naming: said('adlı isimli adında'),
    pointers: said('numara numaralı numarası nolu kod kodlu id'),
    beforeVerbs: said('lütfen bana ben şu bu hadi haydi merhaba selam'),
    own: said('benim bizim'),
    determiners: [],
    countQuestions: said('kaç').concat('ne kadar'),
    prepositions: words(''),
    ordinals: turkishOrdinals(),
    namedBefore: said('olarak yap diye'),
    sayings: {
      greeting: 'merhaba, selam, günaydın, iyi günler, iyi akşamlar',
      thanks: 'teşekkürler, teşekkür ederim, çok teşekkürler, sağ ol, sağol, sağ olun',
      farewell: 'hoşça kal, hoşçakal, güle güle, görüşürüz, bu kadar',
      help: 'yardım, yardım et, bana yardım et, ne yapabilirsin, neler yapabilirsin, nasıl yardımcı olabilirsin',
      repeat: 'tekrar et, tekrarla, tekrar eder misin, ne dedin, bir daha söyle',
      wait: 'bekle, bir dakika, bir saniye, dur bir dakika',
      cancel: 'boş ver, boşver, vazgeç, vazgeçtim, dur, iptal, önemli değil',
      yes: 'evet, tamam, tabii, tabi, olur, elbette, doğru, aynen, onaylıyorum, evet lütfen, lütfen, peki',
      no: 'hayır, yok, istemiyorum, olmaz, hayır teşekkürler',
      correction: 'hayır, pardon, yani, demek istediğim, aslında',
      followUp: 'peki, ve, ya, peki ya, şimdi, bir de',
    },
    days: { bugun: 0, yarın: 1, yarin: 1, dun: -1 },
    weekdays: words('pazar pazartesi salı çarşamba perşembe cuma cumartesi'),
    months: monthForms(
      `ocak, şubat, mart, nisan, mayıs mayis, haziran, temmuz, ağustos, eylül, ekim, kasım kasim, aralık aralik`,
    ),
    translations: lazy(() => ({
      ...titleForms(turkishNouns),
      ...Object.fromEntries(
        Object.entries(turkishWords()).flatMap(([word, english]) => typed(word).map((one) => [one, english])),
      ),
    })),
    forms: lazy(() => inflected(`${turkishNouns}, ${turkishFalseFriends}`)),
    isPlural: (word) => /.{2}l[ae]r/.test(word),
  }),
)
