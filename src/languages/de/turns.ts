import { type TurnWords, wordSet } from '../turn-words.js'

/**
 * German words that show whether the user's turn is over. In German, the verb often ends the sentence. So only
 * articles, prepositions, conjunctions and similar words show that a sentence is unfinished.
 */
export const germanTurns: TurnWords = {
  tag: 'de',
  hanging:
    wordSet(`der die das den dem des ein eine einen einem einer eines und oder aber denn sondern weil dass obwohl während falls wenn ob als
    wie wo der welcher welche welches zu zum zur von vom mit ohne für an am auf bei beim in im ins nach vor über unter zwischen durch gegen um
    bis seit aus per
    mein meine meinen meiner dein deine sein seine ihr ihre ihren unser unsere dieser diese dieses diesen jeder jede jedes kein keine keinen
    ich du er sie wir möchte will würde kann könnte soll sollte muss darf habe hat hätte bin ist sind war werde wird bitte auch nur vielleicht
    also äh ähm hm na namens plus minus`),
  asking:
    wordSet(`was welche welcher welches wer wo wann warum wieso wie ist sind hat haben kann kannst können würdest zeig zeige liste such suche
    finde gib sag nenne öffne erstelle mach füge ändere setze lösche entferne storniere buche bestelle kaufe sende schick ruf spiel starte
    stoppe lies zähle`),
  numbers:
    wordSet(`null eins ein zwei zwo drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
    achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig hundert tausend doppel strich punkt komma plus`),
  letterWords: wordSet(''),
  questions: wordSet('was wer wo wie wann welche welcher welches'),
  labels: wordSet('nummer nummern bestellnummer kundennummer rechnungsnummer id ids code konto'),
  closed: [
    ...[
      'ja',
      'nein',
      'nee',
      'jo',
      'klar',
      'genau',
      'okay',
      'ok',
      'gerne',
      'stopp',
      'stop',
      'halt',
      'abbrechen',
      'danke',
      'danke schön',
    ],
    ...[
      'vielen dank',
      'tschüss',
      'auf wiedersehen',
      'das wars',
      'das war alles',
      'das ist alles',
      'vergiss es',
      'mach das',
      'natürlich',
    ],
    ...['in ordnung', 'bitte', 'auf keinen fall', 'auf jeden fall'],
  ],
  spelling: { at: ['at', 'ät', 'klammeraffe'], dot: ['punkt', 'dot'], email: /\be-?mail/ },
  backchannels:
    wordSet(`mm mhm mmhm hm hmm äh ähm ah oh aha ach ja jaja jo okay ok genau gut klar stimmt richtig verstehe alles super schön toll
    so ach echt wirklich danke sicher natürlich passt interessant perfekt verstanden eben`),
  asks: {
    kinds: [
      ['email', /\be-?mail/],
      ['address', /\b(?:adresse|anschrift|straße|strasse|stadt|ort|postleitzahl)\b/],
      ['date', /\b(?:datum|tag|wann|uhrzeit|monat|jahr|geburtstag|geburtsdatum|abreise|anreise|abflug)\b/],
      [
        'number',
        /(?:nummer|nummern)\b|\b(?:id|ids|code|telefon|betrag|preis|menge|anzahl|pin|karte|konto|wie ?viele?)\b/,
      ],
      ['name', /(?:name|namen)\b|\bwer\b/],
    ],
    yesOrNo:
      /\b(?:soll ich|ja oder nein|möchten sie|möchtest du|wollen sie|willst du|ist das (?:richtig|korrekt)|stimmt das)\b/,
    requests: /^(?:bitte (?:sag|sagen|nenn|nennen|gib|geben)|sag mir|nennen sie|was)\b/,
  },
}
