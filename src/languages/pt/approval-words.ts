import type { ApprovalWords } from '../approval-words.js'

export const portugueseApproval: ApprovalWords = {
  code: 'pt',
  yes: `sim, s, sim sim, sim claro, sim por favor, sim pode, isso, isso mesmo, isso aí, é isso, é isso mesmo, exato, exatamente, claro, claro que sim, com certeza, certamente, certo, está certo, tá certo, tá, tá bom, tá bem, está bem, está bom, tudo bem, beleza, blz, ok, okay, okey, positivo, correto, está correto, perfeito, ótimo, excelente, maravilha, bom, muito bem, de acordo, concordo, estou de acordo, combinado, fechado, confirmo, confirmado, confirma, confirme, pode confirmar, aprovo, aprovado, aceito, autorizo, autorizado,
    pode, pode ser, pode sim, pode fazer, podes, podes sim, pode ir, pode seguir, pode continuar, pode prosseguir, faça, faça isso, faz isso, faz, faça-o, manda ver, manda bala, vai, vai em frente, vá em frente, siga, segue, siga em frente, prossiga, prossegue, continue, continua, avance, avança, avante, bora, vamos, vamos lá, por mim tudo bem, me parece bem, parece-me bem, soa bem, serve, sem problema, sem problemas, não há problema, não tem problema, nenhum problema, por que não ?, por que não, porque não ?, com prazer, lógico, óbvio, uhum, aham, 👍, ✅, 👌`,
  no: `não, nao, n, num, não não, não obrigado, não obrigada, nunca, jamais, de jeito nenhum, de modo algum, de forma alguma, nem pensar, nem morto, claro que não, com certeza não, agora não, hoje não, ainda não, por enquanto não, melhor não, é melhor não, prefiro que não, não quero, não quero mais, já não quero, não precisa, não é preciso, não é necessário, não preciso, não faça, não faça isso, não faz isso, não concordo, não me interessa, não está certo,
    pare, para, pára, parar, chega, cancela, cancele, cancelar, anula, esquece, esqueça, deixa, deixe, deixa pra lá, deixa para lá, deixa estar, deixe estar, deixa assim, deixe assim, deixa como está, deixe como está, nada, nada disso, nenhum, nenhuma, nenhum dos dois, nenhuma das duas, errado, está errado, incorreto, negativo, recuso, recusado, nem um nem outro, mudei de ideia, 👎, ❌`,
  not: 'não, nao, nem, sem, exceto, menos, ninguém, nunca',
  open: `não sei ainda, ainda não sei, se, só se, somente se, apenas se, desde que, contanto, a menos que, a não ser, depende, caso, quando, até que, assim que, antes, antes de, primeiro preciso, primeiro, espera, espere, aguarde, aguarda, peraí, pera, um momento, um minuto, um minutinho, um segundo, só um momento, calma, talvez, quem sabe, provavelmente, acho, acho que, penso, creio, suponho, não sei, sei lá, não tenho certeza, não faço ideia, deixa eu, deixe-me, deixa-me, deixe eu, vou ver, vou pensar, pensar, tenho que, preciso ver, preciso perguntar, perguntar, verificar, hum, hmm,
    em vez, ao invés, no lugar, na verdade, melhor, mude, muda, mudar, troca, troque, trocar, altera, altere, alterar, põe, ponha, coloca, coloque, outro, outra, outros, outras, diferente, também, além, mais, menos, mais tarde, mais cedo, depois, o que, que horas, qual, quais, como, quanto, quanta, quantos, quantas, onde, por que, porquê, quem, há, tem como, dá para, dá pra, posso, poderia, podemos, consegue, desculpa, desculpe, perdão, repete, repita, de novo, quis dizer, queria dizer, quero dizer, eu disse, me refiro`,
  but: 'mas, porém, contudo, só que, entretanto',
  joints: 'e, então, depois, portanto',
  because: 'porque, pois, já que, visto que, uma vez que, para que, por causa',
  remarks:
    'eu, nós, ele, ela, eles, elas, meu, minha, meus, minhas, nosso, nossa, tenho, temos, estou, estamos, alguém, a gente, senão',
  neutral: `por favor, por gentileza, faz favor, se faz favor, obrigado, obrigada, muito obrigado, muito obrigada, valeu, o, a, os, as, lo, la, isso, esse, essa, este, esta, isto, aquele, agora, agora mesmo, já, imediatamente, logo, então, ah, oh, eh, é, né, hã, ó, olha, bom sim, quero, quero sim, eu quero, queria, gostaria, eu gostaria, preciso, eu preciso, queremos, precisamos, pode por favor, eu já disse que sim, já disse que sim, já disse, como eu disse, é o que eu quero, sem alterações, sem mudanças, mais nada, nada mais, só isso, é só isso, é só, não se preocupe,
    senhor, senhora, moço, moça, cara, amigo, para mim, pra mim, para nós, tenho certeza, eu concordo, tudo certo, está tudo certo, tudo, fazer, ser, está`,
  all: 'tudo, todos, todas, ambos, ambas, os dois, as duas, os três, as três, todos eles, tudo isso, os quatro',
  only: 'só, somente, apenas, unicamente',
  rest: 'o resto, os outros, as outras, o outro, a outra, os demais, outro, outra, resto',
  ordinals: 'primeiro/primeira, segundo/segunda, terceiro/terceira, quarto/quarta, último/última',
  ending: 2,
}
