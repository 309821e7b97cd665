import { describe, expect, it } from 'vitest'
import { languageOf } from '../../src/languages/heard-languages.js'
import { findLanguage } from '../../src/languages/languages.js'
import { writeNumbers } from '../../src/languages/write-numbers.js'

const written = (text: string, session: string) => {
  const language = findLanguage(session)
  return writeNumbers(text, languageOf(text, language).numbers)
}

describe('numbers in words, as they are written', () => {
  it.each([
    ['show customer four seven one one', 'show customer 4711'],
    ['order 4 seven 1 one', 'order 4711'],
    ['booking R fifty-five', 'booking R55'],
    ['gate double three', 'gate 33'],
    ['把 7 号', '把 7 号'],
    ['order double oh seven', 'order 007'],
    ['gate oh four two', 'gate 042'],
    ['oh seven', 'oh 7'],
    ['show order one oh five', 'show order 105'],
    ['locker zero one three one zero one hundred', 'locker 01310100'],
    ['zero zero seven', '007'],
    ['two hundred and ten', '210'],
    ['one hundred two hundred', 'one hundred 200'],
    ['four hundred thousand and five', '400005'],
    ['nineteen eighty four', '1984'],
    ['price one point five', 'price 1.5'],
    ['between build 1500 and 1620', 'between build 1500 and 1620'],
    ['between one hundred and two hundred', 'between 100 and 200'],
    ['order 10 20', 'order 10 20'],
    ['seven, eight', '7, 8'],
    ['Release Two', 'Release Two'],
    ['the first one', 'the first one'],
    ['name it "forty two"', 'name it "forty two"'],
  ])('English: %s', (text, expected) => expect(written(text, 'en')).toBe(expected))

  it.each([
    ['Kunde vier sieben eins eins', 'Kunde 4711'],
    ['Auftrag zweiundvierzig', 'Auftrag 42'],
    ['Auftrag dreiunddreissig', 'Auftrag 33'],
    ['Auftrag dreiunddreißig', 'Auftrag 33'],
    ['Auftrag vier hundert zwölf', 'Auftrag 412'],
    ['Raum doppel drei', 'Raum 33'],
    ['null eins drei', '013'],
    ['zwischen hundert und zweihundert', 'zwischen 100 und 200'],
    ['zweitausendsechsundzwanzig', '2026'],
    ['eine Rechnung', 'eine Rechnung'],
  ])('German: %s', (text, expected) => expect(written(text, 'de')).toBe(expected))

  it.each([
    ['busca el paciente número trece', '13'],
    ['muestra el pedido cuarenta y dos', '42'],
    ['el pedido cuatro siete uno uno', '4711'],
    ['muestra el cliente doscientos cinco', '205'],
    ['pedido número ciento uno', '101'],
    ['mostra o pedido número seis', '6'],
    ['mostra o pedido vinte e um', '21'],
    ['mostra o cliente cento e vinte e três', '123'],
    ['montre la commande numéro vingt et un', '21'],
    ['montre la commande numéro soixante-dix-sept', '77'],
    ['montre la commande soixante et onze', '71'],
    ['montre la commande quatre-vingt-dix-neuf', '99'],
    ['montre la commande quatre vingts', '80'],
    ['montre la commande cent quatre vingt douze', '192'],
    ['tampilkan pesanan nomor dua belas', '12'],
    ['tampilkan pesanan nomor tiga puluh lima', '35'],
    ['tampilkan pesanan dua ratus tiga puluh lima', '235'],
    ['tampilkan pesanan seratus lima', '105'],
    ['on üç numaralı siparişi göster', '13'],
    ['kırk iki numaralı ürünü getir', '42'],
    ['altmış yedi numaralı ürünü getir', '67'],
    ['yüz beş numaralı siparişi göster', '105'],
    ['покажи заказ номер двадцать один', '21'],
    ['pokaż zamówienie numer dwadzieścia osiem', '28'],
    ['xem đơn hàng số mười hai', '12'],
    ['xem đơn hàng số hai mươi', '20'],
    ['покажи заказ двести сорок два', '242'],
    ['iki yüz beş numaralı siparişi göster', '205'],
    ['bin dokuz yüz seksen dört numaralı siparişi göster', '1984'],
    ['el pedido mil novecientos ochenta y cuatro', '1984'],
    ['el pedido dos mil veintiséis', '2026'],
    ['o pedido mil duzentos e trinta', '1230'],
    ['o pedido mil e quinhentos', '1500'],
    ['la commande mille neuf cent quatre-vingt-quatre', '1984'],
    ['tampilkan pesanan seribu dua ratus', '1200'],
    ['pokaż zamówienie tysiąc dziewięćset osiemdziesiąt cztery', '1984'],
    ['покажи заказ тысяча девятьсот восемьдесят четыре', '1984'],
    ['xem đơn hàng số hai trăm lẻ năm', '205'],
    ['xem đơn hàng số một nghìn chín trăm tám mươi tư', '1984'],
    ['xem đơn hàng số mười lăm', '15'],
  ])('a language that is only heard: %s', (text, expected) =>
    expect(written(text, 'en').match(/\d+/g)).toEqual([expected]),
  )

  it.each(['Qual é o histórico da sala', 'Muéstrame la sala y a su dueño', 'Montre la commande à y payer'])(
    'letters that are words begin no spelling: %s',
    (text) => expect(written(text, 'en')).toBe(text),
  )
})
