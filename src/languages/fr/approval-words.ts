import type { ApprovalWords } from '../approval-words.js'

export const frenchApproval: ApprovalWords = {
  code: 'fr',
  yes: `mais oui, mais ok, c'est parfait, c'est bien, c'est très bien, c'est d'accord, c'est ok, c'est oui, oui, ouais, ouaip, mouais oui, bien sûr, bien entendu, évidemment, certainement, absolument, tout à fait, exactement, exact, c'est exact, c'est ça, c'est bon, c'est correct, c'est juste, correct, d'accord, dac, ok, okay, okey, entendu,
    volontiers, avec plaisir, parfait, très bien, génial, excellent, nickel, impeccable, ça marche, ça roule, ça me va, ça me convient, ça joue, vas-y, allez-y, faites-le, fais-le, faites donc, fais donc, fais ça, faites ça, continuez, poursuivez, poursuis, procédez, procède, je confirme, confirmé, confirmez, je valide,
    validé, validez, j'accepte, accepté, j'approuve, approuvé, je suis d'accord, affirmatif, sans problème, aucun problème, pas de problème, pas de souci, aucun souci, pas d'objection, aucune objection, pourquoi pas ?, pourquoi pas, c'est parti, carrément, 👍, ✅, 👌, avec joie, bonne idée, je n'ai rien contre, rien contre,
    pas d'inconvénient, aucun inconvénient, ça me convient bien, ça tombe bien, je vous laisse faire, je vous suis, y a pas de souci, y a pas de problème, je ne vois pas pourquoi pas, c'est noté, c'est celle-là, c'est celui-là, mais oui, mais bien sûr, mais certainement, à la perfection, avec grand plaisir, de tout coeur,
    à cent pour cent, en effet, au top, je le prends, je la prends, je les prends, on le prend, on la prend, on les prend, nous le prenons, je prends ça, marché conclu, ça nous va, ça nous convient, j'en suis, ça me plaît, idéal, adjugé, on fait comme ça, faisons comme ça, je suis partant, je suis partante, top`,
  weak: 'bien, allez, fais, faites, continue, super',
  no: `garde, je garde, gardons, on garde, interdis, j'interdis, non, nan, ah non, oh non, surtout pas, certainement pas, absolument pas, pas du tout, pas question, hors de question, jamais, jamais de la vie, pas maintenant, pas aujourd'hui, pas encore, plutôt pas, mieux pas, bien sûr que non, pas la peine,
    ce n'est pas la peine, inutile, pas d'accord, ne le faites pas, ne fais pas ça, ne faites pas ça, ne le fais pas, pas intéressé, arrête, arrêtez, stop, annule, annulez, annuler, laisse, laissez, laisse tomber, laissez tomber, oublie, oubliez, tant pis, abandonne, abandonnez, faux, c'est faux, incorrect, pas bon,
    pas correct, négatif, refuse, je refuse, aucun, aucune, aucun des deux, aucune des deux, ni l'un ni l'autre, rien, rien du tout, j'ai changé d'avis, changé d'avis, 👎, ❌, restent, laisse le, laisse la, laissez le, laissez la, conserve`,
  needless:
    'plus besoin, pas besoin, veux plus, veux pas, je ne veux plus, je ne veux pas, je veux pas, pas venir, plus venir, peux pas, ne peux plus, pas nécessaire',
  not: 'moins, hormis, pas, ne, jamais, plus, sans, sauf, personne, ni, rien',
  open: `j'entends rien, je n'entends rien, je n'entends pas, je vous entends mal, je vous entends pas, je comprends pas, je ne comprends pas, c'est bon merci, c'est bon là, merci c'est bon, ça va, bien merci, super merci, non c'est bon, oui bon, va te faire, allez vous, tu parles, c'est ça oui, déjà, telle quelle, tel quel, comme ça, pas encore sûr, si, s'il y a, s'il n'y a, s'il reste, à condition, pourvu que, à moins, dépend, tant que, dès que, avant,
    d'abord, attends, attendez, attendre, un instant, un moment, une seconde, deux secondes, deux minutes, minute, patientez, peut-être, sans doute, probablement, je crois, je pense, je suppose, sais pas, chais pas, aucune idée, pas sûr, pas sûre, pas certain, hésite, réfléchir, réfléchis, demander, vérifier, je regarde,
    laisse-moi, laissez-moi, voyons, bof, plutôt, au lieu, à la place, change, changer, changez, combien, c'est quoi, pouvez-vous aussi, répète, répétez, je voulais dire, je veux dire, je parlais, j'ai dit, mettez, mets, mettre, prenez, prends, oppos*, protest*, conserv*, menti, mens, blague, plaisant*, n'importe quoi,
    gard*, veto, ou, après que, après avoir, pas entendu, pas compris, mal entendu, je retire, je me rétracte`,
  asks: "quoi, quel, quelle, quels, quelles, comment, où est, où sont, pourquoi, qui, quand, est-ce, est-ce que, qu'est-ce, y a-t-il, il y a, peut-on, je peux, puis-je",
  changes:
    'dehors, dedans, ailleurs, en haut, en bas, différent, différente, davantage, moins, plus tard, plus tôt, encore un, encore une, dis-moi, dites-moi, montre-moi, montrez-moi',
  but: 'mais, par contre, cependant, toutefois',
  wishes:
    'et pouvez-vous, et vous pouvez, et tu peux, et est-ce que vous pouvez, et ensuite, ensuite, et après, et puis, et aussi, au fait, par ailleurs, en passant, autre chose, et dites-moi, et dis-moi, et montrez-moi, et montre-moi, et pouvez-vous, et peux-tu, et après ça',
  joints: 'et, alors, donc, puis',
  remarks:
    "parce que, parce qu, car, puisque, vu que, comme je, comme j, afin, pour que, je, j, nous, on, il, elle, ils, elles, mon, ma, mes, notre, nos, quelqu'un, c'est pour, sinon, c'est, est, était, a été",
  neutral: `merci bien, je veux bien, je voudrais bien, j'ai dit oui, j'ai déjà dit oui, je l'ai déjà dit, comme j'ai dit, c'est ce que je veux, c'est ce que j'ai dit, pas de changement, rien d'autre, c'est tout, ne vous inquiétez pas, merci, ceci, maintenant, immédiatement, vite, euh, heu, bah, ben, ah, oh, eh, bon, hein,
    je veux, je voudrais, j'aimerais, je souhaite, on veut, nous voulons, je vous en prie, je vous prie, je t'en prie, monsieur, madame, pour nous, moi, y, je suis sûr, je suis sûre, il faut, faut, aller, faire, en fait, désolé, désolée, excusez-moi, pardon, si possible, si c'est possible, si vous pouvez, si tu peux,
    si vous voulez bien, si ça ne vous dérange pas, dès que possible, le plus vite possible, sans faute, sans hésiter, sans hésitation, malheureusement, hélas, rien ne presse, plus de peur que de mal, je crois que oui, je pense que oui, je suppose que oui, quelle chance, quel soulagement, merci mille fois,
    quand vous voulez, quand vous pouvez, avant que j'oublie, hum, hmm, merci beaucoup, celui-ci, celle-ci, celui-là, celle-là, tout de suite, vous pouvez, tu peux, vous pouvez le faire, pouvez-vous, peux-tu, celle, celui`,
  slots:
    'le, la, les, l, un, une, mon, ma, mes, ton, votre, vos, pour, à, au, aux, en, dans, avec, par, sur, sous, chez, de, du, des, d',
  urges: "s'il vous plaît, s'il te plaît, svp, stp, s'il vous plait",
  deictic: 'ça, cela, c',
  spellings: "cest=c'est, jai=j'ai, daccord=d'accord, quest=qu'est, sil=s'il, dac=d'accord",
  all: 'tout, tous, toutes, tout ça, les deux, tous les deux, toutes les deux, les trois, tous les trois, toutes les trois, les quatre, l ensemble',
  pairs: 'les deux, tous les deux, toutes les deux',
  only: 'seulement, uniquement, juste, que, rien que',
  rest: "le reste, les autres, l'autre, autre, autres, reste",
  ordinals:
    'premier/première/1er/1re, deuxième/second/seconde/2e, troisième/3e, quatrième/4e, dernier/dernière',
  ending: 2,
  forms: /^(?:e|ez|er|ons|s|is|issez|issons|r|re|ir|z)?$/u,
}
