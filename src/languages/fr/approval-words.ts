import type { ApprovalWords } from '../approval-words.js'

export const frenchApproval: ApprovalWords = {
  code: 'fr',
  yes: `oui, ouais, ouaip, o, mouais oui, oui oui, oui merci, oui s'il vous plaît, oui s'il te plaît, bien sûr, bien entendu, évidemment, certainement, absolument, tout à fait, exactement, exact, c'est exact, c'est ça, c'est bien ça, c'est bon, c'est correct, c'est juste, correct, d'accord, dac, ok, okay, okey, entendu, volontiers, avec plaisir, parfait, très bien, bien, super, génial, excellent, nickel, impeccable, ça marche, ça roule, ça me va, ça me convient, ça joue,
    vas-y, allez-y, allez y, vas y, allez, faites, faites-le, faites le, fais-le, fais le, faites donc, fais donc, fais ça, faites ça, continuez, continue, poursuivez, poursuis, procédez, procède, je confirme, confirmé, confirme, confirmez, je valide, validé, validez, valide, j'accepte, accepté, j'approuve, approuvé, je suis d'accord, affirmatif, sans problème, aucun problème, pas de problème, pas de souci, aucun souci, pas d'objection, aucune objection, pourquoi pas ?, pourquoi pas, c'est parti, carrément, si, 👍, ✅, 👌`,
  no: `non, nan, non merci, ah non, oh non, surtout pas, certainement pas, absolument pas, pas du tout, pas question, hors de question, jamais, jamais de la vie, pas maintenant, pas aujourd'hui, pas encore, plutôt pas, mieux pas, bien sûr que non, je ne veux pas, je veux pas, veux plus, veux pas, je ne veux plus, pas besoin, plus besoin, pas la peine, ce n'est pas la peine, inutile, pas nécessaire, pas d'accord, ne le faites pas, ne fais pas ça, ne faites pas ça, ne le fais pas, pas intéressé,
    arrête, arrêtez, stop, annule, annulez, annuler, laisse, laissez, laisse tomber, laissez tomber, laisse ça, oublie, oubliez, oublie ça, tant pis, abandonne, abandonnez, faux, c'est faux, incorrect, pas bon, pas correct, négatif, refuse, je refuse, refusé, aucun, aucune, aucun des deux, aucune des deux, ni l'un ni l'autre, rien, rien du tout, j'ai changé d'avis, changé d'avis, 👎, ❌`,
  not: 'pas, ne, jamais, plus, sans, sauf, personne, ni',
  open: `ne sais pas encore, sais pas encore, pas encore sûr, si, si c'est, s'il y a, s'il n'y a, s'il reste, seulement si, à condition, pourvu que, sauf si, à moins, ça dépend, dépend, tant que, quand, dès que, avant, d'abord, attends, attendez, attendre, un instant, un moment, une seconde, une minute, deux secondes, deux minutes, minute, patientez, peut-être, peut être, sans doute, probablement, je crois, je pense, je suppose, je ne sais pas, je sais pas, sais pas, chais pas, aucune idée, pas sûr, pas sûre, pas certain,
    hésite, j'hésite, réfléchir, réfléchis, demander, vérifier, je regarde, laisse-moi, laissez-moi, laissez moi, laisse moi, voyons, hum, hmm, bof, plutôt, au lieu, à la place, en fait, change, changer, changez, autre, autres, différent, différente, aussi, en plus, encore, davantage, moins, plus tard, plus tôt, quoi, quel, quelle, quels, quelles, comment, combien, où, pourquoi, qui, quand, est-ce, est ce, est-ce que, qu'est-ce, qu'est ce, c'est quoi, c'est combien, y a-t-il, y a t il, il y a, peut-on, peut on, je peux, pouvez-vous aussi,
    puis-je, pardon, désolé, désolée, excusez-moi, répète, répétez, je voulais dire, je veux dire, je parlais, j'ai dit, mettez, mets, mettre, prenez, prends`,
  but: 'mais, par contre, cependant, toutefois',
  joints: 'et, alors, donc, puis',
  because: 'parce que, parce qu, car, puisque, vu que, comme je, comme j, afin, pour que',
  remarks: "je, j, nous, on, il, elle, ils, elles, mon, ma, mes, notre, nos, quelqu'un, c'est pour, sinon",
  neutral: `s'il vous plaît, s'il te plaît, svp, stp, merci, merci beaucoup, merci bien, le, la, les, l, ça, cela, ceci, celui-ci, celle-ci, celui-là, celle-là, maintenant, tout de suite, immédiatement, vite, euh, heu, bah, ben, ah, oh, eh, alors, donc, bon, hein, vous pouvez, tu peux, vous pouvez y aller, tu peux y aller, vous pouvez le faire, pouvez-vous, pouvez vous, peux-tu, je veux, je voudrais, j'aimerais, je souhaite, je veux bien, je voudrais bien, on veut, nous voulons, je vous en prie, je vous prie,
    je t'en prie, j'ai dit oui, j'ai déjà dit oui, déjà, je l'ai déjà dit, comme j'ai dit, c'est ce que je veux, c'est ce que j'ai dit, pas de changement, rien d'autre, c'est tout, ne vous inquiétez pas, monsieur, madame, pour moi, pour nous, moi, y, je suis sûr, je suis sûre, c'est, est, il faut, faut, aller, faire`,
  all: 'tout, tous, toutes, tout ça, les deux, tous les deux, toutes les deux, les trois, tous les trois, toutes les trois, les quatre, l ensemble',
  only: 'seulement, uniquement, juste, que, rien que',
  rest: "le reste, les autres, l'autre, autre, autres, reste",
  ordinals:
    'premier/première/1er/1re, deuxième/second/seconde/2e, troisième/3e, quatrième/4e, dernier/dernière',
  ending: 2,
}
