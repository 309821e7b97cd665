import type { ApprovalWords } from '../approval-words.js'

export const portugueseApproval: ApprovalWords = {
  code: 'pt',
  yes: `mas sim, mas claro, sim, s, isso mesmo, isso aí, é isso, é isso mesmo, exato, exatamente, claro, claro que sim, com certeza, certamente, certo, tá, tá bom, tá bem, está bem, está bom, tudo bem, beleza, blz, ok, okay, okey, positivo, correto, perfeito, ótimo, excelente, maravilha, muito bem, de acordo, concordo, estou de acordo, combinado,
    fechado, confirmo, confirmado, confirma, confirme, pode confirmar, aprovo, aprovado, aceito, autorizo, autorizado, pode ser, pode sim, pode fazer, podes sim, pode ir, pode seguir, pode continuar, pode prosseguir, faça isso, faz isso, faça-o, manda ver, manda bala, vai em frente, vá em frente, siga, segue,
    siga em frente, prossiga, prossegue, continue, avance, avança, avante, bora, vamos lá, por mim tudo bem, me parece bem, parece-me bem, soa bem, sem problema, sem problemas, não há problema, não tem problema, nenhum problema, por que não ?, por que não, porque não ?, com prazer, lógico, óbvio, uhum, aham, 👍, ✅, 👌,
    claro que pode, ótima ideia, boa ideia, não vejo por que não, não me importo, nada contra, sem dúvida, pode mandar, pode fechar, é essa mesma, é esse mesmo, essa mesma, esse mesmo, podes crer, pois claro, ora essa sim, com muito prazer, com todo prazer, de bom grado, cem por cento, conforme combinado,
    sem dúvida nenhuma, adoraria, vou levar, eu levo, levo, vou ficar com ele, vou querer, negócio fechado, topo, eu topo, por nós tudo bem, adorei, ideal, vamos fazer assim, assim está perfeito`,
  weak: 'pode, podes, vai, faz, faça, bom, vamos, isso, serve, continua',
  no: `me recuso, proíbo, não, n, num, nunca, jamais, de jeito nenhum, de modo algum, de forma alguma, nem pensar, nem morto, claro que não, com certeza não, agora não, hoje não, ainda não, por enquanto não, melhor não, é melhor não, prefiro que não, não é preciso, não é necessário, não faça, não faça isso, não faz isso,
    não concordo, não me interessa, não está certo, pare, parar, chega, cancela, cancele, cancelar, anula, esquece, esqueça, deixa, deixe, deixa pra lá, deixa para lá, deixa estar, deixe estar, deixa assim, deixe assim, deixa como está, deixe como está, nada, nada disso, nenhum, nenhuma, nenhum dos dois, nenhuma das duas,
    errado, está errado, incorreto, negativo, recuso, recusado, nem um nem outro, mudei de ideia, 👎, ❌, pare com isso, fica, ficam, mantém, mantenha, deixa o, deixa a, deixe o, deixe a`,
  needless:
    'não preciso, não precisa, não precisamos, não quero, não quero mais, já não quero, não posso, não podemos, não vou poder, não consigo, não dá mais',
  not: 'tirando, não, nao, nem, sem, exceto, menos, ninguém, nunca, nada',
  open: `não ouço, não estou ouvindo, não te ouço, não escutei, não entendi, não consigo ouvir, tá bom assim, está bom assim, está bem assim, bem assim, assim está bom, deixa assim mesmo, bem obrigado, bem obrigada, tudo bem obrigado, tudo bem obrigada, tudo bem assim, já, pois sim, sei, claro claro, tá tá, como está, ainda não sei, se, desde que, contanto, a menos que, a não ser, depende, caso, quando, até que,
    assim que, antes, primeiro, espera, espere, aguarde, aguarda, peraí, pera, um momento, um minuto, um minutinho, um segundo, calma, talvez, quem sabe, provavelmente, acho, penso, creio, suponho, não sei, não tenho certeza, não faço ideia, deixa eu, deixe-me, deixa-me, deixe eu, vou ver, pensar, tenho que, preciso ver,
    perguntar, verificar, em vez, ao invés, no lugar, melhor, mude, muda, mudar, troca, troque, trocar, altera, altere, alterar, põe, ponha, coloca, coloque, quanto, quanta, tem como, dá para, dá pra, poderia, consegue, repete, repita, de novo, quis dizer, queria dizer, quero dizer, eu disse, me refiro, oponh*, opo*,
    protest*, menti, mentira, brincadeira, brincando, bobagem, conserv*, guard*, veto, ou, depois que, depois de, não ouvi, não entendi, não escutei, retiro o que disse, volto atrás, me retrato`,
  asks: 'o que, que horas, qual, quais, como, quantos, quantas, onde, por que, quem, há, posso, podemos',
  changes:
    'fora, lá fora, lá dentro, em outro lugar, outros, outras, diferente, mais, mais tarde, mais cedo, depois, me diga, me diz, me mostra, me mostre, diga-me',
  but: 'mas, porém, contudo, só que, entretanto',
  wishes:
    'e pode, e você pode, e poderia, e depois, e também, além disso, e além disso, a propósito, mais uma coisa, outra coisa, aproveitando, aproveita e, e me diga, e me diz, e me mostra, e me mostre, e mostre, e você pode, e pode, e aí',
  joints: 'e, então, depois, portanto',
  remarks:
    'porque, pois, já que, visto que, uma vez que, para que, por causa, eu, nós, ele, ela, eles, elas, meu, minha, meus, minhas, nosso, nossa, tenho, temos, estou, estamos, alguém, a gente, senão, que',
  neutral: `se faz favor, bom sim, pode por favor, eu já disse que sim, já disse que sim, já disse, como eu disse, é o que eu quero, sem alterações, sem mudanças, mais nada, nada mais, só isso, é só isso, não se preocupe, para mim, para nós, eu concordo, tudo certo, obrigado, obrigada, valeu, lo, la, esse, essa, este, esta,
    aquele, agora, imediatamente, logo, ah, oh, eh, né, olha, quero, eu quero, queria, gostaria, eu gostaria, preciso, eu preciso, queremos, precisamos, senhor, senhora, moço, moça, cara, amigo, tenho certeza, fazer, ser, na verdade, desculpa, desculpe, perdão, se possível, se for possível, se puder, se der,
    se não se importa, o quanto antes, o mais rápido possível, assim que puder, sem falta, sem pressa, infelizmente, graças a deus, ainda bem, acho que sim, creio que sim, que alívio, que bom, mil vezes obrigado, antes que eu esqueça, quando puder, mais ou menos isso, hum, hmm, muito obrigado, muito obrigada, agora mesmo,
    pra mim`,
  slots:
    'o, a, os, as, um, uma, meu, minha, meus, seu, para, pra, ao, à, em, no, na, com, por, pelo, pela, de, do, da',
  urges: 'por favor, por gentileza, faz favor, sim',
  deictic: 'isso, isto',
  all: 'tudo, todos, todas, ambos, ambas, os dois, as duas, os três, as três, todos eles, tudo isso, os quatro',
  pairs: 'ambos, ambas, os dois, as duas',
  only: 'só, somente, apenas, unicamente',
  rest: 'o resto, os outros, as outras, o outro, a outra, os demais, outro, outra, resto',
  ordinals: 'primeiro/primeira, segundo/segunda, terceiro/terceira, quarto/quarta, último/última',
  ending: 2,
  forms: /^(?:u?e|a|i|[aei]r|u?em|am|u?emos|amos)?(?:me)?(?:l?[ao]s?)?$/u,
}
