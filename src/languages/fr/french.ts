import { type HeardLanguage, pairs, plainNumbers } from '../heard-language.js'
import { counted, tens, words } from '../word-lists.js'

const ones = counted(
  'zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize',
)
const teens = { ...ones, 'dix sept': 17, 'dix huit': 18, 'dix neuf': 19 }
/**
 * Numbers of several words: "soixante et onze" is 71, "quatre vingt dix neuf" is 99. After sixty and eighty, French counts
 * up to nineteen.
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

/** French, which the agent only understands. */
export const french: HeardLanguage = {
  code: 'fr',
  stopWords:
    words(`le la les un une des de du d l au aux a en et ou que qu qui quel quelle quels quelles quoi avec pour par sur est sont ont
    il y ai as avons avez ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos je tu nous vous se ne pas tout tous toute
    toutes s il te plait veux voudrais peux pourrais comment quand ou ici maintenant moi me`),
  actions: {
    list: words('liste lister tous toutes quels quelles combien'),
    get: words('montre montrer affiche afficher voir donne donner quel quelle consulte consulter detail'),
    find: words('cherche chercher recherche rechercher trouve trouver filtre filtrer'),
    create: words(
      'cree creer ajoute ajouter enregistre enregistrer nouveau nouvelle inscris reserve reserver',
    ),
    update: words('modifie modifier change changer renomme renommer corrige'),
    delete: words('supprime supprimer efface effacer enleve enlever retire retirer'),
    cancel: words('annule annuler resilie'),
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
      wordLetters: new Set(['a', 'y']),
      repeats: { double: 2 },
      ranges: new Set(['entre']),
    },
  ),
  forbidding:
    /^(?:s['’ ]il (?:te|vous) pla[iî]t,? )?(?:ne\s+\p{L}|n['’]\p{L}|\p{L}+ (?:pas|jamais)(?!\p{L}))/iu,
  questions: words('que quoi quel quelle quels quelles qui combien ou quand comment est'),
  linking: words('est sont avec de du le la a au pour numero appele'),
  renaming: words('en a par'),
  selfQuestions: ['qui suis je', 'avec quel compte', 'sous quel nom'],
  bounds: { lower: words('entre depuis'), upper: words('jusque jusqu') },
  joints: words('et'),
  naming: words('appele appelee nomme nommee nom intitule'),
  pointers: words('numero code id'),
  translations:
    pairs(`telephone phone, produit product, utilisateur user, client customer, commande order, facture invoice, paiement payment, salle room,
    chambre room, reservation booking, livre book, auteur author, categorie category, marque brand, prix price, envoi shipment, commentaire
    comment, evenement event, cours course, classe class, eleve student, etudiant student, professeur teacher, employe employee,
    entreprise company, magasin store, panier cart, tache task, projet project, message message, fichier file, compte account, medecin
    doctor, rendez appointment, medicament medicine, personne person, vente sale, achat purchase, fournisseur supplier, adresse address,
    ville city, pays country, vehicule vehicle, voiture car, film movie, chanson song, demande request, membre member, nom name`),
}
