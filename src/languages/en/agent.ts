import type { AgentTexts } from '../agent-texts.js'
import { englishApprovalTexts } from './approval-texts.js'

export const englishAgent: AgentTexts = {
  tag: 'en',
  filler: 'Still working on it...',
  approval: englishApprovalTexts,
  budgets: {
    user: 'Your limit is used up for now. Please come back later.',
    session: 'This conversation has reached its limit. Please start a new one.',
    app: 'This service has reached its limit for now. Please come back later.',
  },
  speech: {
    cannotHear: 'I cannot hear you: {why}. Please type instead.',
    cannotSpeak: 'I cannot speak: {why}. I answer in text.',
    why: {
      unauthorized: '{provider} refused the key ({reason})',
      'rate-limited': '{provider} is over its limit ({reason})',
      unavailable: '{provider} has a problem ({reason})',
      unreachable: '{provider} cannot be reached ({reason})',
      rejected: '{provider} refused the request ({reason})',
      timeout: '{provider} did not answer in time',
      'bad-answer': '{provider} sent something I cannot use ({reason})',
      'not-installed': '{reason}',
    },
  },
  serverStopped: {
    inCall:
      'The server stopped while it was carrying something out, so I cannot tell whether that worked. Please check before you ask for it again.',
    inReply: 'The server stopped in the middle of my answer. Please ask again.',
  },
  phone: {
    greeting: 'Hello, this is an automated assistant. How can I help you?',
    goAhead: 'Say yes or press 1 to go ahead. Say no or press 2 to leave it.',
    again: 'I am waiting for a yes or a no.',
    filler: 'One moment, please.',
    stillThere: 'Are you still there?',
    goodbye: 'Goodbye.',
    timeUp: 'This call has reached its time limit. Please call again. Goodbye.',
    farewells: [
      'bye',
      'bye bye',
      'goodbye',
      'good bye',
      'see you',
      'good night',
      "that's all",
      'that is all',
    ],
  },
  failures: {
    unauthorized:
      'I cannot answer: the service that writes my answers does not accept its key. Please tell the operator.',
    'no-credit':
      'I cannot answer: the account of the service that writes my answers is used up. Please tell the operator.',
    'unknown-model': 'I cannot answer: my language model does not exist any more. Please tell the operator.',
    'rate-limited':
      'I cannot answer right now, because too many people are asking. Please try again in a moment.',
    unavailable:
      'I cannot answer right now: the service that writes my answers has a problem. Please try again in a moment.',
    unreachable:
      'I cannot answer right now, because I cannot reach the service that writes my answers. Please try again later.',
    rejected: 'I cannot answer this: the service that writes my answers refused it.',
    'too-long': 'I cannot answer any more, because this conversation is too long. Please start a new one.',
    timeout: 'I cannot answer right now, because my answer took too long. Please try again.',
    'bad-answer': 'I cannot answer: what I got as an answer made no sense. Please try again.',
    'no-answer': 'I have no answer to this. Please say it in other words.',
    cut: 'My answer was cut off. Please ask again.',
    lastResort:
      'My language model is not available. The built-in search answers in its place; it can look things up, but change nothing.',
    tooManySteps:
      'I stopped here: this took more steps than I am allowed. Please ask for a smaller part of it.',
    tooLong: 'I stopped here: this took too long. Please try again, or ask for a smaller part of it.',
    tooManyTokens:
      'I stopped here: this needed more text than I am allowed to read. Please ask for a smaller part of it.',
    tooManyBadCalls:
      'I stopped here: I could not form a correct request to the API. Please say it in other words.',
    internal: 'Something went wrong on my side. Please try again.',
  },
}
