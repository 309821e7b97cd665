import { lazy } from '../../toolkit/model/lazy.js'
import { type HeardLanguage, monthForms, ordinalForms, plainNumbers } from '../heard-language.js'
import { counted, hundreds, tens, words } from '../word-lists.js'
import { portugueseFalseFriends, portugueseWords } from './nouns.js'

/** The forms of regular verbs that users say in requests: "mostrar", "mostra", "mostre", "mostro". */
const regularVerbs = (infinitives: string) =>
  words(infinitives).flatMap((infinitive) => {
    const stem = infinitive.slice(0, -2)
    const before = stem.replace(/c$/, 'qu').replace(/g$/, 'gu')
    const forms = infinitive.endsWith('ar') ? [`${stem}a`, `${before}e`] : [`${stem}e`, `${stem}a`]
    return [infinitive, ...forms, `${stem}o`]
  })

/**
 * The Portuguese words that the agent understands. It does not speak Portuguese: it answers in the language of the
 * session.
 */
export const portuguese = lazy(
  (): HeardLanguage => ({
    code: 'pt',
    stopWords:
      words(`o a os as um uma uns umas de do da dos das ao aos no na nos nas num numa em e ou que qual quais quem com por para pra pro pros pras
    sobre pelo pela sem e sao era foi esta estao ta tao ha tem temos tenho existe existem ser me meu minha meus minhas seu sua seus suas
    nosso nossa nossos nossas se nao sim todo todos toda todas este esta esse essa esses essas isso isto aquele aquela favor pf pfv
    quero queria quereria gostaria preciso precisamos precisava pode podes poderia consegue consegues voce voces vc eu tu ele ela eles elas
    nos a gente como quando onde ja agora aqui ai la oi ola opa bom boa dia tarde noite entao ne tipo hum obrigado obrigada valeu
    vou vai vamos estou fazer cada outro outra algum alguma alguns mais so tambem porque muito lhe ver
    cadastrado cadastrados cadastrada cadastradas`),
    actions: {
      list: [
        ...regularVerbs('listar enumerar'),
        ...words('lista quais todos todas quantos quantas que tem ha'),
      ],
      get: [
        ...regularVerbs('mostrar consultar visualizar verificar checar olhar exibir'),
        ...words(
          'ver veja traz traga trazer obter obtenha diz diga dizer confere confira conferir exibe exiba abre abra abrir',
        ),
        ...words('leia ler qual detalhe detalhes informacao informacoes dados saber'),
        ...['me da', 'me de', 'me passa', 'me passe', 'me fala', 'me fale', 'me conta', 'me diz'],
      ],
      find: [
        ...regularVerbs('buscar procurar encontrar pesquisar filtrar localizar'),
        ...words('ache achar'),
      ],
      create: [
        ...regularVerbs(
          'criar cadastrar registrar registar adicionar acrescentar gerar salvar guardar gravar',
        ),
        ...regularVerbs(
          'reservar agendar solicitar contratar matricular encomendar comprar enviar mandar publicar postar convidar emitir',
        ),
        ...words(
          'insere insira inserir inclui inclua incluir inscreve inscreva inscrever faz faca fazer pede peca pedir novo nova',
        ),
        ...['marca uma', 'marcar uma', 'marque uma', 'marca um', 'marcar um', 'marcar consulta'],
        ...['abre um', 'abre uma', 'abrir um', 'abrir uma', 'abra um', 'abra uma'],
        ...[
          'coloca no',
          'coloca na',
          'coloca um',
          'coloca uma',
          'coloque um',
          'coloque uma',
          'bota no',
          'poe no',
          'poe na',
        ],
      ],
      update: [
        ...regularVerbs(
          'atualizar mudar alterar editar modificar marcar ajustar trocar mover colocar passar',
        ),
        ...regularVerbs('ativar desativar habilitar desabilitar aumentar remarcar reagendar'),
        ...words(
          'renomeia renomeie renomear corrige corrija corrigir define defina definir reduz reduza reduzir bota botar poe',
        ),
        ...words(
          'liga desliga desligue desligar bloqueia bloqueie bloquear desbloqueia desbloqueie desbloquear substitui substitua substituir',
        ),
      ],
      delete: [
        ...regularVerbs('apagar deletar eliminar descartar'),
        ...words(
          'exclui exclua excluir remove remova remover removo elimina suprime suprimir esvazia esvaziar',
        ),
        ...[
          'tira o',
          'tira a',
          'tira os',
          'tire o',
          'tire a',
          'tirar o',
          'tirar a',
          'joga fora',
          'jogar fora',
          'livrar de',
        ],
      ],
      cancel: [...regularVerbs('cancelar anular desmarcar revogar abortar'), ...words('rescinde rescindir')],
    },
    numbers: plainNumbers(
      {
        ...counted(`zero um dois tres quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete dezoito
        dezenove vinte`),
        ...tens('trinta quarenta cinquenta sessenta setenta oitenta noventa', 30),
        ...hundreds(
          'cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
        ),
        ...{
          uma: 1,
          duas: 2,
          meia: 6,
          catorze: 14,
          dezasseis: 16,
          dezassete: 17,
          dezanove: 19,
          cem: 100,
          mil: 1000,
        },
      },
      {
        multipliers: { mil: 1000 },
        joints: new Set(['e']),
        wordLetters: new Set(['a', 'e', 'o']),
        repeats: {},
        ranges: new Set(['entre']),
      },
    ),
    forbidding: /^(?:por favor,? )?(?:n[ãa]o|nunca|jamais)\s+\p{L}/iu,
    questions: words(
      'que qual quais quem quanto quanta quantos quantas onde quando como ha existe existem tem cade',
    ),
    linking: words('e sao com de do da o a ao em para pra por numero chamado'),
    renaming: words('para pra por como em'),
    selfQuestions: [
      'quem sou eu',
      'com qual usuario',
      'com qual conta',
      'com que conta',
      'qual e meu usuario',
      'qual o meu usuario',
    ],
    bounds: { lower: words('entre desde'), upper: words('ate') },
    joints: words('e'),
    naming: words('chamado chamada chamados chamadas nome intitulado intitulada'),
    pointers: words('numero num nro codigo id'),
    beforeVerbs:
      words(`por favor pf oi ola eu quero queria gostaria preciso pode podes poderia consegue voce vc vou vai vamos me te lhe a que de
    pra mim`),
    own: words('meu minha meus minhas nosso nossa nossos nossas'),
    determiners: words(
      'o a os as um uma meu minha meus minhas seu sua seus suas esta este essa esse cada outra outro da do na no nossa de',
    ),
    countQuestions: ['quantos', 'quantas', 'o numero de', 'a quantidade de'],
    prepositions: words('de do da dos das em no na nos nas com para pra por pelo pela sobre ate'),
    ordinals: ordinalForms(
      `primeiro primeira primeiros primeiras, segundo segunda, terceiro terceira, quarto quarta, quinto quinta, sexto sexta, setimo setima, oitavo oitava,
      nono nona, decimo decima`,
      'ultimo ultima',
    ),
    sayings: {
      greeting: 'olá, oi, bom dia, boa tarde, boa noite, e aí',
      thanks: 'obrigado, obrigada, muito obrigado, muito obrigada, valeu',
      farewell: 'tchau, até logo, até mais, adeus, é só isso, só isso',
      help: 'ajuda, me ajuda, o que você faz, o que você pode fazer, o que podes fazer, como você pode ajudar',
      repeat: 'repete, repita, pode repetir, como disse, o que você disse, de novo',
      wait: 'espera, espere, um momento, um instante, só um momento, peraí',
      cancel: 'deixa, deixa pra lá, esquece, esqueça, cancela, nada, para, não importa',
      yes: 'sim, claro, pode, pode ser, isso, isso mesmo, certo, correto, com certeza, ok, tá bom, está bem, beleza, por favor, confirmo, faça isso',
      no: 'não, não obrigado, não obrigada, melhor não, de jeito nenhum',
      correction: 'não, desculpa, desculpe, quis dizer, na verdade, aliás',
      followUp: 'e, também, e o, e a, agora',
    },
    days: { hoje: 0, amanha: 1, ontem: -1 },
    weekdays: words('domingo segunda-feira terca-feira quarta-feira quinta-feira sexta-feira sabado'),
    months: monthForms(
      `janeiro, fevereiro, marco, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro`,
    ),
    translations: portugueseWords,
    forms: portugueseFalseFriends,
    isPlural: (word) => /.{3}(?:[aeiou]s|ns)$/.test(word),
  }),
)
