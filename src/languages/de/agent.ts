import type { AgentTexts } from '../agent-texts.js'
import { germanApprovalTexts } from './approval-texts.js'

export const germanAgent: AgentTexts = {
  tag: 'de',
  filler: 'Ich bin noch dabei...',
  approval: germanApprovalTexts,
  budgets: {
    user: 'Ihr Kontingent ist vorerst aufgebraucht. Bitte später wiederkommen.',
    session: 'Dieses Gespräch hat seine Grenze erreicht. Bitte ein neues beginnen.',
    app: 'Dieser Dienst hat seine Grenze vorerst erreicht. Bitte später wiederkommen.',
  },
  speech: {
    cannotHear: 'Ich kann dich nicht hören: {why}. Bitte schreib stattdessen.',
    cannotSpeak: 'Ich kann nicht sprechen: {why}. Ich antworte mit Text.',
    why: {
      unauthorized: '{provider} hat den Schlüssel abgelehnt ({reason})',
      'rate-limited': '{provider} ist überlastet ({reason})',
      unavailable: '{provider} hat eine Störung ({reason})',
      unreachable: '{provider} ist nicht erreichbar ({reason})',
      rejected: '{provider} hat die Anfrage abgelehnt ({reason})',
      timeout: '{provider} hat nicht rechtzeitig geantwortet',
      'bad-answer': '{provider} hat etwas Unbrauchbares geschickt ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'Der Server ist ausgefallen, während er etwas ausgeführt hat; ob es geklappt hat, weiß ich nicht. Bitte prüfen, bevor du es noch einmal verlangst.',
    inReply: 'Der Server ist mitten in meiner Antwort ausgefallen. Bitte noch einmal fragen.',
  },
  phone: {
    greeting: 'Guten Tag, hier ist ein automatischer Assistent. Wie kann ich helfen?',
    goAhead:
      'Sagen Sie Ja oder drücken Sie die 1, um das zu tun. Sagen Sie Nein oder drücken Sie die 2, um es zu lassen.',
    again: 'Ich warte auf ein Ja oder ein Nein.',
    filler: 'Einen Moment, bitte.',
    stillThere: 'Sind Sie noch da?',
    goodbye: 'Auf Wiederhören.',
    timeUp:
      'Dieses Gespräch hat seine Höchstdauer erreicht. Bitte rufen Sie noch einmal an. Auf Wiederhören.',
    farewells: [
      'tschüss',
      'tschüs',
      'auf wiederhören',
      'auf wiedersehen',
      'bis bald',
      'gute nacht',
      'das war alles',
      'das ist alles',
    ],
  },
  failures: {
    unauthorized:
      'Ich kann nicht antworten: Der Dienst, der meine Antworten schreibt, nimmt seinen Schlüssel nicht an. Bitte geben Sie dem Betreiber Bescheid.',
    'no-credit':
      'Ich kann nicht antworten: Das Guthaben bei dem Dienst, der meine Antworten schreibt, ist aufgebraucht. Bitte geben Sie dem Betreiber Bescheid.',
    'unknown-model':
      'Ich kann nicht antworten: Mein Sprachmodell gibt es nicht mehr. Bitte geben Sie dem Betreiber Bescheid.',
    'rate-limited':
      'Ich kann gerade nicht antworten, weil zu viele Anfragen kommen. Bitte versuchen Sie es gleich noch einmal.',
    unavailable:
      'Ich kann gerade nicht antworten: Der Dienst, der meine Antworten schreibt, hat eine Störung. Bitte versuchen Sie es gleich noch einmal.',
    unreachable:
      'Ich kann gerade nicht antworten, weil ich den Dienst nicht erreiche, der meine Antworten schreibt. Bitte versuchen Sie es später noch einmal.',
    rejected: 'Darauf kann ich nicht antworten: Der Dienst, der meine Antworten schreibt, hat abgelehnt.',
    'too-long':
      'Ich kann nicht mehr antworten, weil dieses Gespräch zu lang ist. Bitte beginnen Sie ein neues.',
    timeout:
      'Ich kann gerade nicht antworten, weil meine Antwort zu lange gebraucht hat. Bitte versuchen Sie es noch einmal.',
    'bad-answer':
      'Ich kann nicht antworten: Was ich als Antwort bekam, ergab keinen Sinn. Bitte versuchen Sie es noch einmal.',
    'no-answer': 'Darauf habe ich keine Antwort. Bitte sagen Sie es mit anderen Worten.',
    cut: 'Meine Antwort wurde abgeschnitten. Bitte fragen Sie noch einmal.',
    lastResort:
      'Mein Sprachmodell ist nicht verfügbar. An seiner Stelle antwortet die eingebaute Suche; sie kann nachsehen, aber nichts ändern.',
    tooManySteps:
      'Hier höre ich auf: Das braucht mehr Schritte, als ich gehen darf. Bitte nach einem kleineren Teil fragen.',
    tooLong:
      'Hier höre ich auf: Das hat zu lange gedauert. Bitte noch einmal versuchen oder nach einem kleineren Teil fragen.',
    tooManyTokens:
      'Hier höre ich auf: Das ist mehr Text, als ich lesen darf. Bitte nach einem kleineren Teil fragen.',
    tooManyBadCalls:
      'Hier höre ich auf: Ich konnte keine richtige Anfrage an die Schnittstelle bilden. Bitte anders sagen.',
    internal: 'Bei mir ist etwas schiefgegangen. Bitte noch einmal versuchen.',
  },
}
