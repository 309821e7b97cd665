import type { ApprovalWords } from '../approval-words.js'

export const italianApproval: ApprovalWords = {
  code: 'it',
  yes: `ma sì, ma certo, sì, s, certo, certamente, ma certo, sicuramente, assolutamente, naturalmente, ovvio, ovviamente, va bene, va benissimo, benissimo, molto bene, ottimo, perfetto, eccellente, fantastico, d'accordo, ok, okay, okey, esatto, esattamente, giusto, corretto, proprio così, è giusto, è corretto, è esatto, confermo, confermato,
    conferma, confermi, confermiamo, approvo, approvato, accetto, accettato, acconsento, procedi, proceda, procediamo, procedete, procedere, prosegui, prosegua, continua, continui, avanti, vai avanti, vada avanti, vai pure, vada pure, fai pure, faccia pure, fallo, falla, lo faccia, la faccia, fate, fate pure, facciamolo,
    facciamo, volentieri, con piacere, mi va bene, mi sta bene, suona bene, nessun problema, non c'è problema, senza problemi, perché no ?, perché no, 👍, ✅, 👌, per forza, ma sì, buona idea, non ho nulla in contrario, nulla in contrario, niente in contrario, non vedo perché no, come no, con gioia, mi pare giusto,
    mi sembra giusto, mi sembra perfetto, lo faccia pure, la faccia pure, ci mancherebbe, figurati sì, con molto piacere, al cento per cento, come d'accordo, di sicuro, senz'altro, eccome, lo prendo, la prendo, li prendo, le prendo, lo prendiamo, li prendiamo, affare fatto, ci sto, ci va bene, mi piace, ideale,
    facciamo così, si fa così, aggiudicato`,
  weak: 'bene, vai, fai, faccia, pure, dai, vada, sicuro',
  no: `mi rifiuto, rifiutiamo, vieto, lo vieto, tengo, lo tengo, teniamo, no, n, assolutamente no, certo che no, per niente, per carità, niente affatto, mai, neanche per sogno, non se ne parla, meglio di no, preferisco di no, non ora, non adesso, non oggi, non ancora, non c'è bisogno, non farlo, non lo faccia, non lo fare,
    non sono d'accordo, non mi interessa, non va bene, non è giusto, non è corretto, fermo, ferma, fermati, si fermi, stop, basta, annulla, annulli, annullare, lascia, lasci, lascia stare, lasci stare, lascia perdere, lasci perdere, lascialo, dimentica, dimenticalo, niente, nulla, sbagliato, è sbagliato, errato, negativo,
    rifiuto, rifiutato, nessuno, nessuna, nessuno dei due, nessuna delle due, né l'uno né l'altro, ho cambiato idea, cambiato idea, 👎, ❌, resta, restano, rimane, lascia il, lascia la, lasci il, lasci la`,
  needless:
    'non mi serve, non serve, non ci serve, non voglio, non lo voglio, non la voglio, non posso, non possiamo, non riesco, non occorre, non è necessario',
  not: 'meno, non, senza, tranne, eccetto, mica, mai, nemmeno, neanche, niente',
  open: `non sento, non ti sento, non la sento, non si sente, non capisco, non ho capito, va bene così, bene così, bene grazie, sto bene, a posto così, sono a posto, vabbè, si vabbè, già, sì sì come no, va bene basta, lascia che, lasciamo, se, a patto, a condizione, purché, a meno che, dipende, quando, finché, appena, prima, aspetta, aspetti, aspettate, un secondo, un minuto, attimo, momento, forse, magari,
    probabilmente, può darsi, credo, penso, suppongo, direi, non so, non lo so, boh, mah, non sono sicuro, non sono sicura, nessuna idea, mi lasci, vediamo, pensarci, devo sentire, chiedere, controllare, invece, piuttosto, anziché, al posto, cambia, cambi, cambiare, cambiala, cambialo, metti, metta, quanto, quanta, quanti,
    quante, si può, puoi anche, può anche, potresti, è possibile, ripeti, ripeta, come hai detto, intendevo, volevo dire, voglio dire, ho detto, dicevo, oppon*, protest*, conserv*, mentito, mento, bugia, scherz*, sciocchezze, teniam*, veto, o, oppure, dopo che, non ho sentito, non ho capito, non sento, ritiro, mi rimangio,
    ritratto`,
  asks: "che cosa, cosa, quale, quali, come, dove, perché, chi, c'è, ci sono, posso, potrei",
  changes:
    'fuori, dentro, altrove, di sopra, di sotto, diverso, diversa, più, meno, più tardi, dopo, ancora un, ancora una, fammi, mi faccia, dimmi, mi dica, mostrami, mi mostri',
  but: 'ma, però, tuttavia, anzi',
  wishes:
    "e può, e puoi, e potrebbe, e potresti, e poi, poi, e dopo, e anche, inoltre, e inoltre, a proposito, un'altra cosa, già che ci sei, già che c'è, e dimmi, e mi dica, e mostrami, e mi mostri, e puoi, e può, e potresti",
  joints: 'e, allora, quindi, poi, così',
  remarks:
    'perché ho, perché è, perché non, perché sono, perché devo, perché mi, poiché, siccome, dato che, visto che, che scade, così che, in modo, io, noi, lui, lei, loro, mio, mia, miei, mie, nostro, nostra, ho, abbiamo, sono, siamo, devo, qualcuno, mi hanno, altrimenti, che',
  neutral: `allora sì, ho detto di sì, ho già detto di sì, te l'ho detto, come ho detto, nessuna modifica, nient'altro, è tutto giusto, tutto giusto, non preoccuparti, sono d'accordo, sono sicuro, di sì, che sì, prego, grazie, li, quella, questa, adesso, ora, subito, immediatamente, eh, ehm, ah, oh, beh, be, dunque, puoi, può,
    potete, voglio, vorrei, vogliamo, desidero, signora, signore, per noi, sono sicura, fare, gentilmente, in realtà, veramente, scusa, scusi, scusami, grazie mille, mille grazie, se possibile, se è possibile, se può, se puoi, se non le dispiace, se non ti dispiace, appena possibile, il prima possibile, senza dubbio,
    purtroppo, per fortuna, meno male, più che altro, credo di sì, penso di sì, direi di sì, suppongo di sì, quando vuole, quando vuoi, quando può, che sollievo, non c'è fretta, prima che me ne dimentichi, prima possibile, hmm, mmm, uhm, puoi farlo, può farlo, mi piacerebbe, tutto qui, per me, a me, mi raccomando, proprio`,
  slots:
    'il, lo, la, i, gli, le, l, un, una, mio, mia, miei, tuo, suo, per, a, al, alla, in, nel, nella, con, su, sul, da, di, del, della',
  urges: 'per favore, per piacere, per cortesia, pure',
  deictic: 'questo, quello, ciò',
  all: 'tutto, tutti, tutte, entrambi, entrambe, tutti e due, tutte e due, tutti e tre, tutte e tre, ambedue, tutti quanti',
  pairs: 'entrambi, entrambe, tutti e due, tutte e due',
  only: 'solo, soltanto, solamente, unicamente',
  rest: "il resto, gli altri, le altre, l'altro, l'altra, altro, altra, altri, altre",
  ordinals: 'primo/prima/primi, secondo/seconda, terzo/terza, quarto/quarta, ultimo/ultima',
  ending: 3,
  forms: /^(?:h?[aei]|h?[aei]re?|h?iamo|te)?(?:l[aoie]|ne|mi|ci|te|gliel[ao])?$/u,
}
