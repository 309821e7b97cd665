import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, monthForms, ordinalForms, plainNumbers } from '../heard-language.js'
import { counted, tens, words } from '../word-lists.js'
import { frenchFalseFriends, frenchWords } from './nouns.js'

const ones = counted(
  'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
)
const teens = { ...ones, 'dix sept': 17, 'dix huit': 18, 'dix neuf': 19 }
/**
 * Numbers of several words: "soixante et onze" is 71, "quatre vingt dix neuf" is 99. French has no words for 70 and 90,
 * so ten to nineteen follow sixty and eighty.
 */
const phrases = new Map<string, number>([
  ...Object.entries(teens).filter(([word]) => word.includes(' ')),
  ...Object.entries({
    vingt: 20,
    trente: 30,
    quarante: 40,
    cinquante: 50,
    soixante: 60,
    'quatre vingt': 80,
  }).flatMap(([ten, value]) =>
    Object.entries(teens)
      .filter(([, one]) => one > 0 && (one < 10 || value >= 60))
      .flatMap(([word, one]): [string, number][] => [
        [`${ten} ${word}`, value + one],
        [`${ten} et ${word}`, value + one],
      ]),
  ),
  ['quatre vingt', 80],
  ['quatre vingts', 80],
])

/**
 * The forms of regular verbs that users say in requests: "montrer", "montre", "montrez", "montrons". The form for "tu"
 * ("annules") is left out: without its accent, the participle "annulés" would look the same.
 */
const regularVerbs = (infinitives: string) =>
  words(infinitives).flatMap((infinitive) => {
    const stem = infinitive.slice(0, -2)
    return [infinitive, `${stem}e`, `${stem}ez`, `${stem.replace(/g$/, 'ge')}ons`]
  })

