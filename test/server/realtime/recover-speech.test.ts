import { describe, expect, it } from 'vitest'
import { recoverSession } from '../../../src/server/realtime/recover.js'
import { restoreSnapshot, takeSnapshot } from '../../../src/server/realtime/session-snapshot.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { settle } from '../../../src/testing/virtual-clock.js'
import { HummingTts, ScriptedStt, SpeechHarness } from '../../support/speech.js'

const LONG = [
  'First comes a long sentence.',
  'Then another one that is just as long.',
  'And one more to end it.',
]
  .map((sentence) => sentence.repeat(6))
  .join(' ')

function harness(words: (string | Promise<string>)[]): SpeechHarness {
  const llm = new ScriptedModel([[{ say: LONG }, { call: 'missing' }], [{ say: 'Done.' }]])
  return new SpeechHarness({ llm, stt: new ScriptedStt(words), tts: new HummingTts() })
}

/** The session of a server that died, on another one. */
function takenOver(first: SpeechHarness): SpeechHarness {
  const second = harness([])
  // Ids of a harness count from one; those of a server never meet.
  for (let id = 0; id < 1_000; id += 1) second.session.newId('past')
  second.session.outbox.restore(first.session.outbox.keptAfter(0), first.session.outbox.last)
  restoreSnapshot(second.session, JSON.parse(JSON.stringify(takeSnapshot(first.session))))
  recoverSession(second.session)
  return second
}

describe('a spoken session whose server died', () => {
  it('closes the sound, keeps the words that were shown, and shows what waited behind them', async () => {
    const first = harness(['tell me'])
    await first.say()
    await first.pause(2_000)
    const shown = first
      .all('response.output_audio_transcript.delta')
      .map(({ delta }) => delta)
      .join('')
    expect(shown).not.toBe('')
    expect(first.types()).not.toContain('response.done')

    const second = takenOver(first)
    await settle()
    expect(second.types().slice(0, 6)).toEqual([
      'response.output_audio.done',
      'response.output_audio_transcript.done',
      'response.content_part.done',
      'response.output_item.done',
      'conversation.item.done',
      'conversation.item.added',
    ])
    expect(second.all('response.done')[0]!.response.status).toBe('failed')
    expect(second.history[0]).toBe(shown)
    expect(second.session.conversation.history.items.map(({ type }) => type)).toContain('mcp_call')
    const done = [...first.all('conversation.item.done'), ...second.all('conversation.item.done')]
    expect(done.map(({ item }) => item.id).sort()).toEqual(
      second.session.conversation.history.items.map(({ id }) => id).sort(),
    )
  })

  it('says that words it was recognizing are lost', async () => {
    const first = harness([new Promise<string>(() => {})])
    await first.say()
    expect(first.types()).toContain('input_audio_buffer.committed')
    const second = takenOver(first)
    await settle()
    const [failed] = second.all('conversation.item.input_audio_transcription.failed')
    expect(failed!.error.code).toBe('server_stopped')
    expect(second.all('response.done')).toHaveLength(1)
  })
})
