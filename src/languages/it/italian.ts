import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, monthForms, ordinalForms, plainNumbers } from '../heard-language.js'
import { counted, hundreds, words } from '../word-lists.js'
import { italianFalseFriends, italianNouns, italianWords } from './nouns.js'
import { regularVerbs, withPronouns } from './verbs.js'

const ones = words('uno due tre quattro cinque sei sette otto nove')
/**
 * The number words of the tens from 20 to 90, alone and joined with each of the numbers 1 to 9. A ten loses its last
 * vowel before "uno" and "otto": "venti" and "uno" give "ventuno".
 */
const joinedTens = words('venti trenta quaranta cinquanta sessanta settanta ottanta novanta').flatMap(
  (ten, at): [string, number][] => [
    [ten, 10 * at + 20],
    ...ones.map((one, index): [string, number] => [
      (/^[uo]/.test(one) ? ten.slice(0, -1) : ten) + one,
      10 * at + 21 + index,
    ]),
  ],
)

const plurals = lazy(() => new Set(italianNouns().plurals()))

/**
 * The Italian words that the agent understands. It does not speak Italian: it answers in the language of the session.
 */
export const italian = lazy(
  (): HeardLanguage => ({
    code: 'it',
    stopWords:
      words(`il lo la i gli le l un una di del dello della dei degli delle dell a al allo alla ai agli alle all da dal dallo dalla dai dagli dalle
    dall in nel nello nella nei negli nelle nell con su sul sullo sulla sui sugli sulle sull per tra fra e ed o che chi cui quale quali cosa come dove
    quando quanto quanta quanti quante perche sono sei era ho hai ha abbiamo avete hanno c ci vi si mi ti me te se ne mio mia miei mie tuo tua tuoi
    tue suo sua suoi sue nostro nostra nostri nostre vostro vostra loro questo questa questi queste quello quella quelli quelle tutto tutta tutti tutte
    vorrei voglio vuoi vogliamo puoi puo posso potresti potrebbe possiamo devo deve dobbiamo bisogno serve favore grazie prego ciao salve buongiorno
    buonasera ok allora poi dunque anche ancora gia ora adesso qui qua li non no solo molto piu ogni altro altra altri altre qualche alcuni alcune
    esiste esistono vedere fare essere avere`),
    actions: {
      list: [
        ...regularVerbs('elencare'),
        ...words('elenco lista tutti tutte quali quanti quante'),
        'ci sono',
      ],
      get: [
        ...regularVerbs('mostrare visualizzare consultare controllare verificare guardare recuperare'),
        ...withPronouns('dare da di dire leggere leggi apri aprire'),
        ...words(
          'dammi dimmi fammi dettaglio dettagli informazioni dati sapere conoscere quale ottieni ottenere vediamo',
        ),
        ...['fammi vedere', 'fa vedere', 'fai vedere', 'mi fai vedere'],
      ],
      find: [...regularVerbs('cercare trovare filtrare ricercare'), ...words('ricerca')],
      create: [
        ...regularVerbs(
          'creare registrare salvare generare prenotare ordinare comprare acquistare pubblicare invitare',
        ),
        ...withPronouns('aggiungi aggiungere inserisci inserire iscrivi iscrivere scrivi scrivere'),
        ...words('aggiunga aggiungo inserisca inserisco iscriva nuovo nuova nuovi nuove'),
        ...[
          'fai un',
          'fai una',
          'fare un',
          'fare una',
          'apri un',
          'apri una',
          'metti un',
          'metti una',
          'fissa un',
          'fissa una',
        ],
      ],
      update: [
        ...regularVerbs(
          'modificare cambiare aggiornare rinominare spostare impostare segnare sostituire attivare disattivare bloccare sbloccare',
        ),
        ...regularVerbs('abilitare disabilitare aumentare assegnare'),
        ...withPronouns('correggi correggere metti mettere riduci ridurre accendi accendere spegni spegnere'),
        ...words('metta corregga'),
      ],
      delete: [
        ...regularVerbs('eliminare cancellare svuotare scartare'),
        ...withPronouns('rimuovi rimuovere togli togliere'),
        ...words('rimuova tolga rimuovo'),
        ...['butta via', 'sbarazzati di'],
      ],
      cancel: [...regularVerbs('annullare revocare'), ...words('disdici disdire disdica')],
    },
    numbers: plainNumbers(
      {
        ...counted('zero'),
        ...counted(ones.join(' '), 1),
        ...counted(
          'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
          10,
        ),
        ...Object.fromEntries(joinedTens),
        ...hundreds(
          'cento duecento trecento quattrocento cinquecento seicento settecento ottocento novecento',
        ),
        ...{ un: 1, una: 1, mille: 1000 },
      },
      {
        multipliers: { mila: 1000 },
        wordLetters: new Set(['a', 'e', 'i', 'o', 'l', 'c', 'd']),
        repeats: { doppio: 2, doppia: 2 },
        ranges: new Set(['tra', 'fra']),
      },
    ),
    forbidding: /^(?:per favore,? )?(?:non|mai)\s+\p{L}/iu,
    questions: [
      ...words('che chi quale quali quanto quanta quanti quante dove quando come cosa'),
      ...['ci sono', 'c e', 'esiste', 'esistono', 'a che', 'di chi'],
    ],
    linking: words('e sono con di del della dello il la lo al alla per numero'),
    renaming: words('a in con come'),
    selfQuestions: ['chi sono', 'con quale utente', 'con quale account', 'con che utente'],
    bounds: { lower: words('tra fra dal dalla'), upper: words('fino') },
    joints: words('e ed'),
    naming: words('chiamato chiamata chiamati chiamate nome denominato denominata intitolato intitolata'),
    pointers: words('numero num nr codice id'),
    beforeVerbs: words(
      'per favore ciao vorrei voglio puoi potresti potrebbe posso devo mi ti a che bisogno di ok allora',
    ),
    own: words('mio mia miei mie nostro nostra nostri nostre'),
    determiners: words(
      'il lo la i gli le l un uno una mio mia miei mie questo questa quello quella ogni altro altra nostra nostro del della dell al alla di',
    ),
    countQuestions: ['quanti', 'quante', 'il numero di', 'la quantita di'],
    prepositions: words(
      'di del dello della dei degli delle dell in nel nella con per su sul sulla da dal dalla tra fra',
    ),
    ordinals: ordinalForms(
      `primo prima primi prime, secondo seconda, terzo terza, quarto quarta, quinto quinta, sesto sesta, settimo settima, ottavo ottava, nono nona,
      decimo decima`,
      'ultimo ultima',
    ),
    sayings: {
      greeting: 'ciao, salve, buongiorno, buonasera, buon giorno, buona sera',
      thanks: 'grazie, grazie mille, molte grazie, perfetto grazie',
      farewell: 'arrivederci, ciao ciao, a presto, addio, è tutto',
      help: 'aiuto, cosa sai fare, cosa puoi fare, come puoi aiutarmi, aiutami',
      repeat: 'ripeti, puoi ripetere, come hai detto, come scusa, ripeta per favore',
      wait: 'aspetta, un attimo, un momento, aspetta un attimo',
      cancel: 'lascia stare, lascia perdere, annulla, annulla tutto, niente, fermati',
      yes: 'sì, si, certo, certamente, va bene, esatto, giusto, d’accordo, procedi, ok, confermo, fallo, per favore',
      no: 'no, no grazie, assolutamente no, meglio di no, non farlo',
      correction: 'no, anzi, volevo dire, scusa, intendevo',
      followUp: 'e, invece, anche, e per, che mi dici di, ora',
    },
    days: { oggi: 0, domani: 1, dopodomani: 2, ieri: -1 },
    weekdays: words('domenica lunedi martedi mercoledi giovedi venerdi sabato'),
    months: monthForms(
      'gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, novembre, dicembre',
    ),
    translations: lazy(() => ({ ...italianNouns().translations, ...italianWords() })),
    forms: lazy(() => ({ ...italianNouns().forms(), ...italianFalseFriends() })),
    isPlural: (word) => plurals().has(word),
  }),
)
