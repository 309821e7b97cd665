import { describe, expect, it } from 'vitest'
import { agentTexts } from '../../../src/languages/agent-texts.js'
import { findTurnWords } from '../../../src/languages/turn-words.js'
import { resolveTurnDetector } from '../../../src/server/resolve-turn-detector.js'
import { isBackchannel, isEcho } from '../../../src/server/speech/input/backchannel.js'
import { createSemanticDetector } from '../../../src/server/speech/turns/detectors.js'
import { endOfWords, expectedAnswer } from '../../../src/server/speech/turns/end-of-words.js'
import { endingPitch } from '../../../src/server/speech/turns/pitch.js'

describe('how words end', () => {
  it.each([
    ['list the pets', 'complete'],
    ['Show me all orders.', 'complete'],
    ['What is this?', 'complete'],
    ['My order is late.', 'open'],
    ['I would like.', 'hanging'],
    ['cancel order', 'naming'],
    ['Cancel order.', 'naming'],
    ['my order number', 'naming'],
    ['cancel the order', 'complete'],
    ['cancel orders', 'open'],
    ['what is the number', 'complete'],
    ['show me the pets and', 'hanging'],
    ['I would like to', 'hanging'],
    ['and then um', 'hanging'],
    ['I need a flight from Berlin to.', 'hanging'],
    ['well,', 'hanging'],
    ['let me think...', 'hanging'],
    ['four two', 'dictating'],
    ['my number is 0 1 7', 'dictating'],
    ['seven forty two', 'dictating'],
    ['forty two seven', 'dictating'],
    ['in size forty two', 'open'],
    ['B C', 'dictating'],
    ['my email is anna at example', 'dictating'],
    ['anna at example dot', 'dictating'],
    ['yes', 'closed'],
    ['No, thanks.', 'closed'],
    ['yes please', 'closed'],
    ['Rex', 'open'],
    ['my friend Anna', 'open'],
    ['0123456789', 'open'],
  ])('%j ends %s', (transcript, want) => {
    expect(endOfWords(transcript)).toBe(want)
  })
})

describe('how words end in other languages', () => {
  it.each([
    ['es', 'quiero cancelar el pedido de', 'hanging'],
    ['es', 'sí, gracias', 'closed'],
    ['es', 'seis cuatro', 'dictating'],
    ['fr', 'je voudrais réserver une', 'hanging'],
    ['fr', 'non merci', 'closed'],
    ['it', 'mostrami tutti gli ordini', 'complete'],
    ['pt', 'meu pedido e o', 'hanging'],
    ['nl', 'mijn ordernummer is het', 'hanging'],
    ['pl', 'chcę anulować i', 'hanging'],
    ['tr', 'teşekkürler, hoşça kal', 'closed'],
    ['vi', 'tôi muốn', 'hanging'],
    ['id', 'lima tujuh', 'dictating'],
    ['zh', '好的，谢谢', 'closed'],
    ['ru', 'покажи мои заказы и', 'hanging'],
    ['ru', 'да, спасибо', 'closed'],
  ])('%s: %j ends %s', (tag, transcript, want) => {
    expect(endOfWords(transcript, findTurnWords(tag))).toBe(want)
  })

  it.each([
    ['es', '¿Cuál es su número de pedido?', 'number'],
    ['fr', 'Quelle est votre adresse e-mail ?', 'email'],
    ['it', 'Per quale giorno?', 'date'],
    ['ru', 'Какой у вас номер заказа?', 'number'],
    ['zh', '请告诉我您的名字。', 'name'],
  ])('%s: %j asks for %s', (tag, question, want) => {
    expect(expectedAnswer(question, findTurnWords(tag))).toBe(want)
  })

  it.each(agentTexts)('$tag: the question for approval asks for a yes or a no', ({ tag, approval }) => {
    const question = `${approval.sentence} ${approval.goAhead}`
    expect(expectedAnswer(question, findTurnWords(tag))).toBe('yes-no')
  })
})

describe('what the agent asks for', () => {
  it.each([
    ['What is your e-mail address?', 'email'],
    ['Which order number?', 'number'],
    ['What is the petId?', 'text'],
    ['What is the id of the pet?', 'number'],
    ['On which date?', 'date'],
    ['What is your name?', 'name'],
    ['This cancels order 17. Go ahead?', 'yes-no'],
    ['Where should it go? Please tell me the street.', 'address'],
    ['There are three pets.', undefined],
    ['Shall I? Fine, I will.', undefined],
  ])('%j: %s', (text, want) => {
    expect(expectedAnswer(text)).toBe(want)
  })
})

