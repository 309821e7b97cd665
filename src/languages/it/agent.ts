import type { AgentTexts } from '../agent-texts.js'
import { italianApprovalTexts } from './approval-texts.js'

export const italianAgent: AgentTexts = {
  tag: 'it',
  filler: 'Ci sto ancora lavorando...',
  approval: italianApprovalTexts,
  budgets: {
    user: 'Per ora il suo limite è esaurito. Torni più tardi, per favore.',
    session: 'Questa conversazione ha raggiunto il suo limite. Ne inizi una nuova, per favore.',
    app: 'Per ora questo servizio ha raggiunto il suo limite. Torni più tardi, per favore.',
  },
  speech: {
    cannotHear: 'Non riesco a sentirla: {why}. Scriva, per favore.',
    cannotSpeak: 'Non riesco a parlare: {why}. Rispondo per iscritto.',
    why: {
      unauthorized: '{provider} ha rifiutato la chiave ({reason})',
      'rate-limited': '{provider} ha superato il suo limite ({reason})',
      unavailable: '{provider} ha un problema ({reason})',
      unreachable: '{provider} non è raggiungibile ({reason})',
      rejected: '{provider} ha rifiutato la richiesta ({reason})',
      timeout: '{provider} non ha risposto in tempo',
      'bad-answer': '{provider} ha inviato qualcosa che non posso usare ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'Il server si è fermato mentre eseguiva qualcosa, quindi non so se ha funzionato. Controlli, per favore, prima di chiederlo di nuovo.',
    inReply: 'Il server si è fermato nel mezzo della mia risposta. Chieda di nuovo, per favore.',
  },
  phone: {
    greeting: 'Buongiorno, sono un assistente automatico. Come posso aiutarla?',
    goAhead: 'Dica sì o prema 1 per procedere. Dica no o prema 2 per lasciare stare.',
    again: 'Aspetto un sì o un no.',
    filler: 'Un momento, per favore.',
    stillThere: 'È ancora in linea?',
    goodbye: 'Arrivederci.',
    timeUp: 'Questa chiamata ha raggiunto la durata massima. Richiami, per favore. Arrivederci.',
    farewells: [
      'arrivederci',
      'a presto',
      'a dopo',
      'ciao',
      'buonanotte',
      'buona notte',
      'buona giornata',
      'è tutto',
      "nient'altro",
    ],
  },
  failures: {
    unauthorized:
      'Non posso rispondere: il servizio che scrive le mie risposte non accetta la sua chiave. Avvisi il gestore, per favore.',
    'no-credit':
      'Non posso rispondere: il conto del servizio che scrive le mie risposte è esaurito. Avvisi il gestore, per favore.',
    'unknown-model':
      'Non posso rispondere: il mio modello linguistico non esiste più. Avvisi il gestore, per favore.',
    'rate-limited':
      'Ora non posso rispondere, perché troppe persone stanno chiedendo. Riprovi tra un momento.',
    unavailable:
      'Ora non posso rispondere: il servizio che scrive le mie risposte ha un problema. Riprovi tra un momento.',
    unreachable:
      'Ora non posso rispondere, perché non raggiungo il servizio che scrive le mie risposte. Riprovi più tardi.',
    rejected: 'Non posso rispondere a questo: il servizio che scrive le mie risposte lo ha rifiutato.',
    'too-long':
      'Non posso più rispondere, perché questa conversazione è troppo lunga. Ne inizi una nuova, per favore.',
    timeout: 'Ora non posso rispondere, perché la mia risposta ha richiesto troppo tempo. Riprovi.',
    'bad-answer': 'Non posso rispondere: ciò che ho ricevuto come risposta non aveva senso. Riprovi.',
    'no-answer': 'Non ho una risposta a questo. Lo dica con altre parole, per favore.',
    cut: 'La mia risposta è stata interrotta. Chieda di nuovo, per favore.',
    lastResort:
      'Il mio modello linguistico non è disponibile. Al suo posto risponde la ricerca integrata; può consultare, ma non cambiare nulla.',
    tooManySteps:
      'Mi sono fermato qui: servivano più passaggi di quanti me ne siano permessi. Chieda una parte più piccola, per favore.',
    tooLong: 'Mi sono fermato qui: ci voleva troppo tempo. Riprovi o chieda una parte più piccola.',
    tooManyTokens:
      'Mi sono fermato qui: serviva più testo di quanto io possa leggere. Chieda una parte più piccola, per favore.',
    tooManyBadCalls:
      'Mi sono fermato qui: non sono riuscito a formare una richiesta corretta all’API. Lo dica con altre parole, per favore.',
    internal: 'Qualcosa è andato storto da parte mia. Riprovi, per favore.',
  },
}
