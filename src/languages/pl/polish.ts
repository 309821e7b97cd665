import { type HeardLanguage, pairs, plainNumbers } from '../heard-language.js'
import { counted, hundreds, tens, words } from '../word-lists.js'

/** Polish, which the agent only understands. */
export const polish: HeardLanguage = {
  code: 'pl',
  stopWords:
    words(`i w we z ze na do od dla o po przy jest sa to ten ta te tego tej jaki jaka jakie ktore ktory ktora mamy mam moj moja moje
    mi mnie nasz nasze wszystkie wszystkich dostepne dostepny prosze chce czy sie nie tak jak kto co numer numerze`),
  actions: {
    list: words('lista wypisz wylistuj jakie wszystkie ile'),
    get: words('pokaz wyswietl podaj pobierz zobacz sprawdz'),
    find: words('znajdz szukaj wyszukaj filtruj'),
    create: words('dodaj utworz stworz zarejestruj zapisz nowy nowa nowe'),
    update: words('zmien zaktualizuj edytuj popraw ustaw'),
    delete: words('usun skasuj wykasuj'),
    cancel: words('anuluj odwołaj'),
  },
  numbers: plainNumbers(
    {
      ...counted(`zero jeden dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec jedenascie dwanascie trzynascie czternascie
        pietnascie szesnascie siedemnascie osiemnascie dziewietnascie dwadziescia`),
      ...tens(
        'trzydziesci czterdziesci piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat dziewiecdziesiat',
        30,
      ),
      ...hundreds('sto dwiescie trzysta czterysta piecset szescset siedemset osiemset dziewiecset'),
    },
    { multipliers: { tysiac: 1000 }, wordLetters: new Set(['i', 'o', 'w', 'z']) },
  ),
  forbidding: /^(?:proszę,? )?(?:nie|nigdy)\s+\p{L}/iu,
  questions: words('jaki jaka jakie ktory ktora ktore kto co ile gdzie kiedy czy'),
  linking: words('to jest na z o do numer numerze'),
  renaming: words('na w'),
  selfQuestions: ['kim jestem'],
  bounds: { lower: words('od miedzy'), upper: words('do') },
  joints: words('i oraz'),
  naming: words('nazwie imieniu nazwany'),
  pointers: words('numer numerze id kod'),
  beforeVerbs: [],
  own: [],
  determiners: [],
  countQuestions: [],
  days: {},
  weekdays: [],
  months: [],
  translations:
    pairs(`haslo password, telefon phone, produkt product, produkty product, produktu product, uzytkownik user, uzytkownicy user, uzytkownika user, uzytkownikow user,
    klient customer, klienci customer, klienta customer, klientow customer, zamowienie order, zamowienia order, zamowien order, płatnosc
    payment, płatnosci payment, faktura invoice, faktury invoice, fakture invoice, pokoj room, pokoje room, ksiazka book, ksiazki book,
    ksiazke book, autor author, autorzy author, autora author, kategoria category, kategorie category, kategorii category, cena price,
    cene price, komentarz comment, komentarze comment, wydarzenie event, wydarzenia event, kurs course, kursy course, pracownik employee,
    pracownicy employee, pracownika employee, firma company, firmy company, sklep store, koszyk cart, koszyka cart, zadanie task, zadania
    task, wiadomosc message, wiadomosci message, konto account, konta account, lekarz doctor, pacjent patient, pacjenci patient, pacjenta
    patient, adres address, adresy address, miasto city, miasta city, pojazd vehicle, pojazdy vehicle, film movie, filmy movie, zdjecie
    photo, zdjecia photo, zdjec photo, posiłek meal, posiłki meal, dziecko child, dzieci child, znizka discount, znizki discount,
    ulubione favourite, ulubionych favourite, rezerwacja booking, rezerwacje booking, opinia review, opinie review, wizyta appointment,
    wizyty appointment, dokument document, dokumenty document, plik file, pliki file, grupa group, grupy group`),
}
