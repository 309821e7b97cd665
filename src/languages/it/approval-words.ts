import type { ApprovalWords } from '../approval-words.js'

export const italianApproval: ApprovalWords = {
  code: 'it',
  yes: `sì, si, s, sì sì, sì grazie, sì certo, eh sì, certo, certo che sì, certamente, ma certo, sicuro, sicuramente, assolutamente, assolutamente sì, naturalmente, ovvio, ovviamente, va bene, va benissimo, vabbè, bene, benissimo, molto bene, ottimo, perfetto, eccellente, fantastico, d'accordo, ok, okay, okey, esatto, esattamente, giusto, corretto, proprio così, è giusto, è corretto, è esatto, confermo, confermato, conferma, confermi, confermiamo, approvo, approvato, accetto, accettato, acconsento,
    procedi, proceda, procediamo, procedete, procedere, prosegui, prosegua, continua, continui, avanti, vai, vada, vai avanti, vada avanti, vai pure, vada pure, fai pure, faccia pure, fallo, falla, lo faccia, la faccia, fai, faccia, fate, fate pure, pure, facciamolo, facciamo, dai, volentieri, con piacere, mi va bene, per me va bene, mi sta bene, suona bene, nessun problema, non c'è problema, senza problemi, perché no ?, perché no, 👍, ✅, 👌`,
  no: `mi rifiuto, rifiutiamo, vieto, lo vieto, tengo, lo tengo, teniamo, no, n, no grazie, no no, assolutamente no, certo che no, per niente, per carità, niente affatto, mai, neanche per sogno, non se ne parla, meglio di no, preferisco di no, non ora, non adesso, non oggi, non ancora, non voglio, non lo voglio, non la voglio, non mi serve, non serve, non occorre, non è necessario, non c'è bisogno, non farlo, non lo faccia, non lo fare, non sono d'accordo, non mi interessa, non va bene, non è giusto, non è corretto,
    fermo, ferma, fermati, si fermi, stop, basta, annulla, annulli, annullare, lascia, lasci, lascia stare, lasci stare, lascia perdere, lasci perdere, lascialo, dimentica, dimenticalo, niente, nulla, sbagliato, è sbagliato, errato, negativo, rifiuto, rifiutato, nessuno, nessuna, nessuno dei due, nessuna delle due, né l'uno né l'altro, ho cambiato idea, cambiato idea, 👎, ❌`,
  not: 'non, senza, tranne, eccetto, mica, mai, nemmeno, neanche',
  open: `va bene così, bene così, bene grazie, sto bene, sto bene così, a posto così, sono a posto, vabbè, vabbe, si vabbè, è già, già, come no, sì sì come no, va bene basta, lascia che, lasciamo, non so ancora, non lo so ancora, se, solo se, a patto, a condizione, purché, a meno che, dipende, quando, finché, appena, prima, prima di, prima devo, aspetta, aspetti, aspettate, un attimo, un momento, un secondo, un minuto, attimo, momento, forse, magari, probabilmente, può darsi, credo, penso, suppongo, direi, non so, non lo so, boh, mah, non sono sicuro, non sono sicura, nessuna idea, fammi, mi faccia, mi lasci, vediamo, devo pensarci, pensarci, devo sentire, devo chiedere, chiedere, controllare, hmm, mmm, uhm, invece, piuttosto, anziché, al posto,
    in realtà, veramente, cambia, cambi, cambiare, cambiala, cambialo, metti, metta, altro, altra, altri, altre, diverso, diversa, anche, inoltre, in più, ancora, più, meno, più tardi, dopo, che cosa, cosa, quale, quali, come, quanto, quanta, quanti, quante, dove, perché, chi, quando, c'è, ci sono, si può, posso, puoi anche, può anche, potrei, potresti, è possibile, scusa, scusi, scusami, ripeti, ripeta, come hai detto, intendevo, volevo dire, voglio dire, ho detto, dicevo`,
  but: 'ma, però, tuttavia, anzi',
  joints: 'e, allora, quindi, poi, così',
  because:
    'perché ho, perché è, perché non, perché sono, perché devo, perché mi, poiché, siccome, dato che, visto che, che scade, così che, in modo',
  remarks:
    'io, noi, lui, lei, loro, mio, mia, miei, mie, nostro, nostra, ho, abbiamo, sono, siamo, devo, qualcuno, mi hanno, altrimenti',
  reasons: `ho, parto, partiamo, viaggio, trasloco, vado, andiamo, fretta, di fretta, domani, oggi, stasera, mattina, settimana, mese, vacanza, vacanze, compleanno, perso, persa, rubato, rubata, rotto, rotta, borsa, portafoglio, moglie, marito, fratello, sorella, madre, padre, figlio, figlia, amico, amici, famiglia, bambini, di, a, in, con, mi, ti, si, hanno, piace, adoro, scade, presto, che, aspetta me`,
  neutral: `per favore, per piacere, per cortesia, prego, grazie, grazie mille, lo, la, li, le, il, gli, quello, quella, questo, questa, ciò, adesso, ora, subito, immediatamente, allora, quindi, eh, ehm, ah, oh, beh, be, allora sì, dunque, puoi, può, puoi farlo, può farlo, potete, voglio, vorrei, vogliamo, desidero, mi piacerebbe, ho detto di sì, ho già detto di sì, già, te l'ho detto, come ho detto, è quello che voglio, nessuna modifica, nient'altro, tutto qui, è tutto, è tutto giusto, tutto giusto, non preoccuparti, signora, signore, per me, per noi, a me,
    sono d'accordo, sono sicuro, sono sicura, è, tutto, fare, di sì, che sì, mi raccomando, gentilmente`,
  all: 'tutto, tutti, tutte, entrambi, entrambe, tutti e due, tutte e due, tutti e tre, tutte e tre, ambedue, tutti quanti',
  only: 'solo, soltanto, solamente, unicamente',
  rest: "il resto, gli altri, le altre, l'altro, l'altra, altro, altra, altri, altre",
  ordinals: 'primo/prima/primi, secondo/seconda, terzo/terza, quarto/quarta, ultimo/ultima',
  ending: 3,
  forms: /^(?:h?[aei]|h?[aei]re?|h?iamo|te)?(?:l[aoie]|ne|mi|ci|te|gliel[ao])?$/u,
}
