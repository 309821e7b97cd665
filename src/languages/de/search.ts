import { english } from '../en/search.js'
import { stemEnglish } from '../en/stem.js'
import { pairs } from '../heard-language.js'
import type { SearchLanguage } from '../search-language.js'

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean)
const set = (text: string, other: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words(text), ...other])

/**
 * The German words for search, in addition to the English ones, because the names of an API are mostly English. The
 * words are without umlauts.
 */
export const german: SearchLanguage = {
  code: 'de',
  compounds: true,
  stopWords: set(
    `der die das den dem des ein eine einen einem einer eines kein keine keinen und oder aber ich du er sie es wir ihr mich mir dich
    dir uns euch mein meine meinen meinem meiner dein deine sein seine unser unsere was wer wen wem wie wo wann warum welche welcher
    welches welchen ist sind war waren bin bist sein wird werden wurde wurden hat habe haben hatte kann kannst konnen konntest konnte
    soll sollen will mochte mochten wollen bitte mal gern gerne noch schon auch nur so sehr ganz alle alles jede jeden im in am an auf
    aus bei mit nach von vom zu zum zur fur uber unter vor durch gegen ohne um da dann hier dort jetzt nun ja nein nicht danke hallo
    gibt geht man sich ah ahm aha tja euch eurem eurer zuletzt gerade eigentlich gab derzeit momentan erste ersten letzte letzten bisher lass lasst brauche brauchen diese dieser dieses diesen`,
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
        'zeige zeig anzeigen ausgeben aufrufen zeigen hole hol holen abrufen lies lesen nenne sag sage sehen prufe prufen details info',
      ),
    ],
    find: [
      ...english.actions.find,
      ...words('suche such suchen raussuchen heraussuchen finde find finden filtere filtern'),
    ],
    create: [
      ...english.actions.create,
      ...words(
        'erstelle erstell erstellen anlegen einrichten aufmachen lege leg fuge hinzufugen hinzu neu neue neuen neuer neues registriere registrieren',
      ),
      ...words(
        'eintragen trage buche buchen kaufe kaufen bestelle bestellen speichere speichern sende senden schicke schicken',
      ),
    ],
    update: [
      ...english.actions.update,
      ...words(
        'andere anderen umstellen einstellen aufstellen umschalten einschalten ausschalten abschalten umbenennen aktualisiere aktualisieren bearbeite bearbeiten setze setz setzen umbenennen benenne verschiebe markiere',
      ),
    ],
    delete: [
      ...english.actions.delete,
      ...words(
        'losche losch loschen entferne entfernen wirf weglosch wegmach wegnehm wegwerf rauswerf rauswirf rausnehm rausnimm herausnehm',
      ),
      'weg damit',
    ],
    cancel: [
      ...english.actions.cancel,
      ...words(
        'storniere stornieren abbrechen abbrich abbestellen kundige kundigen widerrufe widerrufen stoppe stoppen',
      ),
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
  translations:
    pairs(`anbieter provider, anfrage request, angebot offer, anhang attachment, anlage attachment, anmeldung login, antrag request,
    anwendung application, arzt doctor, aufruf call, auftrag order, ausgabe output, auswahl selection, bank institution, banken institution,
    baustein component, bearbeiter assignee, bedingung condition, begriff term, benachrichtigung notification, berechtigung permission,
    beschreibung description, bestand stock, firmware firmware, laufwerk drive, postfach mailbox, schicht shift, abteilung department, ablauf expiry, absender sender, abo subscription, abonnement subscription, aktion action, aktivitat activity, alarm alert, anleitung guide, anruf call, ansicht view, arbeitsplatz workplace, aufnahme recording, ausweis card, baum tree, befehl command, behalter container, beleg receipt, besitzer owner, besuch visit, betreff subject, brief letter, burger citizen, dienst service, eigentumer owner, einheit unit, einkauf purchase, empfehlung recommendation, entwurf draft, ersteller creator, farbe color, fassung version, form shape, freund friend, frist deadline, gast guest, gebiet area, gericht dish, geschaft store, gesprach call, gewinn profit, grund reason, haus house, heft issue, hersteller manufacturer, hinweis notice, hotel hotel, inhaber owner, karte card, kette chain, kollege colleague, konfiguration configuration, kontakt contact, kontostand balance, koordinate coordinate, kosten cost, kredit loan, kunstler artist, lautstarke volume, leitung line, lizenz license, lohn salary, mahnung reminder, merkmal feature, miete rent, mitteilung message, muster sample, nachbar neighbor, notiz note, objekt object, praxis practice, prufung check, punkt point, quittung receipt, rabatt discount, rang rank, raum room, rezept recipe, sammlung collection, sauger track, saule column, schalter switch, schein certificate, schnittstelle interface, schritt step, schuld debt, schule school, sender channel, spalte column, spieler player, sperre lock, spur track, stamm branch, stand status, status status, statistik statistic, stichwort tag, stimme voice, suche search, tarif plan, teil part, teilnehmer participant, titel title, ton sound, treffer hit, umfrage survey, unterhaltung conversation, ursache cause, verfasser author, verkaufer seller, veroffentlichung release, versicherung insurance, verteiler list, verwaltung administration, vorfall incident, vorgang transaction, vorlesung lecture, wahl choice, ware goods, warteschlange queue, wechselkurs rate, werbung ad, werkzeug tool, wohnung apartment, woche week, wort word, zeichen sign, zeile row, zertifikat certificate, ziel target, zimmer room, zinsen interest, zustand state, zweig branch, bestellung order, bewertung review, buchung transaction, buchungen transaction, domain domain, drucker printer,
    einladung invitation, eintrag entry, einzahlung deposit, empfanger recipient, ergebnis result, fahrzeug vehicle, fehler error, feld field,
    film movie, filter filter, flug flight, gebuhr fee, geld money, gewicht weight, gutschein coupon, hafen port, inhalt content,
    jahr year, kalender calendar, kanal channel, kategorie category, kennzeichen plate, klasse class, kopie copy, kurs course, kurse course,
    laden store, lehrer teacher, liste list, marke brand, meldung message, mitglied member, monat month, nummer number, nutzung usage,
    ort location, patient patient, person person, passwort password, pfad path, post mail, protokoll log, quelle source, rechner computer,
    reise trip, reservierung reservation, richtung direction, schloss lock, schluessel key, schlussel key, schuler student, schwachstelle vulnerability,
    schwachstellen vulnerability, sicherheitslucke vulnerability, sicherheitslucken vulnerability, seite page, sendung shipment, sitzung session,
    spiel game, sprache language, standort location, stelle position, steuer tax, strasse street, stunde hour, tabelle table, tag day,
    termin appointment, test sandbox, text text, ticket ticket, titel title, umgebung environment, umsatz transaction, umsatze transaction,
    unterschrift signature, urlaub leave, verbindung connection, verein club, verkauf sale, verlauf history, vermogen asset, versand shipping,
    verzeichnis directory, vorlage template, vorschlag suggestion, warenkorb cart, weg route, wert value, wetter weather, zahl number,
    zeit time, zeitzone timezone, ziel target, zone zone, zugang access, zugriff access, bezahlt paid, gebuchten booked, gebucht booked,
    noch pending, ausstehend pending, trenn isolate, trenne isolate, isoliere isolate, angelegt created, neu new`),
  related: english.related,
  prepositions: set('fur von vom aus in an mit uber bei unter zu zum zur', english.prepositions),
  beforeVerbs: set('bitte kannst konntest kann ich mochte will wir du mal mir uns', english.beforeVerbs),
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
  particles: set('an ab auf aus ein weg hinzu um zu raus heraus frei fest zuruck los nach vor', new Set()),
  stem: stemGerman,
  isPlural: isGermanPlural,
  isNounForm: () => false,
}

