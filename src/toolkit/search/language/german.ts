import { english } from './english.js'
import { isGermanPlural, stemGerman } from './german-stem.js'
import type { SearchLanguage } from './language.js'

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const set = (text: string, other: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words(text), ...other])

/** German on top of English, because the names of an API are mostly English. Words stand without umlauts. */
export const german: SearchLanguage = {
  code: 'de',
  stopWords: set(
    `der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber ich du er sie es wir ihr mich mir dich
    dir uns euch mein meine meinen meinem meiner dein deine sein seine unser unsere was wer wen wem wie wo wann warum welche welcher
    welches welchen ist sind war waren bin bist sein wird werden wurde wurden hat habe haben hatte kann kannst konnen konntest konnte
    soll sollen will mochte mochten wollen bitte mal gern gerne noch schon auch nur so sehr ganz alle alles jede jeden im in am an auf
    aus bei mit nach von vom zu zum zur fur uber unter vor durch gegen ohne um da dann hier dort jetzt nun ja nein nicht danke hallo
    gibt geht man sich diese dieser dieses diesen`,
    english.stopWords,
  ),
  actions: {
    list: [
      ...english.actions.list,
      ...words('liste auflisten aufzahlen ubersicht welche'),
      'wie viele',
      'gibt es',
    ],
    get: [
      ...english.actions.get,
      ...words(
        'zeige zeig anzeigen zeigen hole hol holen abrufen lies lesen nenne sag sage sehen prufe prufen details info',
      ),
    ],
    find: [...english.actions.find, ...words('suche such suchen finde find finden filtere filtern')],
    create: [
      ...english.actions.create,
      ...words(
        'erstelle erstell erstellen anlegen lege leg fuge hinzufugen hinzu neu neue neuen neuer neues registriere registrieren',
      ),
      ...words(
        'eintragen trage buche buchen kaufe kaufen bestelle bestellen speichere speichern sende senden schicke schicken',
      ),
    ],
    update: [
      ...english.actions.update,
      ...words(
        'andere anderen aktualisiere aktualisieren bearbeite bearbeiten setze setz setzen umbenennen benenne verschiebe markiere',
      ),
    ],
    delete: [
      ...english.actions.delete,
      ...words('losche losch loschen entferne entfernen wirf'),
      'weg damit',
    ],
    cancel: [
      ...english.actions.cancel,
      ...words('storniere stornieren abbrechen kundige kundigen widerrufe widerrufen stoppe stoppen'),
    ],
  },
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
  related: english.related,
  prepositions: set('fur von vom aus in an mit uber bei unter zu zum zur', english.prepositions),
  beforeVerbs: set('bitte kannst konntest kann ich mochte will wir du mal mir uns', english.beforeVerbs),
  pointers: set('nummer kennung nr', english.pointers),
  joints: set('und dann danach anschliessend ausserdem', english.joints),
  own: set('mein meine meinen meinem meiner unser unsere unseren', english.own),
  naming: set('namens heisst heissen genannt name titel', english.naming),
  stem: stemGerman,
  isPlural: isGermanPlural,
  isNounForm: () => false,
}
