import type { AgentTexts } from '../agent-texts.js'
import { spanishApprovalTexts } from './approval-texts.js'

export const spanishAgent: AgentTexts = {
  tag: 'es',
  filler: 'Sigo en ello...',
  approval: spanishApprovalTexts,
  budgets: {
    user: 'Por ahora ha agotado su límite. Vuelva más tarde, por favor.',
    session: 'Esta conversación ha llegado a su límite. Empiece una nueva, por favor.',
    app: 'Este servicio ha llegado por ahora a su límite. Vuelva más tarde, por favor.',
  },
  speech: {
    cannotHear: 'No puedo oírle: {why}. Escriba, por favor.',
    cannotSpeak: 'No puedo hablar: {why}. Respondo por escrito.',
    why: {
      unauthorized: '{provider} rechazó la clave ({reason})',
      'rate-limited': '{provider} ha superado su límite ({reason})',
      unavailable: '{provider} tiene un problema ({reason})',
      unreachable: 'no se puede contactar con {provider} ({reason})',
      rejected: '{provider} rechazó la petición ({reason})',
      timeout: '{provider} no respondió a tiempo',
      'bad-answer': '{provider} envió algo que no puedo usar ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'El servidor se detuvo mientras ejecutaba algo, así que no sé si funcionó. Compruébelo, por favor, antes de volver a pedirlo.',
    inReply: 'El servidor se detuvo en mitad de mi respuesta. Pregunte de nuevo, por favor.',
  },
  phone: {
    greeting: 'Hola, soy un asistente automático. ¿En qué puedo ayudarle?',
    goAhead: 'Diga sí o pulse 1 para hacerlo. Diga no o pulse 2 para dejarlo.',
    again: 'Espero un sí o un no.',
    filler: 'Un momento, por favor.',
    stillThere: '¿Sigue ahí?',
    goodbye: 'Adiós.',
    timeUp: 'Esta llamada ha llegado a su tiempo máximo. Llame de nuevo, por favor. Adiós.',
    farewells: [
      'adiós',
      'hasta luego',
      'hasta pronto',
      'hasta la vista',
      'chao',
      'chau',
      'buenas noches',
      'eso es todo',
      'nada más',
    ],
  },
  failures: {
    unauthorized:
      'No puedo responder: el servicio que escribe mis respuestas no acepta su clave. Avise al responsable, por favor.',
    'no-credit':
      'No puedo responder: la cuenta del servicio que escribe mis respuestas está agotada. Avise al responsable, por favor.',
    'unknown-model':
      'No puedo responder: mi modelo de lenguaje ya no existe. Avise al responsable, por favor.',
    'rate-limited':
      'Ahora mismo no puedo responder, porque pregunta demasiada gente. Inténtelo de nuevo en un momento.',
    unavailable:
      'Ahora mismo no puedo responder: el servicio que escribe mis respuestas tiene un problema. Inténtelo de nuevo en un momento.',
    unreachable:
      'Ahora mismo no puedo responder, porque no llego al servicio que escribe mis respuestas. Inténtelo más tarde.',
    rejected: 'No puedo responder a esto: el servicio que escribe mis respuestas lo ha rechazado.',
    'too-long':
      'Ya no puedo responder, porque esta conversación es demasiado larga. Empiece una nueva, por favor.',
    timeout: 'Ahora mismo no puedo responder, porque mi respuesta tardó demasiado. Inténtelo de nuevo.',
    'bad-answer': 'No puedo responder: lo que recibí como respuesta no tenía sentido. Inténtelo de nuevo.',
    'no-answer': 'No tengo respuesta a esto. Dígalo con otras palabras, por favor.',
    cut: 'Mi respuesta se cortó. Pregunte de nuevo, por favor.',
    lastResort:
      'Mi modelo de lenguaje no está disponible. En su lugar responde la búsqueda integrada; puede consultar, pero no cambiar nada.',
    tooManySteps:
      'Me he detenido aquí: hacían falta más pasos de los que me están permitidos. Pida una parte más pequeña, por favor.',
    tooLong: 'Me he detenido aquí: tardaba demasiado. Inténtelo de nuevo o pida una parte más pequeña.',
    tooManyTokens:
      'Me he detenido aquí: hacía falta más texto del que puedo leer. Pida una parte más pequeña, por favor.',
    tooManyBadCalls:
      'Me he detenido aquí: no logré formar una petición correcta a la API. Dígalo con otras palabras, por favor.',
    internal: 'Algo ha fallado por mi parte. Inténtelo de nuevo, por favor.',
  },
}
