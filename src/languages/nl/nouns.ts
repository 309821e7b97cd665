import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'
import { words } from '../word-lists.js'

/** Dutch nouns that are common in APIs: singular and plural with a slash between them, then the English word. */
const nouns = `
  gebruiker/gebruikers user, klant/klanten customer, persoon/personen person, medewerker/medewerkers employee, werknemer/werknemers employee, manager/managers manager,
  eigenaar/eigenaren owner, verkoper/verkopers seller, koper/kopers buyer, lid/leden member, groep/groepen group, ploeg/ploegen team, bedrijf/bedrijven company,
  organisatie/organisaties organization, vestiging/vestigingen branch, afdeling/afdelingen department, functie/functies position, gast/gasten guest, vriend/vrienden friend,
  gezin/gezinnen family, auteur/auteurs author, schrijver/schrijvers author, volger/volgers follower, profiel/profielen profile,
  rekening/rekeningen account, rol/rollen role, recht/rechten permission, wachtwoord/wachtwoorden password, sessie/sessies session, uitnodiging/uitnodigingen invitation,
  product/producten product, artikel/artikelen item, bestelling/bestellingen order, aankoop/aankopen purchase, verkoop/verkopen sale, winkelwagen/winkelwagens cart,
  winkelmandje/winkelmandjes cart, factuur/facturen invoice, betaling/betalingen payment, prijs/prijzen price, korting/kortingen discount,
  aanbieding/aanbiedingen offer, catalogus/catalogi catalog, merk/merken brand, categorie/categorieen category, winkel/winkels store, magazijn/magazijnen warehouse,
  voorraad/voorraden inventory, leverancier/leveranciers supplier, retour/retouren return, terugbetaling/terugbetalingen refund, zending/zendingen shipment,
  levering/leveringen delivery, pakket/pakketten package, koerier/koeriers courier, adres/adressen address, belasting/belastingen tax, munt/munten currency,
  kaart/kaarten card, saldo/saldi balance, portemonnee/portemonnees wallet, overboeking/overboekingen transfer, transactie/transacties transaction, bank/banken bank,
  lening/leningen loan, schuld/schulden debt, termijn/termijnen installment, uitgave/uitgaven expense, begroting/begrotingen budget, offerte/offertes quote,
  abonnement/abonnementen subscription, contract/contracten contract, garantie/garanties warranty, verzekering/verzekeringen insurance, schade/schades claim,
  reservering/reserveringen booking, boeking/boekingen booking, afspraak/afspraken appointment, kamer/kamers room, tafel/tafels table, reis/reizen trip,
  vlucht/vluchten flight, stoel/stoelen seat, kaartje/kaartjes ticket, passagier/passagiers passenger, luchthaven/luchthavens airport, bestemming/bestemmingen destination,
  agenda/agendas calendar, evenement/evenementen event, vergadering/vergaderingen meeting, locatie/locaties location, route/routes route,
  halte/haltes stop, dokter/dokters doctor, verpleegkundige/verpleegkundigen nurse, patient/patienten patient, medicijn/medicijnen medicine,
  recept/recepten recipe, ziekte/ziektes disease, behandeling/behandelingen treatment, kliniek/klinieken clinic, dier/dieren pet, hond/honden dog, kat/katten cat,
  cursus/cursussen course, klas/klassen class, leerling/leerlingen student, student/studenten student, docent/docenten teacher,
  leraar/leraren teacher, school/scholen school, vak/vakken subject, examen/examens exam, cijfer/cijfers grade, inschrijving/inschrijvingen enrollment, vraag/vragen question,
  antwoord/antwoorden answer, enquete/enquetes survey, opleiding/opleidingen training, woning/woningen property, huis/huizen house, appartement/appartementen apartment,
  gebouw/gebouwen building, huurder/huurders tenant, huur/huren rent, voertuig/voertuigen vehicle, vrachtwagen/vrachtwagens truck,
  bestuurder/bestuurders driver, chauffeur/chauffeurs driver, kenteken/kentekens plate, werkplaats/werkplaatsen workshop, onderhoud/onderhoud maintenance,
  reparatie/reparaties repair, onderdeel/onderdelen part, nummer/nummers number, lied/liedjes song, artiest/artiesten artist, boek/boeken book, uitgever/uitgevers publisher,
  hoofdstuk/hoofdstukken chapter, aflevering/afleveringen episode, afbeelding/afbeeldingen image, foto/fotos photo, bestand/bestanden file,
  document/documenten document, bericht/berichten message, nieuws/nieuws news, reactie/reacties comment, opmerking/opmerkingen note, notitie/notities note,
  beoordeling/beoordelingen review, gesprek/gesprekken conversation, kanaal/kanalen channel, melding/meldingen notification, herinnering/herinneringen reminder,
  oproep/oproepen call, sjabloon/sjablonen template, etiket/etiketten label, favoriet/favorieten favorite, taak/taken task, opdracht/opdrachten assignment,
  project/projecten project, stap/stappen step, probleem/problemen issue, aanvraag/aanvragen request, verzoek/verzoeken request, klacht/klachten complaint,
  verslag/verslagen report, statistiek/statistieken statistic, bord/borden board, instelling/instellingen setting, regel/regels rule,
  record/records record, apparaat/apparaten device, toestel/toestellen device, alarm/alarmen alarm, lamp/lampen lamp, licht/lichten light, deur/deuren door,
  server/servers server, netwerk/netwerken network, dienst/diensten service, versie/versies version, sleutel/sleutels key, lijst/lijsten list,
  salaris/salarissen salary, verlof/verloven leave, verzuim/verzuim absence, baan/banen job, vacature/vacatures vacancy, kandidaat/kandidaten candidate,
  sollicitatie/sollicitaties application, gerecht/gerechten dish, maaltijd/maaltijden meal, restaurant/restaurants restaurant, ingredient/ingredienten ingredient,
  drankje/drankjes drink, wedstrijd/wedstrijden match, speler/spelers player, toernooi/toernooien tournament, competitie/competities league, spel/spellen game,
  training/trainingen training, oefening/oefeningen exercise, seizoen/seizoenen season, weer/weer weather, naam/namen name, achternaam/achternamen surname,
  titel/titels title, omschrijving/omschrijvingen description, beschrijving/beschrijvingen description, status/statussen status, datum/data date, aantal/aantallen quantity,
  bedrag/bedragen amount, stad/steden city, straat/straten street, leeftijd/leeftijden age, gewicht/gewichten weight, maat/maten size,
  kleur/kleuren color, soort/soorten type, prioriteit/prioriteiten priority, reden/redenen reason, taal/talen language, postcode/postcodes zip, telefoon/telefoons phone`

