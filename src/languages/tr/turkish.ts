import { type HeardLanguage, pairs, plainNumbers } from '../heard-language.js'
import { counted, tens, words } from '../word-lists.js'

/** Turkish, which the agent only understands. */
export const turkish: HeardLanguage = {
  code: 'tr',
  stopWords: words(
    've ile bir bu su o icin mi ne nedir nasil hangi kim var olan olarak benim bana beni lutfen numarali numaralı tum tumu hepsini butun',
  ),
  actions: {
    list: words('listele hepsini tum tumu butun hangi'),
    get: words('goster getir gor bak detayi ne'),
    find: words('ara bul filtrele'),
    create: words('ekle olustur kaydet yeni'),
    update: words('guncelle degistir duzenle'),
    delete: words('sil kaldir'),
    cancel: words('iptal'),
  },
  numbers: plainNumbers(
    {
      ...counted('sifir bir iki uc dort bes alti yedi sekiz dokuz on'),
      ...tens('yirmi otuz kirk elli altmis yetmis seksen doksan', 20),
      ...{ sıfır: 0, altı: 6, kırk: 40, altmıs: 60, yetmıs: 70, yuz: 100, bin: 1000 },
    },
    { multipliers: { yuz: 100, bin: 1000 }, tensFrom: 10 },
  ),
  forbidding: /\p{L}(?:me|ma|meyin|mayın|meyiniz|mayınız)[.!]?$|(?<!\p{L})sakın(?!\p{L})/iu,
  questions: words('ne nedir kim hangi kac nerede nasil'),
  linking: words('ile olarak numarali numaralı'),
  renaming: words('olarak'),
  selfQuestions: ['ben kimim', 'kim olarak'],
  bounds: { lower: [], upper: [] },
  joints: words('ve'),
  naming: words('adli isimli adinda'),
  pointers: words('numara numarali numaralı kod id'),
  beforeVerbs: [],
  own: [],
  determiners: [],
  countQuestions: [],
  days: {},
  weekdays: [],
  months: [],
  translations:
    pairs(`sifre password, telefon phone, urun product, urunu product, urunleri product, urunler product, kullanici user, kullanicilar user, kullanicilari user,
    kullanıcı user, kullanıcıyı user, kullanıcıların user, musteri customer, siparis order, siparisi order, siparisleri order, siparisler order, odeme payment, kategori
    category, kategoriler category, kategorileri category, fiyat price, fiyati price, fiyatı price, yorum comment, sepet cart, gorev task, proje project,
    mesaj message, hesap account, kayit record, kaydi record, favori favorite, favorilerime favorite, kitap book, oda room`),
}
