import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'
import { allOf, declined } from '../heard-language-forms.js'

const masculine = { ending: '-', singular: '- a u owi em iem ie', plural: 'y i e ow om ami ach' }
const personal = { ending: '-', singular: '- a owi em iem', plural: 'ow om ami ach y' }
const feminine = { ending: 'a', singular: 'a y i e o', plural: 'y i e - om ami ach' }
const feminineInK = { ending: 'ka', singular: 'ka ki ke ko ce', plural: 'ki ek kom kami kach' }
const feminineInC = { ending: 'c', singular: 'c ci cia', plural: 'ci ciom ciami ciach' }
const neuterInIe = { ending: 'ie', singular: 'ie ia iu iem', plural: 'ia - iom iami iach' }
const neuterInO = { ending: 'o', singular: 'o a u em', plural: 'a - om ami ach' }

/** Polish nouns that are common in APIs, each with its English word. */
export const polishNouns = lazy(() =>
  allOf(
    declined(
      `uzytkownik user, klient customer, pracownik employee, kierownik menedzer manager, członek member, dostawca supplier, sprzedawca seller,
    autor author, kurier courier, kierowca driver, lekarz doctor, pacjent patient, nauczyciel teacher, student uczen student, wykładowca teacher,
    pasazer passenger, najemca lokator tenant, gracz zawodnik player, trener coach, kandydat candidate, administrator administrator,
    własciciel owner, przyjaciel znajomy friend, artysta artist, uczestnik participant, kontakt contact, subskrybent subscriber`,
      personal,
    ),
    declined(
      `produkt product, artykuł item, towar product, koszyk cart, paragon receipt, rachunek bill, rabat discount, kupon coupon, sklep store,
    magazyn warehouse, zwrot refund, adres address, podatek tax, przelew transfer, bank bank, kredyt loan, dług debt, wydatek expense, przychod income,
    budzet budget, abonament subscription, hotel hotel, bilet ticket, termin appointment, grafik schedule, kalendarz calendar,
    lek medicine, objaw symptom, szpital hospital, egzamin exam, przedmiot subject, certyfikat certificate, dom house, budynek building, samochod car,
    pojazd vehicle, serwis workshop, film movie, utwor song, album album, rozdzial chapter, odcinek episode, obraz image, plik file, folder folder, dokument document,
    post post, komentarz comment, kanal channel, szablon template, projekt project, etap step, problem issue, wniosek request, raport report,
    czujnik sensor, alarm alarm, serwer server, klucz key, wpis entry, zespoł team, dział department, oddział branch, urlop leave, etat job,
    posiłek meal, napoj drink, przepis recipe, turniej tournament, mecz match, trening workout, numer number, kod code, telefon phone, kraj country,
    kolor color, typ type, rozmiar size, jezyk language, status status, profil profile, kurs course, kontrakt contract, gosc guest, przystanek stop`,
      masculine,
    ),
    declined(
      `faktura invoice, cena price, oferta offer, promocja promotion, kategoria category, marka brand, dostawa delivery, opłata fee, waluta currency,
    karta card, umowa contract, gwarancja warranty, polisa policy, rezerwacja booking, wizyta appointment, trasa route, choroba disease,
    recepta prescription, klinika clinic, szkoła school, klasa class, lekcja lesson, ocena grade, ankieta survey, naprawa repair,
    grupa group, firma company, organizacja organization, osoba person, rola role, sesja session, strona page, rozmowa conversation,
    reklamacja complaint, reguła zasada rule, wersja version, historia history, pensja wypłata salary, zmiana shift, godzina time, aplikacja application,
    potrawa dish, restauracja restaurant, liga league, gra game, nazwa name,  kwota amount, ulica street, waga weight, transakcja transaction,
    subskrypcja subscription, rata installment, lampa lamp, kamera camera, usługa service, kolekcja collection, lista list, etykieta tag, recenzja opinia review,
    tabela table, publikacja post, notatka note, licencja license`,
      feminine,
    ),
    declined(
      `ksiazka book, paczka przesyłka package, wysyłka shipment, piosenka song, znizka discount, zaliczka deposit, składka premium, pozyczka loan,
    placowka branch, szczepionka vaccine, pielegniarka nurse, wycieczka trip, gwiazdka star, uczestniczka participant,
    stawka rate, bramka gate, skrzynka mailbox, notka note`,
      feminineInK,
    ),
    declined(
      'płatnosc payment, naleznosc debt, wiadomosc message, nieruchomosc property, ilosc quantity, wartosc amount, nieobecnosc absence, obecnosc attendance',
      feminineInC,
    ),
    declined(
      `zamowienie order, wydarzenie event, zadanie task, zgłoszenie ticket, spotkanie meeting, połaczenie call, powiadomienie notification,
    zdjecie photo, ubezpieczenie insurance, leczenie treatment, badanie test, skierowanie referral, pytanie question, szkolenie training, mieszkanie apartment,
    pomieszczenie room, ogłoszenie announcement, przypomnienie reminder, zaproszenie invitation, ustawienie setting, urzadzenie device, uprawnienie permission,
    rozliczenie settlement, wynagrodzenie salary, doswiadczenie experience, cwiczenie exercise, polecenie command, zestawienie report, danie dish`,
      neuterInIe,
    ),
    declined(
      `konto account, hasło password, miasto city, krzesło seat, biuro office, swiatło light, zwierzatko pet, lekarstwo medicine, 
    stanowisko position, nazwisko surname, saldo balance, pismo letter`,
      neuterInO,
    ),
  ),
)

