import { type HeardLanguage, pairs, plainNumbers } from '../heard-language.js'
import { counted, hundreds, tens, words } from '../word-lists.js'

/** Portuguese, which the agent only understands. */
export const portuguese: HeardLanguage = {
  code: 'pt',
  stopWords:
    words(`o a os as um uma uns umas de do da dos das ao no na nos nas em e ou que qual quais quem com por para sobre pelo pela e
    sao esta estao ha tem temos tenho existe existem ser me meu minha meus minhas seu sua nosso nossa se nao sim todo todos toda todas
    este esta esse essa favor quero queria pode poderia como quando onde ja agora aqui cadastrado cadastrados cadastrada cadastradas`),
  actions: {
    list: words('lista liste listar quais todos todas que quantos quantas'),
    get: words('mostra mostre mostrar ver veja traz trazer obter consulta consultar diga qual detalhe'),
    find: words(
      'busca busque buscar procura procure procurar encontra encontre encontrar pesquisa pesquise pesquisar filtra filtre filtrar',
    ),
    create: words(
      'cria crie criar cadastra cadastre cadastrar registra registre registrar adiciona adicione adicionar insere insira inserir novo nova reserva reserve reservar',
    ),
    update: words(
      'atualiza atualize atualizar muda mude mudar altera altere alterar edita edite editar modifica modifique renomeia renomeie renomear marca marque',
    ),
    delete: words('apaga apague apagar exclui exclua excluir deleta deletar remove remova remover tira tire'),
    cancel: words('cancela cancele cancelar anula anule'),
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
  questions: words('que qual quais quem quanto quanta quantos quantas onde quando como ha existe existem'),
  linking: words('e sao com de do da o a ao em para por numero chamado'),
  renaming: words('para por como em'),
  selfQuestions: ['quem sou eu', 'com qual usuario', 'com qual conta'],
  bounds: { lower: words('entre desde'), upper: words('ate') },
  joints: words('e'),
  naming: words('chamado chamada chamados chamadas nome intitulado'),
  pointers: words('numero codigo id'),
  beforeVerbs: [],
  own: [],
  determiners: [],
  countQuestions: [],
  days: {},
  weekdays: [],
  months: [],
  translations:
    pairs(`senha password, telefone phone, produto product, usuario user, cliente customer, pedido order, ordem order, fatura invoice, pagamento payment, sala room,
    quarto room, reserva booking, livro book, autor author, categoria category, marca brand, preco price, envio shipment, notificacao
    notification, comentario comment, evento event, curso course, turma class, aluno student, estudante student, professor teacher,
    funcionario employee, empresa company, loja store, carrinho cart, tarefa task, projeto project, mensagem message, arquivo file, conta
    account, carteira wallet, papel role, permissao permission, medico doctor, paciente patient, consulta appointment, remedio medicine,
    pessoa person, venda sale, compra purchase, estoque inventory, fornecedor supplier, endereco address, cidade city, pais country,
    veiculo vehicle, carro car, filme movie, musica song, imagem image, solicitacao request, emprestimo loan, membro member, servico
    service, nome name, correio email, estado status, data date, prioridade priority, alta high, baixa low, tipo type, dinheiro balance`),
}
