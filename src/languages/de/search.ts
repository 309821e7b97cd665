import { english } from '../en/search.js'
import { stemEnglish } from '../en/stem.js'
import type { SearchLanguage } from '../search-language.js'
import { germanNouns, germanRelated } from './nouns.js'
import { germanActions } from './verbs.js'

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const set = (text: string, other: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words(text), ...other])

/** Endings of German nouns, verbs and adjectives, the longest first. */
const endings = ['ungen', 'ern', 'est', 'em', 'en', 'er', 'es', 'et', 'st', 'e', 'n', 's', 't']
const shortest = 4

/**
 * The words for tool search in German. They include the English words, because the names in an API are mostly English.
 * All words are without umlauts.
 */
export const german: SearchLanguage = {
  code: 'de',
  compounds: true,
  stopWords: set(
    `der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber ich du er sie es wir ihr
    mich mir dich dir uns euch mein meine meinen meinem meiner dein deine sein seine unser unsere was wer wen wem wie
    wo wann warum welche welcher welches welchen ist sind war waren bin bist wird werden wurde wurden hat habe haben
    hatte kann kannst konnen konntest konnte soll sollen will mochte mochten wollen bitte mal gern gerne noch schon
    auch nur so sehr ganz alle alles jede jeden im in am an auf aus bei mit nach von vom zu zum zur fur uber unter vor
    durch gegen ohne um da dann hier dort jetzt nun ja nein nicht danke hallo gibt geht man sich ah ahm aha tja denn
    eben halt doch einfach kurz schnell vielleicht wohl ubrigens bisschen moment sofort gleich bereits etwa irgendwie
    irgendwelche irgendein irgendeine uberhaupt sowas etwas nochmal einmal wieder naja okay ok ganze ganzen gesamte
    gesamten dazu davon daran damit dabei dafur daruber deren dessen deinen deinem unseren unserem unserer ihre ihren
    ihrem ihrer seinen seinem seiner mehrere einige paar beide viele vielen allen aller jedem jeder jedes welch wieso
    weshalb muss musst mussen musste sollte sollten durfte durfen darf konnten wollte wollten hatten hattest hast habt
    magst mochtest wurdest wurdet konntet bitteschon gleichen kummern interessiert wurd wars gibts stehts stehen
    aussehen sieht rein raus eurem eurer zuletzt gerade eigentlich gab derzeit momentan erste ersten letzte letzten
    bisher lass lasst brauche brauchen diese dieser dieses diesen`,
    english.stopWords,
  ),
  actions: germanActions,
  synonyms: [
    ...english.synonyms,
    ['user', 'benutzer', 'nutzer', 'anwender'],
    ['customer', 'kunde', 'kunden', 'kundin'],
    ['account', 'konto', 'konten'],
    ['invoice', 'rechnung'],
    ['payment', 'zahlung'],
    ['refund', 'erstattung'],
    ['product', 'produkt'],
    ['article', 'artikel'],
    ['file', 'datei'],
    ['folder', 'ordner'],
    ['image', 'bild', 'foto'],
    ['message', 'nachricht'],
    ['address', 'adresse', 'anschrift'],
    ['device', 'gerat'],
    ['group', 'gruppe'],
    ['team', 'mannschaft'],
    ['role', 'rolle'],
    ['setting', 'einstellung'],
    ['report', 'bericht'],
    ['task', 'aufgabe'],
    ['project', 'projekt'],
    ['contract', 'vertrag'],
    ['supplier', 'lieferant'],
    ['delivery', 'lieferung'],
    ['warehouse', 'lager'],
    ['price', 'preis'],
    ['amount', 'betrag'],
    ['quantity', 'menge', 'anzahl'],
    ['date', 'datum'],
    ['country', 'land'],
    ['city', 'stadt'],
    ['company', 'firma', 'unternehmen'],
    ['employee', 'mitarbeiter', 'mitarbeiterin'],
    ['merchant', 'handler'],
    ['card', 'karte'],
    ['balance', 'guthaben', 'kontostand'],
    ['transfer', 'uberweisung'],
    ['currency', 'wahrung'],
    ['network', 'netzwerk'],
    ['rule', 'regel'],
    ['policy', 'richtlinie'],
    ['alert', 'alarm', 'warnung'],
    ['event', 'ereignis'],
    ['version', 'fassung'],
    ['comment', 'kommentar'],
    ['room', 'raum', 'zimmer'],
    ['song', 'lied'],
    ['book', 'buch', 'bucher'],
    ['author', 'autor', 'autorin'],
    ['question', 'frage'],
    ['answer', 'antwort'],
    ['state', 'zustand'],
  ],
  translations: germanNouns,
  related: { ...english.related, ...germanRelated },
  prepositions: set('fur von vom aus in an mit uber bei unter zu zum zur', english.prepositions),
  beforeVerbs: set(
    `bitte kannst konntest kann ich mochte will wir du mal mir uns sie konnen konnten wurdest wurden hey hallo hi also ah ahm ok okay so
    ja nun jetzt gern gerne bitteschon eben schnell kurz doch einfach vielleicht nochmal wurde muss soll sollst`,
    english.beforeVerbs,
  ),
  pointers: set('nummer kennung nr', english.pointers),
  joints: set('und dann danach anschliessend ausserdem', english.joints),
  own: set('mein meine meinen meinem meiner unser unsere unseren', english.own),
  selfQuestions: [
    ...english.selfQuestions,
    'wer bin ich',
    'als wer bin ich',
    'wer ist angemeldet',
    'wer ist eingeloggt',
    'bin ich angemeldet',
  ],
  naming: set('namens namen heisst heissen genannt name titel', english.naming),
  particles: set(
    'an ab auf aus ein weg hinzu um zu raus heraus frei fest zuruck los nach vor hoch',
    new Set(),
  ),
  stem: stemGerman,
  isPlural: isGermanPlural,
  isNounForm: () => false,
}

