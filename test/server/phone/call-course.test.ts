import { beforeEach, expect, it } from 'vitest'
import { findAgentTexts } from '../../../src/languages/agent-texts.js'
import type { ConversationItem, ServerEvent } from '../../../src/protocol/events.js'
import { CallCourse } from '../../../src/server/phone/call-course.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

let clock: VirtualClock
let course: CallCourse
let hungUp: number

beforeEach(() => {
  clock = new VirtualClock()
  hungUp = 0
  course = new CallCourse({
    clock,
    locale: findAgentTexts('en'),
    maxCallMs: 600_000,
    silenceMs: 10_000,
    say: () => {},
    send: () => {},
    asks: () => false,
    onWorking: () => {},
    hangUp: () => {
      hungUp += 1
    },
  })
  course.start()
})

const take = (event: object) => course.take(event as ServerEvent)
const hear = (transcript: string) => {
  take({ type: 'input_audio_buffer.speech_started' })
  take({ type: 'input_audio_buffer.speech_stopped' })
  take({ type: 'conversation.item.input_audio_transcription.completed', transcript })
}
const answer = (...output: object[]) => {
  take({ type: 'response.created', response: {} })
  take({ type: 'response.done', response: { status: 'completed', output: output as ConversationItem[] } })
}
const message = (transcript: string) => ({ type: 'message', role: 'assistant', content: [{ transcript }] })

it('goes on when the caller speaks again during the goodbye', async () => {
  hear('bye')
  answer({ type: 'function_call', name: 'hang_up', call_id: 'c' })
  answer(message('Goodbye.'))
  hear('wait, one more thing')
  answer(message('Yes?'))
  for (let second = 0; second < 30; second += 5) {
    await clock.advance(5_000)
    hear('tell me more')
    answer(message('Here is more.'))
  }
  expect(hungUp).toBe(0)
})

it.each(['Anything else?', '还有别的吗？', 'هل من شيء آخر؟', 'Did you say "more?"'])(
  'does not end after a goodbye that the agent answers with %s',
  async (question) => {
    hear('bye')
    answer(message(question))
    await clock.advance(5_000)
    expect(hungUp).toBe(0)
  },
)

it('ends after a goodbye', async () => {
  hear('bye')
  answer(message('Goodbye!'))
  await clock.advance(5_000)
  expect(hungUp).toBe(1)
})
