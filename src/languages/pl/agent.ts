import type { AgentTexts } from '../agent-texts.js'
import { polishApprovalTexts } from './approval-texts.js'

export const polishAgent: AgentTexts = {
  tag: 'pl',
  filler: 'Jeszcze nad tym pracuję...',
  approval: polishApprovalTexts,
  budgets: {
    user: 'Limit jest na razie wyczerpany. Proszę wrócić później.',
    session: 'Ta rozmowa osiągnęła swój limit. Proszę zacząć nową.',
    app: 'Ta usługa osiągnęła na razie swój limit. Proszę wrócić później.',
  },
  speech: {
    cannotHear: 'Nie słyszę: {why}. Proszę pisać.',
    cannotSpeak: 'Nie mogę mówić: {why}. Odpowiadam na piśmie.',
    why: {
      unauthorized: '{provider} odrzucił klucz ({reason})',
      'rate-limited': '{provider} przekroczył limit ({reason})',
      unavailable: '{provider} ma awarię ({reason})',
      unreachable: 'nie można połączyć się z {provider} ({reason})',
      rejected: '{provider} odrzucił żądanie ({reason})',
      timeout: '{provider} nie odpowiedział na czas',
      'bad-answer': '{provider} przysłał coś, czego nie mogę użyć ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'Serwer zatrzymał się podczas wykonywania zadania, więc nie wiem, czy się powiodło. Proszę to sprawdzić przed ponowną prośbą.',
    inReply: 'Serwer zatrzymał się w połowie mojej odpowiedzi. Proszę zapytać ponownie.',
  },
  phone: {
    greeting: 'Dzień dobry, jestem automatycznym asystentem. W czym mogę pomóc?',
    goAhead:
      'Proszę powiedzieć tak lub nacisnąć 1, aby to zrobić. Proszę powiedzieć nie lub nacisnąć 2, aby zrezygnować.',
    again: 'Czekam na tak lub nie.',
    filler: 'Chwileczkę, proszę.',
    stillThere: 'Czy jest tam jeszcze ktoś?',
    goodbye: 'Do widzenia.',
    timeUp: 'To połączenie osiągnęło maksymalny czas. Proszę zadzwonić ponownie. Do widzenia.',
    farewells: [
      'do widzenia',
      'pa',
      'pa pa',
      'do usłyszenia',
      'na razie',
      'dobranoc',
      'miłego dnia',
      'to wszystko',
      'to tyle',
    ],
  },
  failures: {
    unauthorized:
      'Nie mogę odpowiedzieć: usługa, która pisze moje odpowiedzi, nie przyjmuje klucza. Proszę powiadomić operatora.',
    'no-credit':
      'Nie mogę odpowiedzieć: konto usługi, która pisze moje odpowiedzi, jest wyczerpane. Proszę powiadomić operatora.',
    'unknown-model':
      'Nie mogę odpowiedzieć: mój model językowy już nie istnieje. Proszę powiadomić operatora.',
    'rate-limited': 'Nie mogę teraz odpowiedzieć, bo pyta zbyt wiele osób. Proszę spróbować za chwilę.',
    unavailable:
      'Nie mogę teraz odpowiedzieć: usługa, która pisze moje odpowiedzi, ma awarię. Proszę spróbować za chwilę.',
    unreachable:
      'Nie mogę teraz odpowiedzieć, bo nie mogę połączyć się z usługą, która pisze moje odpowiedzi. Proszę spróbować później.',
    rejected: 'Na to nie mogę odpowiedzieć: usługa, która pisze moje odpowiedzi, odmówiła.',
    'too-long': 'Nie mogę już odpowiadać, bo ta rozmowa jest za długa. Proszę zacząć nową.',
    timeout: 'Nie mogę teraz odpowiedzieć, bo odpowiedź trwała zbyt długo. Proszę spróbować ponownie.',
    'bad-answer': 'Nie mogę odpowiedzieć: otrzymana odpowiedź nie miała sensu. Proszę spróbować ponownie.',
    'no-answer': 'Nie mam na to odpowiedzi. Proszę powiedzieć to innymi słowami.',
    cut: 'Moja odpowiedź została ucięta. Proszę zapytać ponownie.',
    lastResort:
      'Mój model językowy jest niedostępny. Zamiast niego odpowiada wbudowane wyszukiwanie; może sprawdzać, ale niczego nie zmienia.',
    tooManySteps: 'Na tym kończę: potrzeba było więcej kroków, niż mi wolno. Proszę o mniejszą część.',
    tooLong: 'Na tym kończę: trwało to zbyt długo. Proszę spróbować ponownie albo poprosić o mniejszą część.',
    tooManyTokens:
      'Na tym kończę: trzeba było przeczytać więcej tekstu, niż mi wolno. Proszę o mniejszą część.',
    tooManyBadCalls:
      'Na tym kończę: nie udało się utworzyć poprawnego żądania do API. Proszę powiedzieć to innymi słowami.',
    internal: 'Coś poszło nie tak po mojej stronie. Proszę spróbować ponownie.',
  },
}
