import { describe, expect, it } from 'vitest'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { numbers, Player, someAnswer, wordsPlayed } from '../../support/player.js'
import { HummingTts, MS_PER_CHAR, ScriptedStt, SpeechHarness, tone } from '../../support/speech.js'

const runs = process.env.VOICE_TEST_FULL ? 200 : 40
const SILENCE = new Uint8Array(960)
const VOICE = tone(20, 24_000)

/** One interruption of a player with a latency of its own: what it played, what the history kept, what came too late. */
async function interruptOnce(seed: number, client: 'reports' | 'truncates') {
  const random = numbers(seed)
  const text = someAnswer(random)
  const test = new SpeechHarness({
    llm: new ScriptedModel([[{ say: text }], [{ say: 'Fine.' }]]),
    stt: new ScriptedStt(['hello', 'stop that']),
    tts: new HummingTts(),
    voice: client === 'reports',
  })
  await test.say()
  const [id = ''] = [...test.sound.keys()]
  const player = new Player(test, {
    delayMs: Math.floor(random() * 10) * 20,
    ...(client === 'reports' && { reportEveryMs: 100 + Math.floor(random() * 5) * 20 }),
  })
  // What is said before more than a word was heard continues the turn, and withdraws the reply.
  await player.run(1_200 + Math.floor(random() * text.length * MS_PER_CHAR * 0.9), SILENCE)
  await player.run(700, VOICE)
  const started = test.all('input_audio_buffer.speech_started').length
  const sent = test.sound.get(id) ?? 0
  if (client === 'truncates') player.truncate(id)
  await test.pause(600)
  await test.clock.advance(1_000)
  const [kept = ''] = test.history
  return {
    started,
    stale: (test.sound.get(id) ?? 0) - sent,
    isPart: text.startsWith(kept),
    wholeHeard: player.playedMs(id) * 48 >= sent,
    words: kept.split(' ').filter(Boolean).length,
    played: wordsPlayed(text, player.playedMs(id)),
    types: test.types(),
    first: test.history[0],
  }
}

describe.each(['reports', 'truncates'] as const)('a player that %s what it played', (client) => {
  it(`keeps the history to within a word of it, with no stale sound (${runs} interruptions)`, async () => {
    let worst = 0
    let stale = 0
    for (let seed = 1; seed <= runs; seed += 1) {
      const result = await interruptOnce(seed, client)
      expect(result.started, `seed ${seed}`).toBe(2)
      expect(result.types).not.toContain('error')
      stale += result.stale
      // Nothing of it was heard: it is not in the history at all, and what is there is the next answer.
      const words = result.first === 'Fine.' ? 0 : result.words
      if (words > 0) expect(result.isPart, `seed ${seed}`).toBe(true)
      worst = Math.max(worst, Math.abs(words - result.played))
    }
    expect(stale).toBe(0)
    expect(worst).toBeLessThanOrEqual(1)
  }, 600_000)
})
