import { lazy } from '../../toolkit/model/lazy.js'
import { pairs } from '../heard-language.js'

/**
 * Portuguese nouns that are common in APIs, and verbs that no `Action` (such as `create`) covers, each with its English
 * word.
 */
export const portugueseWords = lazy(() =>
  pairs(`
  usuario usuaria utilizador user, cliente customer, pessoa gente person, funcionario funcionaria colaborador empregado employee, gerente manager,
  chefe supervisor, dono proprietario owner, vendedor vendedora seller, comprador buyer, contato contacto contact, membro socio member, equipe equipa team,
  grupo group, empresa company, organizacao organization, filial filiais branch, departamento setor department, administrador administrator,
  convidado guest, hospede guest, amigo amiga friend, familia family, filho filha crianca child, autor autora author, seguidor follower,
  perfil perfis profile, conta account, papel papeis role, permissao permission, senha password, sessao session, acesso access, convite invitation,

  produto artigo product, item itens item, pedido encomenda ordem order, compra purchase, venda sale, carrinho cart, fatura boleto fiscal invoice, recibo receipt,
  pagamento payment, cobranca charge, preco price, desconto discount, cupom cupons cupao coupon, oferta offer, promocao promotion, catalogo catalog, marca brand,
  categoria category, loja store, armazem deposito warehouse, estoque inventory, fornecedor supplier, devolucao return, reembolso estorno refund,
  envio shipment, frete shipping, entrega delivery, pacote package, entregador courier, transportadora carrier, endereco morada address, imposto tax,
  moeda currency, cartao cartoes card, saldo dinheiro balance, carteira wallet, transferencia transfer, transacao transaction, lancamento entry, extrato statement,
  banco bank, emprestimo loan, credito credit, divida debt, parcela prestacao installment, despesa gasto expense, orcamento quote, plano plan, taxa fee,
  assinatura subscription, contrato contract, garantia warranty, seguro insurance, apolice policy, sinistro claim,

  reserva booking, consulta agendamento appointment, quarto room, sala room, mesa table, viagem viagens trip, voo flight, assento lugar lugares seat,
  passagem passagens bilhete ingresso ticket, passageiro passenger, aeroporto airport, destino destination, horario schedule, agenda calendario calendar,
  evento event, reuniao meeting, rota route, parada stop, estacao station, vaga slot,

  medico medica doutor doctor, enfermeiro enfermeira nurse, paciente patient, medicamento remedio medicine, prescricao prescription, doenca disease,
  sintoma symptom, tratamento treatment, clinica clinic, vacina vaccine, exame test, prontuario record, alergia allergy, animal animais pet,
  cachorro cao dog, gato cat, dentista dentist, convenio insurance,

  curso course, aula lesson, turma class, aluno aluna estudante student, professor professora teacher, escola school, universidade faculdade university,
  materia disciplina subject, prova exam, nota grade, matricula enrollment, inscricao enrollment, licao lesson, pergunta questao question, resposta answer,
  pesquisa survey, certificado certificate, treinamento formacao training, estagio internship, frequencia attendance,

  imovel imoveis property, casa house, apartamento apartment, predio building, inquilino tenant, aluguel renda rent, terreno land, bairro neighborhood,
  veiculo vehicle, carro car, moto motorcycle, caminhao caminhoes truck, motorista condutor driver, placa plate, oficina workshop, estacionamento parking,
  manutencao maintenance, conserto reparo repair, peca part, frota fleet,

  filme movie, musica song, artista artist, livro book, editora publisher, genero genre, capitulo chapter, episodio episode, imagem imagens image, foto photo,
  arquivo ficheiro file, pasta folder, documento document, publicacao postagem postagens post, noticia news, comentario comment, avaliacao review,
  mensagem mensagens recado message, conversa conversation, canal canais channel, notificacao notification, aviso notice, lembrete reminder,
  correio email, ligacao chamada call, modelo template, etiqueta tag, favorito favorite, curtida like,

  tarefa task, projeto project, etapa step, problema issue, chamado ticket, solicitacao requisicao request, reclamacao complaint, relatorio report,
  estatistica statistic, quadro board, painel paineis dashboard, configuracao configuration, regra rule, registro registo record, dispositivo aparelho device,
  alerta alert, alarme alarm, lampada lamp, luz luzes light, porta door, servidor server, rede network, servico service, versao version, chave key,
  historico history, atendimento support, atividade activity,

  salario salary, folha payroll, ferias leave, ausencia falta absence, presenca attendance, emprego trabalho job, candidato candidate,
  candidatura application, entrevista interview, turno shift, hora time, habilidade skill,

  comida food, prato dish, cardapio ementa menu, restaurante restaurant, ingrediente ingredient, bebida drink, sobremesa dessert, receita recipe, gorjeta tip,
  partida match, jogador jogadora player, campeonato torneio tournament, liga league, jogo game, pontuacao score, treino workout, exercicio exercise,
  treinador coach, academia gym, temporada season, clima weather,

  nome name, sobrenome surname, titulo title, descricao description, estado situacao status, quantidade quantity, valor valores amount, numero number,
  codigo code, telefone celular telemovel phone, cidade city, pais country, rua street, cep zip, idade age, peso weight, tamanho size,
  tipo type, prioridade priority, motivo reason, idioma language, alta high, baixa low, pendente pending, ativo active, inativo inactive,
  disponivel disponiveis available, vencido atrasado overdue,

  enviar envia envie mandar manda mande send, pagar paga pague pay, cobrar cobra cobre charge, comprar compre buy, vender vende venda sell,
  aprovar aprova aprove approve, rejeitar rejeita rejeite recusar recusa recuse reject, aceitar aceita aceite accept, confirmar confirma confirme confirm,
  publicar publica publique publish, subir suba carregar carrega carregue upload, baixar baixe descarregar download, atribuir atribui atribua assign,
  ativar ativa ative activate, desativar desativa desative deactivate, ligar liga ligue enable, desligar desliga desligue disable,
  bloquear bloqueia bloqueie block, desbloquear desbloqueia unblock, habilitar habilita enable, desabilitar desabilita disable,
  convidar convida convide invite, compartilhar compartilha partilhar share, seguir segue siga follow, curtir curte like, transferir transfere transfira transfer,
  reembolsar reembolsa estornar estorna refund, devolver devolve devolva return, fechar fecha feche encerrar encerra close, abrir abre abra open,
  restaurar restaura restore, verificar verifica verify, validar valida validate, assinar assina sign, entrar login, sair logout, reiniciar reinicia restart,
  pausar pausa pause, retomar resume, iniciar inicia comecar comeca start, parar pare stop, concluir conclui conclua completar completa finalizar finaliza complete,
  arquivar arquiva archive, exportar exporta export, importar importa import, imprimir imprime imprima print, avaliar avalia rate, calcular calcula calculate,
  rastrear rastreia rastreio track`),
)

/**
 * Portuguese words that look like an English word of another meaning. They are translated to English, but no English
 * word is translated to them.
 */
export const portugueseFalseFriends = lazy(() => pairs('local locais location, data date, cor cores color'))
