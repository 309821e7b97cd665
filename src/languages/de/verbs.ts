import { englishActions, phrases } from '../en/verbs.js'
import type { SearchLanguage } from '../search-language.js'
import { withoutAccents } from '../word-lists.js'

const german = (text: string): string[] => phrases(withoutAccents(text))

/**
 * The words for each action of a request: first the English words, then everyday German words. A verb with a separable
 * prefix is listed with the prefix in front. For example, the listed word "anleg" matches "leg eine Gruppe an", and
 * "anlegen" matches "kannst du eine Gruppe anlegen".
 */
export const germanActions: SearchLanguage['actions'] = {
  list: [
    ...englishActions.list,
    ...german(`liste, auflisten, auflist, aufzählen, aufzähl, übersicht, welche, sämtliche, wie viele, wie viel, gibt es,
      haben wir, habt ihr, was für`),
  ],
  get: [
    ...englishActions.get,
    ...german(`zeige, zeig, zeigen, anzeigen, vorzeigen, ausgeben, ausgib, aufrufen, abrufen, abfragen, abfrag, hole, hol, holen, lies,
      lesen, vorlesen, vorlies, nenne, nenn, nennen, sag, sage, sagen, sehen, ansehen, anschauen, anschau, nachsehen, nachschauen,
      nachschau, schau, schaue, guck, gucke, nachgucken, nachguck, anzuzeigen, anzusehen, prüfe, prüf, prüfen, überprüfe, überprüfen,
      nachprüfen, details, info, gib mir, gib uns, erzähl, erzähle, verrate, verrat`),
  ],
  find: [
    ...englishActions.find,
    ...german(`suche, such, suchen, raussuchen, raussuch, heraussuchen, heraussuch, rauszusuchen, aussuchen, finde, find, finden,
      rausfinden, herausfinden, filtere, filtern, stöbere, stöbern, durchsuche, durchsuchen, empfehle, empfehlen, empfiehl, ermittle,
      ermitteln`),
  ],
  create: [
    ...englishActions.create,
    ...german(`erstelle, erstell, erstellen, anlegen, anleg, anzulegen, lege, leg, einrichten, einricht, einzurichten, aufmachen, aufmach,
      eröffne, eröffnen, füge, hinzufügen, hinzufüg, hinzuzufügen, hinzu, neu, neue, neuen, neuer, neues, registriere, registrieren,
      anmelden, anmeld, anzumelden, eintragen, eintrag, einzutragen, trage, einschreiben, einschreib, einzuschreiben, aufnehmen,
      aufnimm, aufzunehmen, einreichen, einreich, einzureichen, beantrage, beantragen, buche, buchen, einbuchen, reserviere, reservier, reservieren, vereinbare, vereinbaren, einplanen, einplan, einzuplanen, vormerken, vormerk,
      ansetzen, kaufe, kaufen, bestelle, bestell, bestellen, speichere, speicher, speichern, abspeichern, hinterlege, hinterlegen, erfasse,
      erfassen, aufschreiben, aufschreib, notiere, notier, notieren, sende, senden, schicke, schick, schicken, verschicke, verschicken,
      abschicken, abschick, einladen, einlad, einzuladen, hochladen, hochlad, hochzuladen, erstatte, erstatten, melde, meld, melden`),
  ],
  update: [
    ...englishActions.update,
    ...german(`andere, ändern, abändern, abänder, umstellen, umstell, einstellen, einstell, aufstellen, umschalten, einschalten,
      einschalt, ausschalten, ausschalt, abschalten, abschalt, anschalten, anschalt, anmachen, anmach, ausmachen, ausmach, abstellen,
      abstell, umbenennen, umbenenn, umzubenennen, umzubuchen, umzustellen, benenne, benennen, aktualisiere, aktualisier, aktualisieren,
      bearbeite, bearbeiten, setze, setz, setzen, verschiebe, verschieb, verschieben, verlege, verleg, verlegen, markiere, markier,
      markieren, anpassen, anpass, anzupassen, korrigiere, korrigier, korrigieren, berichtige, berichtigen, ersetze, ersetz, ersetzen,
      austauschen, austausch, auszutauschen, ergänze, ergänzen, erhöhe, erhöh, erhöhen, senke, senken, auflegen, aufleg`),
  ],
  delete: [
    ...englishActions.delete,
    ...german(`lösche, lösch, löschen, entferne, entfern, entfernen, wirf, streiche, streich, streichen, beseitige, beseitigen, weglösch,
      weglöschen, wegmach, wegmachen, wegnehm, wegnimm, wegnehmen, wegwerf, wegwirf, wegwerfen, wegschmeiß, wegschmeißen, rauswerf,
      rauswirf, rauswerfen, rausschmeiß, rausschmeißen, rausnehm, rausnimm, rausnehmen, rauslösch, rausstreich, rauskick, herausnehm,
      herausnimm, herausnehmen, herauslösch, rauszuwerfen, rauszunehmen, rauszuschmeißen, herauszunehmen, loswerd, loswerden,
      loszuwerden, kann weg, weg damit, gelöscht werden, entfernt werden, gelöscht haben`),
  ],
  cancel: [
    ...englishActions.cancel,
    ...german(`storniere, stornier, stornieren, abbrechen, abbrich, abzubrechen, abbestellen, abzubestellen, absagen,
      abzusagen, abblasen, abblas, abzublasen, abmelden, abzumelden, kündige, kündig, kündigen, widerrufe, widerruf, widerrufen,
      stoppe, stopp, stoppen, annulliere, annullieren, rückgängig, zurückziehen, zurückzieh, zurückzuziehen,
      storniert werden, abgebrochen werden, abgesagt werden`),
  ],
}
