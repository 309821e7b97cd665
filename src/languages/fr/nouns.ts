import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'

/**
 * French nouns that are common in APIs, and verbs that no `Action` (such as `create`) covers, each with its English
 * word.
 */
export const frenchWords = lazy(() =>
  pairs(`
  utilisateur utilisatrice user, client cliente customer, personne gens person, employe employee salarie collaborateur employee, gerant manager,
  chef responsable manager, proprietaire owner, vendeur vendeuse seller, acheteur buyer, membre adherent member, equipe team, entreprise societe company,
  organisation organization, agence succursale branch, service service, administrateur administrator, ami amie friend, famille family,
  enfant child, auteur author, abonne subscriber, profil profile, compte account, droit permission, mdp password, connexion login,

  produit product, commande order, achat purchase, vente sale, panier cart, facture invoice, recu receipt, paiement reglement payment,
  prix tarif price, remise reduction rabais discount, bon coupon, offre offer, marque brand, categorie category, magasin boutique store, entrepot warehouse,
  stock inventory, fournisseur supplier, retour return, remboursement refund, expedition envoi shipment, livraison delivery, colis paquet package,
  livreur courier, adresse address, taxe impot tax, devise monnaie currency, solde balance, portefeuille wallet, virement transfer,
  transaction transaction, mouvement transaction, banque bank, pret emprunt loan, dette debt, echeance installment, depense expense, revenu income,
  devis quote, abonnement subscription, contrat contract, garantie warranty, assurance insurance, reclamation complaint, sinistre claim, argent money,

  reservation booking, rendez rdv appointment, chambre room, salle room, voyage trip, vol flight, siege seat, billet ticket, passager passenger,
  aeroport airport, horaire schedule, creneau slot, calendrier agenda calendar, evenement event, reunion meeting, lieu endroit place, trajet itineraire route,
  arret stop, gare station, sejour stay, voyageur traveler,

  medecin docteur doctor, infirmiere infirmier nurse, medicament medicine, ordonnance prescription, diagnostic diagnosis, maladie disease,
  symptome symptom, traitement treatment, clinique clinic, hopital hospital, vaccin vaccine, analyse test, dossier record, ordonnances prescription,
  animal animaux pet, chien dog, soin care, allergie allergy,

  cours course, classe class, eleve student, etudiant etudiante student, professeur prof enseignant enseignante teacher, ecole school, universite university,
  matiere subject, examen exam, inscription enrollment, devoir assignment, lecon lesson, question question, reponse answer, sondage survey,
  certificat certificate, diplome degree,

  logement bien property, maison house, appartement appartements apartment, immeuble batiment building, locataire tenant, loyer rent, terrain land, bail lease,
  vehicule vehicle, voiture car, camion truck, conducteur chauffeur driver, immatriculation plate, garage garage, entretien maintenance, reparation repair, flotte fleet,

  film movie, chanson titre song, artiste artist, livre book, editeur publisher, chapitre chapter, episode episode, photo photo, image image,
  fichier file, document document, publication post, actualite news, commentaire comment, avis review, message message, conversation conversation, canal channel,
  notification notification, rappel reminder, courriel mail email, appel call, modele template, etiquette tag, favori favoris favorite,

  tache task, projet project, etape step, probleme souci issue, demande requete request, plainte complaint, rapport report, statistique statistic,
  tableau board, parametre reglage setting, regle rule, enregistrement record, appareil dispositif device, capteur sensor, alerte alert, lampe lamp,
  lumiere light, serveur server, reseau network, cle key, sauvegarde backup, historique history, utilisation usage,

  salaire salary, paie payroll, conge conges vacances leave, absence absence, emploi job, candidat candidate, candidature application,
  entretien interview, equipe team, heure time, competence skill, contrat contract,

  repas meal, recette recipe, aliment nourriture food, boisson drink, cuisine kitchen, pourboire tip, match match, joueur joueuse player,
  tournoi tournament, ligue league, jeu jeux game, exercice exercise, entrainement workout, entraineur coach, saison season, meteo weather,

  nom name, prenom firstname, titre title, statut etat status, date date, quantite quantity, montant somme amount, numero number, telephone portable phone,
  ville city, pays country, rue street, quartier neighborhood, poids weight, taille size, couleur color, type type, priorite priority, motif raison reason,
  langue language, disponible available, actif active, inactif inactive, retard overdue,

  envoyer envoie envoyez send, payer paie paye payez regler regle pay, acheter achete achetez buy, vendre vends vendez sell, approuver approuve approuvez approve,
  refuser refuse refusez rejeter rejette reject, accepter accepte acceptez accept, confirmer confirme confirmez confirm, publier publie publiez publish,
  televerser televerse importer upload, telecharger telecharge telechargez download, affecter affecte attribuer attribue assigner assigne assign,
  activer activez activate, desactiver desactive desactivez deactivate, allumer allume allumez enable, eteindre eteins eteignez disable,
  bloquer bloque block, debloquer debloque unblock, inviter invitez invite, partager partage partagez share, suivre suis suivez follow,
  virer vire transferer transfere transfer, rembourser rembourse remboursez refund, retourner renvoyer return, fermer ferme fermez close,
  ouvrir ouvre ouvrez open, restaurer restaure restore, verifier verifie verify, valider validez validate, signer signe sign, rejoindre rejoins join,
  connecter login, deconnecter deconnecte logout, redemarrer redemarre restart, demarrer demarre start, commencer commence start,
  arreter arrete stop, terminer termine complete, archiver archive, exporter exporte export, imprimer imprime print, noter evaluer rate,
  calculer calcule calculate, planifier planifie schedule`),
)

/**
 * French words that look like an English word of another meaning. They are translated to English, but no English word
 * is translated to them.
 */
export const frenchFalseFriends = lazy(() =>
  pairs(
    'invite guest, passe password, formation training, stage internship, presence attendance, plat dish, importe upload, active activate, valide validate, connecte login',
  ),
)
