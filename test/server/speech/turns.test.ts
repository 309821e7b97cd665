import { describe, expect, it } from 'vitest'
import { isBackchannel } from '../../../src/server/speech/listening/backchannel.js'
import { endOfWords } from '../../../src/server/speech/turns/end-of-words.js'
import { expectedAnswer } from '../../../src/server/speech/turns/expected-answer.js'
import { findTurnDetector } from '../../../src/server/speech/turns/find-turn-detector.js'
import { createSemanticDetector } from '../../../src/server/speech/turns/semantic.js'
import { findTurnWords } from '../../../src/server/speech/turns/words/find-turn-words.js'

describe('how words end', () => {
  it.each([
    ['list the pets', 'complete'],
    ['Show me all orders.', 'complete'],
    ['What is this?', 'complete'],
    ['show me the pets and', 'hanging'],
    ['I would like to', 'hanging'],
    ['and then um', 'hanging'],
    ['I need a flight from Berlin to.', 'hanging'],
    ['well,', 'hanging'],
    ['let me think...', 'hanging'],
    ['four two', 'dictating'],
    ['my number is 0 1 7', 'dictating'],
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

  it('is as eager as it is told', () => {
    const of = (eagerness: 'low' | 'auto' | 'high') =>
      createSemanticDetector(eagerness).silenceMs({ transcript: 'Rex', expects: undefined })
    expect(of('low')).toBeGreaterThan(of('auto'))
    expect(of('high')).toBeLessThan(of('auto'))
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
    expect(endOfWords('покажи заказы.', none)).toBe('complete')
    expect(endOfWords('показать и', none)).toBe('open')
    expect(endOfWords('注文を見せて。', none)).toBe('complete')
    expect(endOfWords('4 2', none)).toBe('dictating')
    expect(isBackchannel('mm-hm', none)).toBe(true)
    expect(isBackchannel('yeah', none)).toBe(false)
    expect(expectedAnswer('Как вас зовут?', none)).toBe('text')
    expect(findTurnWords(undefined).tag).toBe('en')
  })
})

it('an unknown turn detection names the known ones', () => {
  expect(() => findTurnDetector('smart-turn/v9')).toThrow('Known are: semantic/v1, silence/v1')
})
