import { german as search } from '../../../../toolkit/search/language/german.js'
import { english } from './english.js'
import type { RouterPack } from './pack.js'

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const counted = (text: string, from = 0): Record<string, number> =>
  Object.fromEntries(words(text).map((word, at) => [word, at + from]))

const ones = words('ein zwei drei vier fünf sechs sieben acht neun')
const tens = words('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig')

/** "dreiundzwanzig" is one word in German. */
const compounds = tens.flatMap((ten, at) =>
  ones.map((one, unit) => [`${one}und${ten}`, 20 + 10 * at + unit + 1] as const),
)

/** German. */
export const german: RouterPack = {
  search,
  numbers: {
    ...counted(`null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
      achtzehn neunzehn`),
    ...Object.fromEntries(tens.map((ten, at) => [ten, 20 + 10 * at])),
    ...Object.fromEntries(compounds),
    hundert: 100,
    dutzend: 12,
  },
  ordinals: {
    ...counted('erste zweite dritte vierte fünfte sechste siebte achte neunte zehnte', 1),
    ...counted('ersten zweiten dritten vierten fünften sechsten siebten achten neunten zehnten', 1),
    letzte: -1,
    letzten: -1,
  },
  days: { heute: 0, morgen: 1, übermorgen: 2, gestern: -1, vorgestern: -2 },
  months: [
    ['januar', 'jan'],
    ['februar', 'feb'],
    ['märz', 'mrz'],
    ['april', 'apr'],
    ['mai'],
    ['juni', 'jun'],
    ['juli', 'jul'],
    ['august', 'aug'],
    ['september', 'sep', 'sept'],
    ['oktober', 'okt'],
    ['november', 'nov'],
    ['dezember', 'dez'],
  ],
  true: words('ja wahr an ein jawohl klar aktiv'),
  false: words('nein falsch aus nicht inaktiv'),
  linking: new Set([
    ...words(
      'ist sind soll sein auf zu als der die das den dem mit von für namens heißt nummer nr kennung id lautet gleich um am im',
    ),
    ...english.linking,
  ]),
  pronoun: /(?<![\p{L}\p{N}])(?:das gleiche|dasselbe|ihn|(?<!gibt )es)(?![\p{L}\p{N}'’])/iu,
  placeholders: words('davon eintrag'),
  articles: words('die den das der'),
  namingVerbs: new Set(words('umbenennen benenne benennen nenne taufe')),
  renaming: new Set(words('in auf zu nach als')),
  assigning: new Set(words('ist sind lautet auf zu als heißt sein')),
  fillers: new Set(words('äh ähm hm hmm also tja')),
  counting: new Set(words('von mal stück exemplare')),
  answerFrames: [
    'es ist',
    'das ist',
    'er heißt',
    'sie heißt',
    'es heißt',
    'der name ist',
    'nimm',
    'bitte',
    'nummer',
    'ich glaube',
    'sagen wir',
  ],
  meanings: {
    greeting: [/^(hallo|hi|hey|moin|servus|grüß gott|guten (morgen|tag|abend))( zusammen| du)?$/],
    thanks: [
      /^(ok |okay |super |prima )*(danke|vielen dank|dankeschön)( sehr| schön| dir)?$/,
      /^(super|prima|perfekt)$/,
    ],
    farewell: [
      /^(ok |okay )*(tschüss|auf wiedersehen|auf wiederhören|bis bald|gute nacht)$/,
      /^das (war|ist) alles( danke)?$/,
    ],
    identity: [/^(wer|was) bist du|bist du (ein |eine )?(roboter|bot|mensch|maschine|ki)|wie heißt du/],
    help: [
      /^(bitte )?hilfe( bitte)?$|was (kannst|machst) du|was kann ich (fragen|sagen|tun)|wie kannst du helfen/,
    ],
    cancel: [
      /^(bitte )?(abbrechen|abbruch|stopp?|vergiss es|lass es|egal|schon gut|doch nicht)( bitte)?$|vergiss es$/,
    ],
    yes: [/^(ja|jawohl|klar|sicher|genau|richtig|ok|okay|mach das|gerne)( bitte)?$/],
    no: [/^(nein|nee|nö|nicht|lieber nicht|nein danke)( bitte)?$/],
    correction: [
      /^(nein|quatsch|moment|sondern|stattdessen|korrektur)\b|\b(ich meinte|ich meine|ich sagte|doch lieber|nicht den|nicht die)\b/,
    ],
    followUp: [/^(und|was ist mit|wie ist es mit|auch|das gleiche für|jetzt)\b/],
  },
  valueSynonyms: [
    ...english.valueSynonyms,
    ['available', 'verfügbar', 'frei', 'lieferbar'],
    ['sold', 'verkauft'],
    ['pending', 'offen', 'ausstehend', 'wartend'],
    ['active', 'aktiv'],
    ['inactive', 'inaktiv'],
    ['open', 'offen'],
    ['closed', 'geschlossen'],
    ['completed', 'fertig', 'abgeschlossen'],
    ['paid', 'bezahlt'],
    ['failed', 'fehlgeschlagen'],
    ['true', 'ja'],
    ['false', 'nein'],
  ],
  sentences: {
    greeting: 'Hallo! {abilities}',
    thanks: 'Gern geschehen.',
    farewell: 'Auf Wiedersehen!',
    identity:
      'Ich bin der eingebaute Assistent dieses Dienstes. Ich ordne Gesagtes seinen Funktionen zu, ohne Sprachmodell. {abilities}',
    abilities: 'Ich kann zum Beispiel: {list}. Was darf es sein?',
    noTools: 'Im Moment habe ich keine Funktionen, die ich aufrufen könnte. Ich kann nur reden.',
    noFit: 'Dazu habe ich nichts Passendes. Ich kann zum Beispiel: {list}.',
    cancelled: 'In Ordnung, ich lasse es.',
    nothingToCancel: 'Gerade gibt es nichts abzubrechen.',
    nothingPending: 'Was soll ich tun?',
    toolsOff: 'Dafür würde ich "{tool}" nehmen, darf aber gerade nichts aufrufen.',
    askId: 'Um was geht es bei "{thing}"? Nenne mir: {name}.',
    askValue: 'Was soll bei "{name}" stehen?',
    askChoice: 'Was soll bei "{name}" stehen: {choices}?',
    askChange: 'Was soll ich ändern? Möglich ist: {choices}.',
    askAgain: 'Damit konnte ich nichts anfangen. {question}',
    which: 'Es gibt {count} mit dem Namen {name}. Welche Nummer ist gemeint: {choices}?',
    noneNamed: 'Bei "{thing}" habe ich nichts mit dem Namen {name} gefunden.',
    found: 'Ich habe {count} Einträge gefunden ({things}): {list}.',
    foundOne: 'Ich habe einen Eintrag gefunden ({thing}): {list}.',
    foundNone: 'Ich habe nichts gefunden ({things}).',
    more: '{list} und {count} weitere',
    partial: 'Das ist nur ein Teil: {kept} von {total}.',
    next: 'Es gibt noch mehr.',
    one: '{thing}: {fields}.',
    done: 'Erledigt, {thing} {what}.',
    doneOne: 'Erledigt, {thing} {what}: {fields}.',
    doneTitle: 'Erledigt: {title}.',
    answer: 'Die Antwort lautet: {text}',
    fields: '{name} {value}',
    notFound: 'Das gibt es nicht ({thing}).',
    noAddress: 'Der Dienst sagt, dass er diese Adresse nicht kennt (404). {detail}',
    noExample: 'Der Mock hat darauf keine Antwort. {detail}',
    notAllowed:
      'Der Dienst hat das nicht erlaubt. Vielleicht fehlen die Zugangsdaten, oder sie stimmen nicht.',
    notAccepted: 'Der Dienst hat das nicht angenommen. {detail}',
    busy: 'Der Dienst ist gerade überlastet. Bitte versuche es gleich noch einmal.',
    broken: 'Der Dienst hat gerade selbst eine Störung, deshalb hat das nicht geklappt.',
    unreachable: 'Ich erreiche den Dienst gerade nicht.',
    tooSlow: 'Der Dienst hat zu lange gebraucht. Ob es geklappt hat, weiß ich nicht.',
    setting: 'Dafür fehlt eine Einstellung. {detail}',
    refused: 'In Ordnung, ich habe es nicht getan.',
    failed: 'Das hat nicht geklappt. {detail}',
    or: 'oder',
    yes: 'ja',
    no: 'nein',
    empty: 'nichts',
    holds: 'es enthält {list}',
    thing: 'Eintrag',
    things: 'Einträge',
  },
  done: {
    create: 'angelegt',
    update: 'geändert',
    delete: 'gelöscht',
    cancel: 'storniert',
    other: 'ausgeführt',
  },
  singular: english.singular,
}