describe('semantic/v1', () => {
  const wait = (
    transcript: string | undefined,
    expects?: Parameters<ReturnType<typeof createSemanticDetector>['silenceMs']>[0]['expects'],
  ) => createSemanticDetector().silenceMs({ transcript, expects })

  it('waits less for what is whole and longer for what is not', () => {
    expect(wait('show me the pets.')).toBeLessThan(wait('Rex'))
    expect(wait('Rex')).toBeLessThan(wait(undefined))
    expect(wait(undefined)).toBeLessThan(wait('four two'))
    expect(wait('four two')).toBeLessThan(wait('I would like to'))
  })

  it('waits longer for answers that come in groups, not for a plain yes', () => {
    expect(wait('Anna', 'email')).toBeGreaterThan(wait('Anna'))
    expect(wait('it is five', 'number')).toBeGreaterThan(wait('it is five'))
    expect(wait('yes', 'number')).toBe(wait('yes'))
  })

  it('waits longer where the pitch does not fall, but not for a question or a plain yes', () => {
    const of = (transcript: string, pitch: 'falling' | 'level' | 'rising') =>
      createSemanticDetector().silenceMs({ transcript, expects: undefined, pitch })
    expect(of('show me the orders', 'falling')).toBe(wait('show me the orders'))
    for (const pitch of ['level', 'rising'] as const) {
      expect(of('show me the orders', pitch)).toBeGreaterThan(wait('show me the orders'))
      expect(of('are there orders?', pitch)).toBe(wait('are there orders?'))
      expect(of('yes', pitch)).toBe(wait('yes'))
    }
  })

  it('is as eager as it is told', () => {
    const of = (eagerness: 'low' | 'auto' | 'high') =>
      createSemanticDetector(eagerness).silenceMs({ transcript: 'Rex', expects: undefined })
    expect(of('low')).toBeGreaterThan(of('auto'))
    expect(of('high')).toBeLessThan(of('auto'))
  })
})

describe('the pitch at the end of speech', () => {
  /** A voice with overtones whose pitch moves evenly over half a second. */
  const voice = (from: number, to: number) => {
    let phase = 0
    return Int16Array.from({ length: 8_000 }, (_, at) => {
      phase += (2 * Math.PI * (from + ((to - from) * at) / 8_000)) / 16_000
      return 4_000 * (Math.sin(phase) + Math.sin(2 * phase) / 2 + Math.sin(3 * phase) / 3)
    })
  }

  it.each([
    ['falling', 140, 100],
    ['level', 120, 121],
    ['rising', 180, 260],
    [undefined, 0, 0],
  ])('is %s from %i to %i Hz, also with silence after it', (want, from, to) => {
    const sound = new Int16Array(8_000 + 2_600)
    sound.set(voice(from, to))
    expect(endingPitch(sound)).toBe(want)
  })
})

describe('echoes', () => {
  const spoken = 'There are forty two orders today, and the oldest one is from Anna.'
  it.each([
    ['There are forty-two orders', true],
    ['and the oldest one is fron Anna', true],
    ['orders', true],
    ['no the oldest one', false],
    ['which one', false],
    ['stop', false],
    ['', false],
  ])('%j: %s', (words, want) => {
    expect(isEcho(words, spoken)).toBe(want)
  })
})

describe('backchannels', () => {
  it.each(['mm-hm', 'Uh-huh.', 'yeah', 'okay', 'I see', 'got it', 'Yeah, right.'])('%j is one', (words) => {
    expect(isBackchannel(words)).toBe(true)
  })

  it.each(['stop', 'wait', 'no', 'yes but which one', 'okay stop', 'I see it now clearly', ''])(
    '%j is none',
    (words) => {
      expect(isBackchannel(words)).toBe(false)
    },
  )
})

describe('other languages', () => {
  const german = findTurnWords('de-AT')
  const none = findTurnWords('xx')

  it.each([
    ['zeig mir die Tiere', 'complete'],
    ['Zeig mir die Tiere und', 'hanging'],
    ['ich möchte', 'hanging'],
    ['null vier', 'dictating'],
    ['ja bitte', 'closed'],
    ['vielen Dank', 'closed'],
    ['anna at beispiel punkt', 'dictating'],
    ['Bello', 'open'],
  ])('German %j ends %s', (transcript, want) => {
    expect(endOfWords(transcript, german)).toBe(want)
  })

  it.each([
    ['Wie ist Ihre Bestellnummer?', 'number'],
    ['Wie lautet die E-Mail-Adresse?', 'email'],
    ['Soll ich das tun?', 'yes-no'],
    ['Wann soll es ankommen?', 'date'],
    ['Es sind drei.', undefined],
  ])('German %j: %s', (text, want) => {
    expect(expectedAnswer(text, german)).toBe(want)
  })

  it('German listeners say "genau", English ones do not', () => {
    expect(isBackchannel('ja genau', german)).toBe(true)
    expect(isBackchannel('ja genau')).toBe(false)
  })

  it('without a pack follow punctuation, digits and sounds alone', () => {
    expect(endOfWords('покажи заказы.', none)).toBe('open')
    expect(endOfWords('где мой заказ?', none)).toBe('complete')
    expect(endOfWords('показать и', none)).toBe('open')
    expect(endOfWords('注文を見せて。', none)).toBe('open')
    expect(endOfWords('4 2', none)).toBe('dictating')
    expect(isBackchannel('mm-hm', none)).toBe(true)
    expect(isBackchannel('yeah', none)).toBe(false)
    expect(expectedAnswer('Как вас зовут?', none)).toBe('text')
    expect(findTurnWords(undefined).tag).toBe('en')
  })
})

it('an unknown turn detection names the known ones', () => {
  expect(() => resolveTurnDetector('smart-turn/v9', { credentials: {} })).toThrow(
    'Known are: semantic/v1, silence/v1',
  )
})
