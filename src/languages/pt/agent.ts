import type { AgentTexts } from '../agent-texts.js'
import { portugueseApprovalTexts } from './approval-texts.js'

export const portugueseAgent: AgentTexts = {
  tag: 'pt',
  filler: 'Ainda estou trabalhando nisso...',
  approval: portugueseApprovalTexts,
  budgets: {
    user: 'Seu limite se esgotou por enquanto. Volte mais tarde, por favor.',
    session: 'Esta conversa chegou ao limite. Comece uma nova, por favor.',
    app: 'Este serviço chegou ao limite por enquanto. Volte mais tarde, por favor.',
  },
  speech: {
    cannotHear: 'Não consigo ouvir: {why}. Escreva, por favor.',
    cannotSpeak: 'Não consigo falar: {why}. Respondo por escrito.',
    why: {
      unauthorized: '{provider} recusou a chave ({reason})',
      'rate-limited': '{provider} ultrapassou o limite ({reason})',
      unavailable: '{provider} está com um problema ({reason})',
      unreachable: 'não foi possível contatar {provider} ({reason})',
      rejected: '{provider} recusou o pedido ({reason})',
      timeout: '{provider} não respondeu a tempo',
      'bad-answer': '{provider} enviou algo que não posso usar ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'O servidor parou enquanto executava algo, por isso não sei se funcionou. Verifique, por favor, antes de pedir de novo.',
    inReply: 'O servidor parou no meio da minha resposta. Pergunte de novo, por favor.',
  },
  phone: {
    greeting: 'Olá, sou um assistente automático. Como posso ajudar?',
    goAhead: 'Diga sim ou pressione 1 para continuar. Diga não ou pressione 2 para desistir.',
    again: 'Espero um sim ou um não.',
    filler: 'Um momento, por favor.',
    stillThere: 'Ainda está aí?',
    goodbye: 'Até logo.',
    timeUp: 'Esta ligação atingiu o tempo máximo. Ligue de novo, por favor. Até logo.',
    farewells: ['tchau', 'até logo', 'até mais', 'adeus', 'boa noite', 'é só isso', 'só isso', 'é tudo'],
  },
  failures: {
    unauthorized:
      'Não posso responder: o serviço que escreve minhas respostas não aceita a chave. Avise o responsável, por favor.',
    'no-credit':
      'Não posso responder: a conta do serviço que escreve minhas respostas se esgotou. Avise o responsável, por favor.',
    'unknown-model':
      'Não posso responder: meu modelo de linguagem não existe mais. Avise o responsável, por favor.',
    'rate-limited':
      'Não posso responder agora, porque há gente demais perguntando. Tente de novo daqui a pouco.',
    unavailable:
      'Não posso responder agora: o serviço que escreve minhas respostas está com um problema. Tente de novo daqui a pouco.',
    unreachable:
      'Não posso responder agora, porque não consigo contatar o serviço que escreve minhas respostas. Tente mais tarde.',
    rejected: 'Não posso responder a isso: o serviço que escreve minhas respostas recusou.',
    'too-long':
      'Não posso mais responder, porque esta conversa está longa demais. Comece uma nova, por favor.',
    timeout: 'Não posso responder agora, porque minha resposta demorou demais. Tente de novo.',
    'bad-answer': 'Não posso responder: o que recebi como resposta não fazia sentido. Tente de novo.',
    'no-answer': 'Não tenho resposta para isso. Diga com outras palavras, por favor.',
    cut: 'Minha resposta foi cortada. Pergunte de novo, por favor.',
    lastResort:
      'Meu modelo de linguagem não está disponível. A busca integrada responde no lugar dele; ela pode consultar, mas não mudar nada.',
    tooManySteps:
      'Parei aqui: eram necessários mais passos do que me é permitido. Peça uma parte menor, por favor.',
    tooLong: 'Parei aqui: estava demorando demais. Tente de novo ou peça uma parte menor.',
    tooManyTokens:
      'Parei aqui: era preciso ler mais texto do que me é permitido. Peça uma parte menor, por favor.',
    tooManyBadCalls:
      'Parei aqui: não consegui formar um pedido correto para a API. Diga com outras palavras, por favor.',
    internal: 'Algo deu errado do meu lado. Tente de novo, por favor.',
  },
}