/**
 * Reduces the forms of a German word to one stem: "rechnungen" gives "rechnung", "losche" and "loschen" give "losch".
 * The word must have no umlauts. English endings are removed first, because the names in an API are mostly English.
 */
function stemGerman(word: string): string {
  const plain = word.replaceAll('ß', 'ss')
  if (plain.length <= shortest || /\d/.test(plain)) return plain
  // The English ending of "applied" is no ending in "mitglied".
  const form = /(?:gl|sch)ied$/.test(plain) ? plain : stemEnglish(plain)
  const ending = endings.find((one) => form.endsWith(one) && form.length - one.length >= leastLeft(one))
  if (ending === undefined) return form
  const stem = ending === 'ungen' ? form.slice(0, -2) : form.slice(0, -ending.length)
  // "dokument" loses its "t", so "dokumente" has to lose it too. Short stems such as "fahrt" keep it.
  return stem.endsWith('t') && stem.length > shortest + 1 ? stemGerman(stem) : stem
}

/**
 * An ending is removed only if at least this many letters come before it. "er" and "ern" need one letter more, because
 * many English words end in "er": "user", "layer".
 */
function leastLeft(ending: string): number {
  return ending.startsWith('er') ? shortest : shortest - 1
}

/** Verbs in the infinitive. They have the ending of a plural. */
const verbs = new Set(
  Object.values(germanActions)
    .flat()
    .filter((word) => word.endsWith('en')),
)

/**
 * Whether a word looks like a plural: it ends in "en", "er", "nde" or, like an English plural, in "s". Verbs and endings
 * of singular words, such as "us", are excluded.
 */
function isGermanPlural(word: string): boolean {
  return !verbs.has(word) && word.length > 5 && /(en|er|nde|[^s]s)$/.test(word) && !/(us|is)$/.test(word)
}
