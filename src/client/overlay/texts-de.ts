import type { OverlayTexts } from './texts.js'

/** The texts in German. */
export const german: OverlayTexts = {
  language: 'de',
  title: 'Assistent',
  greeting: 'Wie kann ich helfen?',
  greetingVoice: 'Sprechen Sie einfach los.',
  greetingText: 'Stellen Sie eine Frage, oder sagen Sie, was zu tun ist.',
  close: 'Schließen',
  conversation: 'Gespräch',
  placeholder: 'Nachricht schreiben',
  send: 'Senden',
  toText: 'Lieber schreiben',
  toVoice: 'Lieber sprechen',
  mute: 'Mikrofon stummschalten',
  unmute: 'Mikrofon einschalten',
  stop: 'Antwort anhalten',
  latest: 'Zur neuesten Nachricht',
  you: 'Sie',
  agent: 'Assistent',
  interrupted: 'Unterbrochen',
  connecting: 'Verbinden',
  ready: 'Bereit',
  listening: 'Hört zu',
  thinking: 'Denkt nach',
  speaking: 'Spricht',
  muted: 'Stumm',
  paused: 'Angehalten',
  offline: 'Nicht verbunden',
  closed: 'Nicht verbunden',
  reconnecting: (seconds) => (seconds > 0 ? `Neue Verbindung in ${seconds} s` : 'Neue Verbindung'),
  retryNow: 'Jetzt versuchen',
  retry: 'Noch einmal',
  browserSpeech:
    'Ihr Browser wandelt Sprache in Text um. Sein Hersteller verarbeitet dazu vielleicht den Ton.',
  tool: {
    running: 'Läuft',
    done: 'Fertig',
    failed: 'Fehlgeschlagen',
    input: 'Eingabe',
    result: 'Ergebnis',
    lost: 'Kein Ergebnis',
  },
  approval: {
    question: (tool) => `„${tool}“ erlauben?`,
    approve: 'Erlauben',
    decline: 'Nicht erlauben',
    approved: 'Erlaubt',
    declined: 'Nicht erlaubt',
  },
  microphone: {
    denied: {
      title: 'Das Mikrofon ist gesperrt',
      advice:
        'Erlauben Sie es für diese Seite: über das Symbol neben der Adresse oder in den Einstellungen des Browsers. Versuchen Sie es dann noch einmal.',
    },
    dismissed: {
      title: 'Das Mikrofon ist noch nicht erlaubt',
      advice: 'Versuchen Sie es noch einmal, und wählen Sie „Zulassen“, wenn der Browser fragt.',
    },
    missing: {
      title: 'Kein Mikrofon gefunden',
      advice: 'Schließen Sie eines an, oder schalten Sie es ein. Versuchen Sie es dann noch einmal.',
    },
    busy: {
      title: 'Das Mikrofon ist belegt',
      advice:
        'Eine andere App oder ein anderer Tab benutzt es. Schließen Sie dort, und versuchen Sie es noch einmal.',
    },
    insecure: {
      title: 'Das Mikrofon braucht eine sichere Seite',
      advice: 'Browser erlauben es nur auf https://-Seiten und auf localhost.',
    },
    interrupted: {
      title: 'Das Mikrofon macht Pause',
      advice: 'Ein Anruf oder eine andere App benutzt es. Danach geht es weiter.',
    },
    unsupported: {
      title: 'Dieser Browser kann hier keine Sprache aufnehmen',
      advice: 'Nehmen Sie ein aktuelles Chrome, Edge, Firefox oder Safari.',
    },
  },
  errors: {
    unauthorized: 'Der Schlüssel wurde abgelehnt.',
    forbidden: 'Dieses Gespräch wurde abgelehnt. Beginnen Sie ein neues.',
    offline: 'Dieses Gerät ist nicht mit dem Internet verbunden.',
    'connection-failed': 'Der Dienst ist nicht zu erreichen.',
    'connection-lost': 'Die Verbindung ist abgerissen.',
    'message-too-long': 'Diese Nachricht ist zu lang.',
    'queue-full': 'Es warten schon zu viele Nachrichten. Warten Sie, bis die Verbindung wieder steht.',
  },
  tryAgain: 'Noch einmal',
  typeInstead: 'Lieber schreiben',
  dismiss: 'Ausblenden',
}
