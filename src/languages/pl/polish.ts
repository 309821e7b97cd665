import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, monthForms, ordinalForms, plainNumbers } from '../heard-language.js'
import { counted, hundreds, tens, words } from '../word-lists.js'
import { polishFalseFriends, polishNouns, polishWords } from './nouns.js'

/** The words of a text, and the same words with "l" in place of "ł", as some users type them. */
const typed = (text: string) => words(`${text} ${text.replaceAll('ł', 'l')}`)

const typedKeys = (said: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(said).flatMap(([word, english]) => typed(word).map((one) => [one, english])),
  )

const plurals = lazy(() => new Set(polishNouns().plurals().flatMap(typed)))

/** The Polish words that the agent understands. It does not speak Polish: it answers in the language of the session. */
export const polish = lazy(
  (): HeardLanguage => ({
    code: 'pl',
    stopWords:
      typed(`i w we z ze na do od dla o po przy jest sa to ten ta te tego tej tych jaki jaka jakie jakich ktore ktory ktora ktorych mamy mam moj moja moje
    moich mojego mi mnie nasz nasze naszych wszystkie wszystkich wszystko dostepne dostepny prosze chce chciałbym chciałabym chciałby czy sie nie
    tak jak kto co ile numer numerze moge mozesz mozna moglbys mogłbys mogłabys potrzebuje trzeba musze teraz tu tutaj hej czesc dzien dobry dzieki
    dziekuje no wiec bo ale albo lub oraz juz jeszcze tez takze tylko bardzo za pod nad przez u a go ja je ich im nam nas byl była było sobie
    jakis jakas jakies kazdy kazda inny inna gdzie kiedy zeby aby by`),
    actions: {
      list: typed('lista liste wypisz wypisac wylistuj wymien jakie jakich wszystkie wszystkich ile ilu'),
      get: typed(
        `pokaz pokazac pokazesz pokazcie pokazuj wyswietl wyswietlic podaj podac pobierz pobrac zobacz zobaczyc sprawdz sprawdzic obejrzec
      otworz otworzyc daj dac dawaj powiedz powiedziec przeczytaj odczytaj wyciagnij szczegoły szczegołow informacje info dane poznac
      zobaczymy przegladac przynies jaki jaka co`,
      ),
      find: typed(
        'znajdz znajdziesz znalezc szukaj szukam wyszukaj wyszukac odszukaj poszukaj odnajdz filtruj przefiltruj',
      ),
      create: [
        ...typed(
          `dodaj dodac dodajcie utworz utworzyc stworz stworzyc zarejestruj zarejestrowac zapisz zapisac wprowadz wprowadzic wstaw wstawic
        załoz załozyc wystaw wystawic zamow zamowic zarezerwuj zarezerwowac umow umowic wyslij wysłac kup kupic zgłos zgłosic dopisz dopisac
        opublikuj opublikowac wrzuc wrzucic przeslij przesłac zapros zaprosic wygeneruj zaplanuj zaplanowac włoz dorzuc złoz złozyc zrob zrobic`,
        ),
        ...typed('napisz nowy nowa nowe nowego nowej nowych'),
      ],
      update: typed(
        `zmien zmienic zaktualizuj zaktualizowac edytuj edytowac popraw poprawic ustaw ustawic zmodyfikuj modyfikowac przenies przeniesc
      przypisz przypisac oznacz oznaczyc włacz właczyc wyłacz wyłaczyc aktywuj dezaktywuj zablokuj odblokuj zamien podmien uzupełnij podnies
      obniz przesun przesunac przełoz przełozyc zwieksz zmniejsz nazwij`,
      ),
      delete: typed(
        'usun usunac usuncie usuwaj skasuj skasowac wykasuj wykasowac wyrzuc wyrzucic wymaz wywal wywalic pozbadz wyrejestruj oproznij',
      ),
      cancel: typed(
        'anuluj anulowac anulujcie odwołaj odwołac uniewaznij zrezygnuj zrezygnowac cofnij cofnac',
      ),
    },
    numbers: plainNumbers(
      {
        ...counted(`zero jeden dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec jedenascie dwanascie trzynascie czternascie
        pietnascie szesnascie siedemnascie osiemnascie dziewietnascie dwadziescia`),
        ...tens(
          'trzydziesci czterdziesci piecdziesiat szescdziesiat siedemdziesiat osiemdziesiat dziewiecdziesiat',
          30,
        ),
        ...{ jedna: 1, dwie: 2, tysiac: 1000 },
        ...hundreds('sto dwiescie trzysta czterysta piecset szescset siedemset osiemset dziewiecset'),
      },
      {
        multipliers: { tysiac: 1000, tysiace: 1000, tysiecy: 1000 },
        wordLetters: new Set(['a', 'i', 'o', 'u', 'w', 'z']),
      },
    ),
    forbidding: /^(?:proszę,? )?(?:nie|nigdy)\s+\p{L}/iu,
    questions: [
      ...typed('jaki jaka jakie jakich ktory ktora ktore ktorych ktorzy kto co ile ilu gdzie kiedy'),
      ...[
        'czy jest',
        'czy sa',
        'czy mamy',
        'czy mam',
        'czy istnieje',
        'czy istnieja',
        'na kiedy',
        'do kiedy',
        'o ktorej',
      ],
    ],
    linking: words('to jest na z o do numer numerze'),
    renaming: words('na w'),
    selfQuestions: ['kim jestem', 'jako kto', 'na jakim koncie'],
    bounds: { lower: words('od miedzy'), upper: words('do') },
    joints: words('i oraz'),
    naming: words('nazwie imieniu nazwany nazwana nazwane tytule'),
    pointers: words('numer numerze numeru numerem nr id kod'),
    beforeVerbs: typed(
      'prosze chce chciałbym chciałabym czy mozesz mogłbys mogłabys moge mozna potrzebuje trzeba musze hej czesc mi',
    ),
    own: words('moj moja moje moich mojego mojej nasz nasze naszych'),
    determiners: [],
    countQuestions: ['ile', 'ilu', 'liczba'],
    prepositions: words('z ze na do od dla o po przy w we przez'),
    ordinals: ordinalForms(
      `pierwszy pierwsza pierwsze pierwszego pierwszej pierwszą, drugi druga drugie drugiego drugiej drugą, trzeci trzecia trzecie trzeciego trzeciej,
      czwarty czwarta czwarte czwartego czwartej, piąty piąta piąte piątego piątej, szósty szósta szóste szóstego, siódmy siódma siódme siódmego,
      ósmy ósma ósme ósmego, dziewiąty dziewiąta dziewiąte, dziesiąty dziesiąta dziesiąte`,
      'ostatni ostatnia ostatnie ostatniego ostatniej ostatnią',
    ),
    sayings: {
      greeting: 'cześć, hej, dzień dobry, dobry wieczór, witam',
      thanks: 'dzięki, dziękuję, dziękuję bardzo, dziękuję ślicznie',
      farewell: 'do widzenia, pa, na razie, to wszystko',
      help: 'pomoc, pomóż, pomóż mi, co potrafisz, co umiesz, w czym możesz pomóc',
      repeat: 'powtórz, możesz powtórzyć, słucham, co powiedziałeś, jeszcze raz',
      wait: 'czekaj, poczekaj, chwileczkę, moment, chwila',
      cancel: 'zostaw to, nieważne, zapomnij, stop, anuluj, nic',
      yes: 'tak, jasne, dobrze, zgoda, oczywiście, zgadza się, ok, pewnie, proszę, potwierdzam, zrób to',
      no: 'nie, nie dziękuję, lepiej nie, nie rób tego',
      correction: 'nie, przepraszam, raczej, chodziło mi o, właściwie',
      followUp: 'a, i, a co z, też, teraz',
    },
    days: { dzis: 0, dzisiaj: 0, jutro: 1, pojutrze: 2, wczoraj: -1 },
    weekdays: [
      ...words('niedziela poniedziałek wtorek sroda czwartek piatek sobota'),
      ...words('niedziele poniedzialek wtorek srode czwartek piatek sobote'),
      ...words('niedzieli poniedziałku wtorku srody czwartku piatku soboty'),
    ],
    months:
      monthForms(`styczen stycznia styczniu, luty lutego lutym, marzec marca marcu, kwiecien kwietnia kwietniu, maj maja maju,
    czerwiec czerwca czerwcu, lipiec lipca lipcu, sierpien sierpnia sierpniu, wrzesien wrzesnia wrzesniu,
    pazdziernik pazdziernika pazdzierniku, listopad listopada listopadzie, grudzien grudnia grudniu`),
    translations: lazy(() => typedKeys({ ...polishNouns().translations, ...polishWords() })),
    forms: lazy(() => ({ ...typedKeys(polishNouns().forms()), ...polishFalseFriends() })),
    // An irregular form or a verb in `polishWords` may look like the plural of a noun. None of these words counts as a
    // plural.
    isPlural: (word) => plurals().has(word) && !Object.hasOwn(polishWords(), word),
  }),
)