/** Endings of German nouns, verbs and adjectives, the longest first. */
const endings = ['ungen', 'ern', 'est', 'em', 'en', 'er', 'es', 'et', 'st', 'e', 'n', 's', 't']
const shortest = 4

/**
 * Reduces the forms of a German word to one: "Rechnungen" and "Rechnung", "lösche" and "löschen". The names of an API
 * are mostly English, so English forms are reduced first. The result has no umlauts: "losche".
 */
function stemGerman(word: string): string {
  const plain = word.replaceAll('ß', 'ss')
  if (plain.length <= shortest || /\d/.test(plain)) return plain
  const form = stemEnglish(plain)
  const ending = endings.find((one) => form.endsWith(one) && form.length - one.length >= leastLeft(one))
  if (ending === undefined) return form
  return ending === 'ungen' ? form.slice(0, -2) : form.slice(0, -ending.length)
}

/**
 * The minimum number of letters before an ending. It is higher for "er", because many English words end in "er":
 * "user", "layer".
 */
function leastLeft(ending: string): number {
  return ending.startsWith('er') ? shortest : shortest - 1
}

/** Whether a word looks like a plural: most German ones end in "en", "er" or, like English ones, in "s". */
function isGermanPlural(word: string): boolean {
  return word.length > 5 && /(en|er|nde|[^s]s)$/.test(word) && !/(us|is|ung|keit|heit)$/.test(word)
}
