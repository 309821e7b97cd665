import type { AgentTexts } from '../agent-texts.js'
import { frenchApprovalTexts } from './approval-texts.js'

export const frenchAgent: AgentTexts = {
  tag: 'fr',
  filler: 'J’y travaille encore...',
  approval: frenchApprovalTexts,
  budgets: {
    user: 'Votre quota est épuisé pour le moment. Revenez plus tard, s’il vous plaît.',
    session: 'Cette conversation a atteint sa limite. Commencez-en une nouvelle, s’il vous plaît.',
    app: 'Ce service a atteint sa limite pour le moment. Revenez plus tard, s’il vous plaît.',
  },
  speech: {
    cannotHear: 'Je ne vous entends pas : {why}. Écrivez, s’il vous plaît.',
    cannotSpeak: 'Je ne peux pas parler : {why}. Je réponds par écrit.',
    why: {
      unauthorized: '{provider} a refusé la clé ({reason})',
      'rate-limited': '{provider} a dépassé sa limite ({reason})',
      unavailable: '{provider} a un problème ({reason})',
      unreachable: '{provider} est injoignable ({reason})',
      rejected: '{provider} a refusé la requête ({reason})',
      timeout: '{provider} n’a pas répondu à temps',
      'bad-answer': '{provider} a envoyé quelque chose d’inutilisable ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'Le serveur s’est arrêté pendant une exécution ; je ne sais donc pas si elle a réussi. Vérifiez, s’il vous plaît, avant de la redemander.',
    inReply:
      'Le serveur s’est arrêté au milieu de ma réponse. Posez de nouveau votre question, s’il vous plaît.',
  },
  phone: {
    greeting: 'Bonjour, je suis un assistant automatique. Comment puis-je vous aider ?',
    goAhead: 'Dites oui ou appuyez sur 1 pour continuer. Dites non ou appuyez sur 2 pour renoncer.',
    again: 'J’attends un oui ou un non.',
    filler: 'Un instant, s’il vous plaît.',
    stillThere: 'Êtes-vous toujours là ?',
    goodbye: 'Au revoir.',
    timeUp: 'Cet appel a atteint sa durée maximale. Rappelez, s’il vous plaît. Au revoir.',
    farewells: [
      'au revoir',
      'à bientôt',
      'à plus tard',
      'salut',
      'bonne soirée',
      'bonne journée',
      'bonne nuit',
      "c'est tout",
      'ce sera tout',
    ],
  },
  failures: {
    unauthorized:
      'Je ne peux pas répondre : le service qui écrit mes réponses n’accepte pas sa clé. Prévenez le responsable, s’il vous plaît.',
    'no-credit':
      'Je ne peux pas répondre : le compte du service qui écrit mes réponses est épuisé. Prévenez le responsable, s’il vous plaît.',
    'unknown-model':
      'Je ne peux pas répondre : mon modèle de langage n’existe plus. Prévenez le responsable, s’il vous plaît.',
    'rate-limited':
      'Je ne peux pas répondre pour l’instant, car trop de personnes posent des questions. Réessayez dans un moment.',
    unavailable:
      'Je ne peux pas répondre pour l’instant : le service qui écrit mes réponses a un problème. Réessayez dans un moment.',
    unreachable:
      'Je ne peux pas répondre pour l’instant, car je n’arrive pas à joindre le service qui écrit mes réponses. Réessayez plus tard.',
    rejected: 'Je ne peux pas répondre à cela : le service qui écrit mes réponses l’a refusé.',
    'too-long':
      'Je ne peux plus répondre, car cette conversation est trop longue. Commencez-en une nouvelle, s’il vous plaît.',
    timeout: 'Je ne peux pas répondre pour l’instant, car ma réponse a pris trop de temps. Réessayez.',
    'bad-answer': 'Je ne peux pas répondre : la réponse reçue n’avait pas de sens. Réessayez.',
    'no-answer': 'Je n’ai pas de réponse à cela. Dites-le autrement, s’il vous plaît.',
    cut: 'Ma réponse a été coupée. Posez de nouveau votre question, s’il vous plaît.',
    lastResort:
      'Mon modèle de langage n’est pas disponible. La recherche intégrée répond à sa place ; elle peut consulter, mais ne rien changer.',
    tooManySteps:
      'Je me suis arrêté ici : il fallait plus d’étapes que je n’en ai le droit. Demandez une plus petite partie, s’il vous plaît.',
    tooLong:
      'Je me suis arrêté ici : cela prenait trop de temps. Réessayez ou demandez une plus petite partie.',
    tooManyTokens:
      'Je me suis arrêté ici : il fallait lire plus de texte que je n’en ai le droit. Demandez une plus petite partie, s’il vous plaît.',
    tooManyBadCalls:
      'Je me suis arrêté ici : je n’ai pas pu former une requête correcte pour l’API. Dites-le autrement, s’il vous plaît.',
    internal: 'Quelque chose n’a pas marché de mon côté. Réessayez, s’il vous plaît.',
  },
}