/** Irregular forms of nouns, and verbs that are common in the titles of tools, each with its English word. */
export const polishWords = lazy(() =>
  pairs(`
  uzytkownicy user, klienci customer, pracownicy employee, dostawcy supplier, sprzedawcy seller, autorzy author, kurierzy courier, kierowcy driver, lekarze doctor,
  pacjenci patient, nauczyciele teacher, studenci student, uczniowie uczniow ucznia student, pasazerowie passenger, najemcy tenant, gracze player, trenerzy coach,
  kandydaci candidate, własciciele owner, członkowie członkow członka member, ludzie ludzi person, goscie gosci guest, dziecko dzieci child, przyjaciele friend,
  pokoj pokoje pokoju pokoi room, sala sali room, stolik stol stoly table, dzien day, tydzien week, pies psa psy dog, kot kota koty cat, lekow medicine,
  ksiazek book, paczek package, piosenek song, rachunki rachunku bill, budynki building, odcinki episode, wnioski wniosku request, posilki posiłek posiłki meal,
  zespoły zespołu team, imie imieniu name, daty dacie date, miejsce miejsca place, loty lotu lotow flight, podroz podroze podrozy trip, siec sieci network, sprzedaz sprzedazy sale, ulubione ulubionych ulubiony favourite, opinie review, ilosc quantity, opis description, tytuł tytułu title, dostepny dostepne available,
  aktywny aktywne active, zaległe overdue, oczekujace pending, zwierze zwierzeta pet, koszykow cart,

  wyslij wysłac send, zapłac zapłacic opłac opłacic pay, kup kupic buy, sprzedaj sprzedac sell, zatwierdz zatwierdzic approve, odrzuc odrzucic reject,
  zaakceptuj zaakceptowac przyjmij przyjac accept, potwierdz potwierdzic confirm, opublikuj opublikowac publish, wgraj wgrac przeslij upload, sciagnij pobierz pobrac download,
  przypisz przypisac przydziel assign, aktywuj aktywowac activate, dezaktywuj dezaktywowac deactivate, włacz włączyc enable, wyłacz wyłączyc disable,
  zablokuj zablokowac block, odblokuj odblokowac unblock, zapros zaprosic invite, udostepnij udostepnic share, obserwuj follow, przelej przelac transfer,
  zwroc zwrocic refund, zamknij zamknac close, przywroc przywrocic restore, zweryfikuj verify, podpisz sign, dołacz join, zaloguj zalogowac login,
  wyloguj wylogowac logout, uruchom uruchomic rozpocznij start, zatrzymaj zatrzymac stop, zakoncz zakonczyc complete, archiwizuj archive, eksportuj wyeksportuj export,
  importuj import, drukuj wydrukuj print, ocen ocenic rate, oblicz policz calculate, sledz track, zaplanuj schedule`),
)

/**
 * Polish words that look like an English word of another meaning. They are translated to English, but no English word
 * is translated to them.
 */
export const polishFalseFriends = lazy(() => pairs('sale room, data date, auto auta car'))
