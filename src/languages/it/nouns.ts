import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'
import { allOf, declined } from '../heard-language-forms.js'

const masculine = { ending: 'o', singular: 'o', plural: 'i' }
/** Nouns such as "negozio". Their plural ends in one "i" ("negozi"), but some users type two. */
const masculineIo = { ending: 'io', singular: 'io', plural: 'i ii' }
const hard = { ending: 'o', singular: 'o', plural: 'hi i' }
const feminine = { ending: 'a', singular: 'a', plural: 'e' }
const hardFeminine = { ending: 'a', singular: 'a', plural: 'he' }
const inE = { ending: 'e', singular: 'e', plural: 'i' }

/** Italian nouns that are common in APIs, in singular and plural, each with its English word. */
export const italianNouns = lazy(() =>
  allOf(
    declined(
      `capo supervisor, membro socio member, gruppo group, impiegato addetto employee, invitato guest, bambino figlio child,
      profilo profile, ruolo role, permesso permission, invito invitation, accesso access, contatto contact,
      prodotto product, articolo item, acquisto purchase, carrello cart, prezzo price, sconto discount, catalogo catalog,
      reso return, rimborso refund, pacco package, indirizzo address, pagamento payment, saldo balance, conto account,
      estratto statement, prestito loan, credito credit, debito debt, preventivo quote, abbonamento subscription, contratto contract,
      posto seat, volo flight, biglietto ticket, aeroporto airport, evento event, incontro meeting, percorso route, treno train,
      medico dottore doctor, farmaco medicinale medicine, sintomo symptom, trattamento treatment, vaccino vaccine, gatto cat,
      corso course, alunno studente student, voto grade, certificato certificate, compito task, libro book, esercizio exercise,
      appartamento apartment, edificio building, inquilino tenant, terreno land, veicolo vehicle, autocarro truck, parcheggio parking,
      titolo title, capitolo chapter, documento document, commento comment, avviso notice, promemoria reminder, modello template,
      progetto project, passo step, reclamo complaint, grafico chart, dispositivo device, allarme alarm, registro record, sensore sensor,
      stipendio salary, turno shift, candidato candidate, piatto dish, ristorante restaurant, gioco game, torneo tournament,
      campionato league, gestore manager, pasto meal, ingresso entry, campo field, cognome surname, stato status, codice code, numero number,
      motivo reason, tipo type, lotto batch, ufficio office, reparto department, colore color, testo text, ordine order`,
      masculine,
    ),
    declined(
      `negozio store, magazzino warehouse, servizio service, messaggio message, viaggio trip, esame exam, salario salary, orario schedule,
      calendario calendar, inventario inventory, formulario form, proprietario owner, veterinario vet, dizionario dictionary, anticipo advance`,
      masculineIo,
    ),
    declined(
      'amico friend, elenco list, autista driver, catalogo catalog, dialogo conversation, medico doctor, traffico traffic, incarico assignment',
      hard,
    ),
    declined(
      `persona person, azienda ditta impresa company, squadra team, famiglia family, scheda record, tessera card, password password,
      categoria category, fattura invoice, ricevuta receipt, offerta offer, marca brand, spesa expense, tassa fee, imposta tax, moneta currency,
      carta card, rata installment, polizza policy, garanzia warranty, consegna delivery, stanza room, sala room, tavola table,
      visita appointment, fermata stop, infermiera nurse, ricetta recipe, malattia disease, clinica clinic, terapia therapy, allergia allergy,
      scuola school, materia subject, lezioni lesson, domanda question, risposta answer, iscrizioni enrollment, casa house, targa plate,
      macchina car, officina workshop, scorta stock, vendita sale, canzone song, immagini image, cartella folder, notizia news, etichetta label,
      chiamata call, conversazione conversation, bozza draft, regola rule, luce light, lampada lamp, porta door, chiave key, rete network,
      ferie leave, assenza absence, presenza attendance, candidatura application, bevanda drink, partita match, lega league, stagione season,
      palestra gym, taglia size, lingua language, foto photo, risorsa resource,
      cassa register, settimana week, richiesta request, segnalazione report, tariffa rate, spedizione shipment, prenotazione booking`,
      feminine,
    ),
    declined(
      'banca bank, tasca pocket, biblioteca library, ricerca search, musica music, pratica case',
      hardFeminine,
    ),
    declined(
      `utente user, cliente customer, dipendente employee, dirigente manager, venditore seller, acquirente buyer, ospite guest, autore author,
      fornitore supplier, corriere courier, passeggero passenger, paziente patient, animale pet, insegnante docente professore teacher,
      lezione lesson, iscrizione enrollment, valutazione rating, recensione review, canzone song, immagine image, conversazione conversation,
      notifica notification, abitazione house, automobile car, conducente driver, stazione station, prenotazione booking, spedizione shipment,
      transazione transaction, operazione transaction, azione action, opzione option, versione version, sessione session, riunione meeting,
      organizzazione organization, filiale sede branch, posizione position, sezione section, descrizione description, quantita quantity,
      importo amount, nome name, mese month, paese country, regione region, stagione season, giocatore player, allenatore coach,
      ingrediente ingredient, segnalazione report, soluzione solution, errore error, canale channel, editore publisher, genere genre, ordine order,
      manutenzione maintenance, riparazione repair, votazione vote, ordinazione order, commissione fee, comunicazione announcement, file file, luce light, chiave key, rete network`,
      inE,
    ),
  ),
)

/**
 * Verbs that no `Action` (such as `create`) covers, words for states, and nouns that are not declined here, each with
 * its English word.
 */
export const italianWords = lazy(() =>
  pairs(`
  attivita activity, film movie, foto photo, menu menu, bar bar, sconto discount, citta city, eta age, priorita priority, quantita quantity, disponibilita availability, taxi taxi,
  inviare invia invii inviami spedire spedisci mandare manda mandami send, pagare paga paghi pay, vendere vendi sell, addebitare addebita charge,
  approvare approva approvi approve, rifiutare rifiuta respingere respingi reject, accettare accetta accetti accept, confermare conferma confermi confirm,
  pubblicare pubblica pubblichi publish, caricare carica carichi upload, scaricare scarica download, assegnare assegna assegni assign,
  attivare attiva attivi activate, disattivare disattiva deactivate, accendere accendi enable, spegnere spegni disable, abilitare abilita enable, disabilitare disabilita disable,
  bloccare blocca blocchi block, sbloccare sblocca unblock, condividere condividi share, seguire segui follow, trasferire trasferisci transfer,
  rimborsare rimborsa refund, restituire restituisci return, chiudere chiudi close, aprire apri open, ripristinare ripristina restore, verificare verifica verify,
  firmare firma sign, entrare accedi login, uscire esci logout, riavviare riavvia restart, sospendere sospendi pause, riprendere riprendi resume,
  avviare avvia inizia start, fermare ferma stop, completare completa complete, archiviare archivia archive, esportare esporta export, importare importa import,
  stampare stampa print, votare vota rate, calcolare calcola calculate, consegnare consegna deliver, invitare invita invite,
  alto alta high, basso bassa low, medio media medium, aperto aperta open, chiuso chiusa closed, pagato pagata paid, attivo active, inattivo inactive,
  disponibile available, scaduto scaduta overdue, sospeso pending, completato completed`),
)

/**
 * Italian words that look like an English word of another meaning. They are translated to English, but no English word
 * is translated to them.
 */
export const italianFalseFriends = lazy(() =>
  pairs(
    'auto car, camera camere room, peso weight, case house, note note, fine end, sale room, date date, mail email, data date, via street, cane cani dog, ora ore time, nota note',
  ),
)