const read = lazy(() =>
  nouns.split(',').map((group) => {
    const [forms = '', english = ''] = words(group)
    const [one = '', many = ''] = forms.split('/')
    return { one, many, english }
  }),
)

/** Verbs that no `Action` (such as `create`) covers, and words for states, each with its English word. */
const dutchVerbs = lazy(() =>
  pairs(`
  verstuur verzend stuur sturen versturen verzenden send, betaal betalen pay, verkoop verkopen sell, keur goedkeuren goedkeur approve, afwijzen wijs afkeuren reject,
  accepteer accepteren accept, bevestig bevestigen confirm, publiceer publiceren publish, upload uploaden upload, download downloaden download, toewijzen assign,
  activeer activeren activate, deactiveer deactiveren deactivate, blokkeer blokkeren block, deblokkeer deblokkeren unblock, deel delen share, volg volgen follow,
  terugbetalen refund, retourneer retourneren return, sluit sluiten close, open openen open, herstel herstellen restore, controleer verify, onderteken ondertekenen sign,
  inloggen login, uitloggen logout, herstart restart, pauzeer pause, hervat resume, start begin starten start, stop stoppen stop, rond afronden voltooi voltooien complete,
  archiveer archiveren archive, exporteer exporteren export, importeer importeren import, print printen afdrukken print, bereken berekenen calculate, nodig uitnodigen invite,
  hoog hoge high, laag lage low, betaald paid, gesloten closed, actief actieve active, inactief inactive, beschikbaar beschikbare available, openstaand openstaande pending, voltooid completed`),
)

/** The Dutch nouns in the singular, and the verbs, each with its English word. */
export const dutchWords = lazy(() => ({
  ...Object.fromEntries(read().map(({ one, english }): [string, string] => [one, english])),
  ...dutchVerbs(),
}))

/** The plurals of the Dutch nouns, each with its English word. */
export const dutchPlurals = lazy(() =>
  Object.fromEntries(read().map(({ many, english }): [string, string] => [many, english])),
)

/**
 * Dutch words that look like an English word of another meaning. They are translated to English, but no English word is
 * translated to them.
 */
export const dutchFalseFriends = lazy(() =>
  pairs(`
  kind kinderen child, auto autos car, bon bonnen receipt, les lessen lesson, map mappen folder, arts artsen doctor, rooster roosters schedule, land landen country,
  rapport rapporten report, slot sloten lock, brief brieven letter, wet wetten law`),
)
