import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'

/**
 * Turkish nouns that are common in APIs. They keep their accents, because the vowels of their endings depend on them.
 */
export const turkishNouns = `
  kullanıcı user, müşteri customer, kişi person, çalışan personel employee, yönetici müdür manager, sahip owner, satıcı seller, alıcı buyer, üye member, ekip takım team,
  grup group, şirket firma company, kurum organization, şube branch, departman bölüm department, pozisyon position, misafir konuk guest, arkadaş friend, aile family,
  çocuk child, yazar author, takipçi follower, profil profile, hesap account, rol role, yetki izin permission, şifre parola password, oturum session, davet invitation,

  ürün product, sipariş order, satış sale, alışveriş purchase, sepet cart, fatura invoice, fiş makbuz receipt, ödeme payment, fiyat ücret price, indirim discount,
  kupon coupon, teklif offer, kampanya promotion, katalog catalog, marka brand, kategori category, mağaza dükkan store, depo warehouse, stok stock, tedarikçi supplier,
  iade return, kargo shipment, teslimat delivery, paket package, kurye courier, adres address, vergi tax, kart card, bakiye balance, cüzdan wallet,
  işlem transaction, banka bank, kredi loan, borç debt, taksit installment, gider masraf expense, gelir income, bütçe budget, abonelik subscription,
  sözleşme contract, garanti warranty, sigorta insurance, poliçe policy, para money, havale transfer,

  rezervasyon booking, randevu appointment, oda room, salon room, masa table, yolculuk gezi trip, uçuş flight, koltuk seat, bilet ticket, yolcu passenger,
  havalimanı airport, takvim calendar, etkinlik event, toplantı meeting, yer place, konum location, rota route, durak stop,

  doktor hekim doctor, hemşire nurse, hasta patient, ilaç medicine, reçete prescription, hastalık disease, belirti symptom, tedavi treatment, klinik clinic,
  hastane hospital, aşı vaccine, tahlil test, muayene examination, hayvan pet, köpek dog, kedi cat,

  kurs course, ders lesson, sınıf class, öğrenci student, öğretmen hoca teacher, okul school, üniversite university, konu topic, sınav exam, puan score,
  soru question, cevap yanıt answer, anket survey, sertifika certificate, eğitim training, ödev assignment, yoklama attendance,

  mülk property, ev house, daire apartment, bina building, kiracı tenant, kira rent, arsa land, araç vehicle, araba otomobil car, kamyon truck, sürücü şoför driver,
  plaka plate, servis service, otopark parking, bakım maintenance, onarım repair, parça part, filo fleet,

  film movie, şarkı song, sanatçı artist, albüm album, kitap book, yayınevi publisher, resim görsel image, fotoğraf photo, dosya file,
  klasör folder, belge doküman document, gönderi post, haber news, yorum comment, değerlendirme review, mesaj message, sohbet conversation, kanal channel,
  bildirim notification, duyuru announcement, hatırlatıcı reminder, eposta email, çağrı call, şablon template, etiket tag, favori favorite, beğeni like,

  görev task, proje project, aşama step, sorun issue, talep istek request, şikayet complaint, rapor report, istatistik statistic, pano board, ayar setting, kural rule,
  kayıt record, cihaz device, sensör sensor, uyarı alert, lamba lamp, ışık light, kapı door, sunucu server, hizmet service, sürüm version, anahtar key,
  yedek backup, geçmiş history, liste list,

  maaş salary, bordro payroll, tatil vacation, devamsızlık absence, aday candidate, başvuru application, mülakat interview, vardiya shift, saat time, beceri skill,

  yemek food, menü menu, restoran restaurant, malzeme ingredient, içecek drink, tarif recipe, mutfak kitchen, oyuncu player, turnuva tournament, lig league,
  oyun game, antrenman workout, egzersiz exercise, antrenör coach, sezon season, hava weather,

  isim name, soyad surname, başlık title, açıklama description, durum status, tarih date, miktar adet quantity, tutar amount, numara number, kod code, telefon phone,
  şehir city, ülke country, ilçe district, sokak street, yaş age, ağırlık weight, boyut size, renk color, tür tip type, öncelik priority, sebep reason, dil language`

/** Verbs that are common in the titles of tools, and words for states, each with its English word. */
export const turkishWords = lazy(() =>
  pairs(`
  gönder gönderin gönderir göndermek yolla send, öde ödeyin öder ödemek pay, satın buy, sat sell, onayla onaylayın onaylar onaylamak approve, reddet reddedin reddetmek reject,
  yayınla yayınlayın yayımla publish, yükle yükleyin yüklemek upload, indir indirin download, ata atayın assign, etkinleştir activate, aktifleştir activate,
  kapat kapatın kapatmak disable, aç açın açmak enable, engelle block, davet invite, paylaş share, takip follow, doğrula verify,
  imzala sign, katıl join, giriş login, çıkış logout, başlat start, durdur stop, tamamla complete, arşivle archive, dışa export, yazdır print, puanla rate,
  hesapla calculate, aktif active, pasif inactive, bekleyen pending, gecikmiş overdue, müsait available, mevcut available`),
)

/**
 * Turkish nouns that look like an English word of another meaning. They are translated to English, but no English word
 * is translated to them.
 */
export const turkishFalseFriends = 'iş job, ağ network, maç match, ad name'
