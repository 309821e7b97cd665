import { ROOT_CONTEXT, SpanStatusCode, trace } from '@opentelemetry/api'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { expect, it } from 'vitest'
import type { LogFields } from '../../../src/ports.js'
import { RealtimeSession } from '../../../src/server/realtime/realtime-session.js'
import { Metrics } from '../../../src/server/telemetry/metrics.js'
import { SessionSpans } from '../../../src/server/telemetry/session-spans.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { testAgent } from '../../support/agent.js'

/** A session that is watched in every way. */
function watched(script: ScriptedStep[]) {
  const clock = new VirtualClock(1_700_000_000_000)
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  const tracing = { api: { trace, ROOT_CONTEXT, SpanStatusCode }, tracer: provider.getTracer('test') }
  const lines: [level: string, text: string, fields: LogFields][] = []
  const write =
    (level: string) =>
    (text: string, fields: LogFields = {}) =>
      void lines.push([level, text, fields])
  const logger = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
  const metrics = new Metrics()
  const slow = async () => {
    await new Promise<void>((resolve) => void clock.schedule(resolve, 300))
    return { isError: false, content: 'secret answer', requestMs: 300 }
  }
  const broken = () => ({ isError: true, status: 503, content: 'down', requestMs: 1 })
  let ids = 0
  const session = new RealtimeSession({
    id: 'session-1',
    agent: testAgent({
      models: [new ScriptedModel(script, { clock })],
      tools: [
        new FakeTool({ name: 'list_pets', answer: slow }),
        new FakeTool({ name: 'get_weather', answer: broken }),
      ],
    }),
    ...{ locked: false, clock, logger, metrics },
    spans: new SessionSpans(tracing, 'session-1'),
    newId: (prefix) => `${prefix}_${++ids}`,
  })
  const send = (event: object) => session.receive(JSON.stringify(event))
  return {
    ...{ clock, session, lines, metrics, exporter, send },
    ask(text: string) {
      const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
      send({ type: 'conversation.item.create', item })
      send({ type: 'response.create' })
    },
  }
}

/** Spans as a tree of names. */
function treeOf(spans: ReadableSpan[], parent?: string): object {
  const children = spans.filter((span) => span.parentSpanContext?.spanId === parent)
  return Object.fromEntries(children.map((span) => [span.name, treeOf(spans, span.spanContext().spanId)]))
}

it('traces, logs and counts a turn with two tools, one of them broken', async () => {
  const { clock, session, lines, metrics, exporter, ask } = watched([
    [{ call: 'list_pets' }, { call: 'get_weather', input: { city: 'secret town' } }],
    [{ say: 'Here you are.' }],
  ])
  ask('secret question')
  await clock.advance(1_000)
  session.close()
  const spans = exporter.getFinishedSpans()
  expect(treeOf(spans)).toEqual({
    'voice.session': {
      invoke_agent: { 'chat scripted': {}, 'execute_tool list_pets': {}, 'execute_tool get_weather': {} },
    },
  })
  const named = (name: string) => spans.filter((span) => span.name === name)
  expect(named('chat scripted').map(({ attributes }) => attributes)).toMatchObject([
    { 'gen_ai.provider.name': 'test', 'gen_ai.response.finish_reasons': ['tool-calls'] },
    { 'gen_ai.request.model': 'scripted', 'gen_ai.usage.output_tokens': 5 },
  ])
  const [broken] = named('execute_tool get_weather')
  expect(broken).toMatchObject({
    status: { code: SpanStatusCode.ERROR },
    attributes: { 'error.type': '503' },
  })
  const [whole] = named('execute_tool list_pets')
  expect(whole!.duration).toEqual([0, 300_000_000])
  const turn = named('invoke_agent')[0]!.attributes['voice.turn.id']
  expect(lines.filter(([level]) => level === 'info')).toEqual([
    [
      'info',
      'tool called',
      { session: 'session-1', turn, tool: 'get_weather', failed: true, status: 503, ms: 0 },
    ],
    ['info', 'tool called', { session: 'session-1', turn, tool: 'list_pets', failed: false, ms: 300 }],
    [
      'info',
      'turn ended',
      { session: 'session-1', turn, status: 'completed', ms: 300, input_tokens: 20, output_tokens: 10 },
    ],
  ])
  expect(lines.every(([, , fields]) => fields.session === 'session-1')).toBe(true)
  const attributes = spans.map((span) => span.attributes)
  expect(JSON.stringify([lines, attributes])).not.toMatch(/secret|Here you are/)
  const stages = metrics.observed('voice_stage_seconds', 'stage')
  expect([stages.get('step')?.count, stages.get('tool')?.count]).toEqual([2, 2])
}, 30_000)

it('ends the spans of a turn that is cancelled and of a model that fails', async () => {
  const { clock, session, exporter, ask, send, lines } = watched([
    [{ call: 'list_pets' }],
    [{ fail: 'no-credit', status: 429 }],
  ])
  ask('one')
  await clock.advance(100)
  send({ type: 'response.cancel' })
  await clock.advance(1_000)
  ask('two')
  await clock.advance(1_000)
  session.close()
  const spans = exporter.getFinishedSpans()
  const turns = spans.filter(({ name }) => name === 'invoke_agent').map(({ attributes }) => attributes)
  expect(turns).toMatchObject([
    { 'voice.turn.status': 'cancelled' },
    { 'voice.turn.status': 'failed', 'error.type': 'model-no-credit' },
  ])
  const steps = spans.filter(({ name }) => name === 'chat scripted').map(({ attributes }) => attributes)
  expect(steps.at(-1)).toMatchObject({ 'error.type': 'no-credit' })
  expect(lines.filter(([level]) => level === 'warn')).toMatchObject([
    ['warn', 'language model failed', { session: 'session-1', failure: 'no-credit' }],
  ])
}, 30_000)
