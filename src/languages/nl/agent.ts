import type { AgentTexts } from '../agent-texts.js'
import { dutchApprovalTexts } from './approval-texts.js'

export const dutchAgent: AgentTexts = {
  tag: 'nl',
  filler: 'Ik ben er nog mee bezig...',
  approval: dutchApprovalTexts,
  budgets: {
    user: 'Uw limiet is voorlopig op. Kom later terug, alstublieft.',
    session: 'Dit gesprek heeft zijn limiet bereikt. Begin een nieuw gesprek, alstublieft.',
    app: 'Deze dienst heeft voorlopig zijn limiet bereikt. Kom later terug, alstublieft.',
  },
  speech: {
    cannotHear: 'Ik kan u niet horen: {why}. Typ alstublieft.',
    cannotSpeak: 'Ik kan niet spreken: {why}. Ik antwoord met tekst.',
    why: {
      unauthorized: '{provider} heeft de sleutel geweigerd ({reason})',
      'rate-limited': '{provider} zit boven zijn limiet ({reason})',
      unavailable: '{provider} heeft een storing ({reason})',
      unreachable: '{provider} is niet bereikbaar ({reason})',
      rejected: '{provider} heeft het verzoek geweigerd ({reason})',
      timeout: '{provider} heeft niet op tijd geantwoord',
      'bad-answer': '{provider} heeft iets onbruikbaars gestuurd ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'De server is gestopt terwijl hij iets uitvoerde, dus ik weet niet of het gelukt is. Controleer het alstublieft voordat u er opnieuw om vraagt.',
    inReply: 'De server is midden in mijn antwoord gestopt. Vraag het alstublieft opnieuw.',
  },
  phone: {
    greeting: 'Hallo, ik ben een automatische assistent. Waarmee kan ik u helpen?',
    goAhead: 'Zeg ja of druk op 1 om door te gaan. Zeg nee of druk op 2 om het te laten.',
    again: 'Ik wacht op een ja of een nee.',
    filler: 'Een moment, alstublieft.',
    stillThere: 'Bent u er nog?',
    goodbye: 'Tot ziens.',
    timeUp: 'Dit gesprek heeft zijn maximale duur bereikt. Bel alstublieft opnieuw. Tot ziens.',
    farewells: [
      'doei',
      'dag',
      'tot ziens',
      'tot straks',
      'tot later',
      'goedenacht',
      'fijne dag',
      'dat was het',
      'dat was alles',
    ],
  },
  failures: {
    unauthorized:
      'Ik kan niet antwoorden: de dienst die mijn antwoorden schrijft, accepteert zijn sleutel niet. Waarschuw alstublieft de beheerder.',
    'no-credit':
      'Ik kan niet antwoorden: het tegoed van de dienst die mijn antwoorden schrijft, is op. Waarschuw alstublieft de beheerder.',
    'unknown-model':
      'Ik kan niet antwoorden: mijn taalmodel bestaat niet meer. Waarschuw alstublieft de beheerder.',
    'rate-limited':
      'Ik kan nu niet antwoorden, omdat te veel mensen iets vragen. Probeer het zo meteen opnieuw.',
    unavailable:
      'Ik kan nu niet antwoorden: de dienst die mijn antwoorden schrijft, heeft een storing. Probeer het zo meteen opnieuw.',
    unreachable:
      'Ik kan nu niet antwoorden, omdat ik de dienst die mijn antwoorden schrijft niet kan bereiken. Probeer het later opnieuw.',
    rejected: 'Hierop kan ik niet antwoorden: de dienst die mijn antwoorden schrijft, heeft het geweigerd.',
    'too-long':
      'Ik kan niet meer antwoorden, omdat dit gesprek te lang is. Begin een nieuw gesprek, alstublieft.',
    timeout: 'Ik kan nu niet antwoorden, omdat mijn antwoord te lang duurde. Probeer het opnieuw.',
    'bad-answer':
      'Ik kan niet antwoorden: wat ik als antwoord kreeg, had geen betekenis. Probeer het opnieuw.',
    'no-answer': 'Hierop heb ik geen antwoord. Zeg het alstublieft met andere woorden.',
    cut: 'Mijn antwoord is afgebroken. Vraag het alstublieft opnieuw.',
    lastResort:
      'Mijn taalmodel is niet beschikbaar. De ingebouwde zoekfunctie antwoordt in zijn plaats; die kan dingen opzoeken, maar niets veranderen.',
    tooManySteps:
      'Ik ben hier gestopt: dit kostte meer stappen dan ik mag. Vraag alstublieft om een kleiner deel.',
    tooLong: 'Ik ben hier gestopt: dit duurde te lang. Probeer het opnieuw of vraag om een kleiner deel.',
    tooManyTokens:
      'Ik ben hier gestopt: hiervoor was meer tekst nodig dan ik mag lezen. Vraag alstublieft om een kleiner deel.',
    tooManyBadCalls:
      'Ik ben hier gestopt: ik kon geen juist verzoek aan de API vormen. Zeg het alstublieft met andere woorden.',
    internal: 'Er ging bij mij iets mis. Probeer het alstublieft opnieuw.',
  },
}