/** The French words that the agent understands. It does not speak French: it answers in the language of the session. */
export const french = lazy(
  (): HeardLanguage => ({
    code: 'fr',
    stopWords:
      words(`le la les l un une des de du d au aux a en et ou que qu qui quel quelle quels quelles quoi avec pour par sur sous dans chez sans
    est sont ont etait il elle ils elles on y ai as avons avez j c m n t ce cet cette ces ca cela mon ma mes ton ta tes son sa ses notre nos
    votre vos je tu nous vous se ne pas tout tous toute toutes s te plait stp svp veux voudrais voudrait veut voulez peux peut pouvez pourrais
    pourriez pouvons comment quand ou ici maintenant moi toi lui leur me euh ben bah bon alors donc hein merci bonjour salut voila oui ok
    aimerais souhaite souhaiterais besoin faut faudrait dois doit vais va aller allez faire fais faites etre avoir plus tres bien aussi
    si mais veuillez existe quelque quelques chaque autre autres lequel laquelle lesquels encore deja combien`),
    actions: {
      list: [...regularVerbs('lister enumerer'), ...words('tous toutes quels quelles combien'), 'il y a'],
      get: [
        ...regularVerbs('montrer afficher donner consulter verifier regarder visualiser recuperer'),
        ...words(
          'voir vois voyez voyons dis dites dire lis lisez lire ouvre ouvrez ouvrir obtenir quel quelle',
        ),
        ...words('detail details info infos information informations savoir connaitre'),
        ...['file moi', 'passe moi', 'passez moi', 'c est quoi'],
      ],
      find: regularVerbs('chercher rechercher trouver retrouver filtrer localiser'),
      create: [
        ...regularVerbs(
          'creer ajouter enregistrer inserer reserver generer publier poster programmer planifier sauvegarder',
        ),
        ...regularVerbs('inviter embaucher acheter'),
        ...words(
          'inscris inscrivez inscrire nouveau nouvel nouvelle envoie envoyez envoyer saisis saisissez saisir commander commandez',
        ),
        ...[
          'passer une',
          'passe une',
          'passer commande',
          'passe commande',
          'fais une',
          'faire une',
          'faites une',
        ],
        ...['ouvre un', 'ouvre une', 'ouvrir un', 'ouvrir une', 'mets un', 'mets une', 'met un', 'mettre un'],
        ...['prends rendez', 'prendre rendez', 'prends un', 'prendre un', 'prends moi', 'prenez un'],
      ],
      update: [
        ...regularVerbs(
          'modifier changer renommer corriger editer actualiser ajuster remplacer deplacer marquer passer',
        ),
        ...regularVerbs(
          'activer desactiver allumer bloquer debloquer affecter attribuer assigner augmenter baisser reporter decaler',
        ),
        ...words('mets met mettez mettre eteins eteignez eteindre definis definir'),
        ...['mets a jour', 'met a jour', 'mettez a jour', 'mettre a jour'],
      ],
      delete: [
        ...regularVerbs('supprimer effacer enlever retirer oter'),
        ...words('jette jetez jeter vider videz desinscris desinscrire'),
        ...['debarrasse moi', 'debarrasser de', 'a la poubelle'],
      ],
      cancel: [...regularVerbs('annuler resilier revoquer decommander')],
    },
    numbers: plainNumbers(
      {
        ...ones,
        ...tens('vingt trente quarante cinquante soixante septante octante nonante', 20),
        ...{ cent: 100, mille: 1000 },
      },
      {
        phrases,
        multipliers: { cent: 100, cents: 100, mille: 1000 },
        joints: new Set(['et']),
        wordLetters: new Set(['a', 'c', 'd', 'j', 'l', 'm', 'n', 's', 't', 'y']),
        repeats: { double: 2 },
        ranges: new Set(['entre']),
      },
    ),
    forbidding:
      /^(?:s['’ ]il (?:te|vous) pla[iî]t,? )?(?:ne\s+\p{L}|n['’]\p{L}|\p{L}+ (?:pas|jamais)(?!\p{L}))/iu,
    questions: [
      ...words('que quoi quel quelle quels quelles qui combien ou quand comment lequel laquelle lesquels'),
      ...['a qui', 'a quelle', 'a quel', 'de quel', 'de quelle', 'pour quel', 'y a', 'il y'],
    ],
    linking: words('est sont avec de du le la l a au pour numero appele'),
    renaming: words('en a par'),
    selfQuestions: ['qui suis je', 'avec quel compte', 'sous quel nom', 'je suis connecte en tant que'],
    bounds: { lower: words('entre depuis'), upper: words('jusque jusqu') },
    joints: words('et'),
    naming: words('appele appelee appeles nomme nommee nom intitule intitulee'),
    pointers: words('numero num no code id reference'),
    beforeVerbs:
      words(`s il te vous plait stp svp bonjour salut euh je j tu veux voudrais voudrait aimerais souhaite peux peut pouvez pourrais
    pourriez veuillez vais va dois faut faudrait me moi nous que merci de alors`),
    own: words('mon ma mes notre nos'),
    determiners: words(
      'le la les l un une des du de d mon ma mes ton ta tes son sa ses ce cet cette ces chaque aucune quel quelle notre nos votre vos',
    ),
    countQuestions: ['combien', 'le nombre de'],
    prepositions: words('de du des d en dans avec pour par sur sous chez depuis'),
    ordinals: ordinalForms(
      `premier premiere premiers premieres 1er 1ere, deuxieme second seconde 2e, troisieme 3e, quatrieme, cinquieme, sixieme, septieme, huitieme, neuvieme,
      dixieme`,
      'dernier derniere',
    ),
    sayings: {
      greeting: 'bonjour, salut, bonsoir, coucou',
      thanks: 'merci, merci beaucoup, merci bien, super merci, parfait merci',
      farewell: 'au revoir, à bientôt, bonne journée, bonne soirée, c’est tout, ciao',
      help: 'aide, aide moi, aidez moi, que peux tu faire, que sais tu faire, qu’est ce que tu peux faire, comment peux tu m’aider',
      repeat: 'répète, répétez, tu peux répéter, vous pouvez répéter, comment, pardon, encore une fois',
      wait: 'attends, attendez, un instant, un moment, une seconde',
      cancel: 'laisse tomber, laissez tomber, oublie, oubliez, annule, stop, rien, peu importe',
      yes: 'oui, ouais, d’accord, bien sûr, exact, exactement, c’est ça, vas y, allez y, ok, tout à fait, s’il te plaît, s’il vous plaît, confirme, je confirme',
      no: 'non, non merci, surtout pas, pas du tout, il vaut mieux pas',
      correction: 'non, pardon, plutôt, je voulais dire, en fait',
      followUp: 'et, aussi, et pour, qu en est il de, maintenant',
    },
    days: {
      "aujourd'hui": 0,
      'aujourd’hui': 0,
      demain: 1,
      'apres-demain': 2,
      hier: -1,
    },
    weekdays: words('dimanche lundi mardi mercredi jeudi vendredi samedi'),
    months: monthForms(
      `janvier, fevrier, mars, avril, mai, juin, juillet, aout, septembre, octobre, novembre, decembre`,
    ),
    translations: frenchWords,
    forms: frenchFalseFriends,
    isPlural: (word) => /.{4}[sx]$/.test(word),
  }),
)
