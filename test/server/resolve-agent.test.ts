import { describe, expect, it } from 'vitest'
import { findAgentTexts } from '../../src/languages/agent-texts.js'
import type { Agent } from '../../src/server/agent/agent.js'
import { AgentSession } from '../../src/server/agent/agent-session.js'
import type { ModelRequest } from '../../src/server/model/language-model.js'
import { agentFor, checkAgent, resolveAgent } from '../../src/server/resolve-agent.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import type { ToolkitIdentity } from '../../src/toolkit/model/tool.js'

const toolkit = { getFunctions: () => [new FakeTool({ name: 'list_pets' })] }

/** A recognizer that is only a name. */
const engine = (name: string) => ({
  name,
  streams: false,
  createRecognizer: () => ({
    begin: () => ({ push() {}, transcribe: async () => '', end() {} }),
    close() {},
  }),
})

describe('resolveAgent', () => {
  it('puts the router behind a model only where the operator says so', () => {
    const names = (fallback?: 'builtin/router') =>
      resolveAgent(new AgentSession({ llm: 'ollama/m', fallback, credentials: {} })).models.map(
        (model) => model.name,
      )
    expect(names('builtin/router')).toEqual(['ollama/m', 'builtin/router'])
    expect(names()).toEqual(['ollama/m'])
  })

  it.each([
    [{ llm: ['ollama/m', 'builtin/router'] }, /fallback.*only reads/],
    [{ fallback: 'ollama/m' as never }, /further language models into "llm"/],
  ])('refuses %j', (options, why) => {
    expect(() => new AgentSession({ ...options, credentials: {} })).toThrow(why)
  })

  it.each([
    [{ llm: 'ollama/m' }, /"llm" \(--llm\)/],
    [{ fallback: 'builtin/router' as const }, /"fallback" \(--fallback\)/],
  ])('refuses %j beside a voice model that answers by itself', (options, why) => {
    const credentials = { voiceModel: { baseUrl: 'http://127.0.0.1:1/v1' } }
    const session = (voiceModel: string) => new AgentSession({ ...options, voiceModel, credentials })
    expect(() => resolveAgent(session('openai/gpt-realtime-2.1'))).toThrow(why)
    expect(() => resolveAgent(session('openai/gpt-live-1'))).not.toThrow()
  })

  it.each([undefined, null, []])('takes tools %j for none', (tools) => {
    expect(resolveAgent(new AgentSession({ tools, credentials: {} })).tools.tools).toEqual([])
  })

  it('never gives the key of one provider to another', () => {
    const session = (keys: Record<string, string>) =>
      new AgentSession({ llm: ['openai/m', 'groq/m'], credentials: { llm: 'sk-openai', keys } })
    expect(() => resolveAgent(session({}))).toThrow(/GROQ_API_KEY/)
    expect(() => checkAgent(session({}))).toThrow(/GROQ_API_KEY/)
    expect(resolveAgent(session({ GROQ_API_KEY: 'gsk' })).models).toHaveLength(2)
  })

  it('takes lists of recognizers and voices, and names the first', () => {
    const { providers, speech } = resolveAgent(
      new AgentSession({
        stt: 'deepgram/nova-3:de, exec/pocketsphinx',
        tts: ['exec/flite:slt', 'exec/espeak-ng'],
        credentials: { stt: 'dg' },
      }),
    )
    expect(providers).toMatchObject({ stt: 'deepgram/nova-3:de', tts: 'exec/flite:slt' })
    expect([speech?.stt?.onFailover, speech?.tts?.onFailover]).toEqual([expect.anything(), expect.anything()])
  })

  it('never gives the key of one recognizer or voice to another', () => {
    const session = (keys: Record<string, string>) =>
      new AgentSession({ stt: ['deepgram/nova-3', 'openai/whisper-1'], credentials: { stt: 'dg', keys } })
    expect(() => resolveAgent(session({}))).toThrow(/OPENAI_API_KEY/)
    expect(resolveAgent(session({ OPENAI_API_KEY: 'sk' })).speech?.stt?.name).toBe('deepgram/nova-3')
  })

  it.each([
    ['deepgram/nova-3:de', 'de'],
    ['openai/whisper-1', 'en'],
    ['sherpa:/models/de', 'en'],
    ['exec/pocketsphinx:de-AT', 'de'],
  ])('speaks the language of %s: %s', (stt, language) => {
    const { locale } = resolveAgent(new AgentSession({ stt: engine(stt), credentials: {} }))
    expect(locale).toBe(findAgentTexts(language))
  })

  it('prepares the model that is asked first with the tools that a turn offers', () => {
    const prepared: string[][] = []
    const model = (name: string) =>
      Object.assign(new ScriptedModel([]), {
        prepare: ({ tools }: Pick<ModelRequest, 'tools'>) =>
          prepared.push([name, ...tools.map((tool) => tool.name)]),
      })
    const session = new AgentSession({
      llm: [model('first'), model('second')],
      tools: [toolkit],
      credentials: {},
    })
    checkAgent(session)
    expect(prepared).toEqual([])
    resolveAgent(session)
    resolveAgent(session)
    expect(prepared).toEqual([['first', 'list_pets']])
  })

  it('is asked once for each description', () => {
    const session = new AgentSession({ llm: new ScriptedModel([]), credentials: {} })
    expect(resolveAgent(session)).toBe(resolveAgent(session))
  })

  it('tells tools of one name apart by their toolkit', () => {
    const named = (name: string) => ({ ...toolkit, name })
    const session = new AgentSession({ tools: [named('Pet Shop'), named('Zoo!'), toolkit], credentials: {} })
    expect(resolveAgent(session).tools.tools.map((tool) => tool.name)).toEqual([
      'list_pets',
      'zoo_list_pets',
      'list_pets_2',
    ])
  })

  it.each(['tool', [{}], [() => {}]])('refuses %j as tools', (tools) => {
    expect(() => new AgentSession({ tools: tools as never, credentials: {} })).toThrow(/list of toolkits/)
  })
})

describe('agentFor', () => {
  it('asks the toolkits for an identity that changes something, and for no other', () => {
    const asked: ToolkitIdentity[] = []
    const forIdentity = (identity: ToolkitIdentity) => {
      asked.push(identity)
      return { getFunctions: () => [new FakeTool({ name: 'own' })] }
    }
    const session = new AgentSession({
      tools: [{ ...toolkit, forIdentity }, toolkit],
      credentials: {},
    })
    expect(agentFor(session, { userId: 'u' })).toBe(resolveAgent(session))
    const identity = { userId: 'u', deny: ['delete_*'] }
    expect(agentFor(session, identity).tools.tools.map((tool) => tool.name)).toEqual(['own', 'list_pets'])
    expect(asked).toEqual([identity])
  })
})

describe('an agent that is changed while it serves', () => {
  const named = (name: string) => ({ getFunctions: () => [new FakeTool({ name })] })
  const names = (agent: Agent | undefined) => agent?.tools.tools.map((tool) => tool.name)

  it('has its new tools and words from then on, and keeps its model', () => {
    const llm = new ScriptedModel([])
    const session = new AgentSession({ llm, tools: [named('old')], instructions: 'Old.', credentials: {} })
    const before = resolveAgent(session)
    session.update({ tools: [named('new')], instructions: 'New.', approve: 'none' })
    const after = resolveAgent(session)
    expect(names(before)).toEqual(['old'])
    expect(names(after)).toEqual(['new'])
    expect(after).toMatchObject({ instructions: 'New.', approve: 'none' })
    expect(after.models[0]).toBe(llm)
    expect(before.latest?.()).toBe(after)
    expect(after.latest?.()).toBe(after)
  })

  it('narrows the new tools for an identity, too', () => {
    const forIdentity = (name: string) => ({ ...named(name), forIdentity: () => named(`${name}_of_u`) })
    const session = new AgentSession({ tools: [forIdentity('old')], credentials: {} })
    const before = agentFor(session, { allow: ['x'] })
    expect(before.latest?.()).toBe(before)
    session.update({ tools: [forIdentity('new')] })
    expect(names(before)).toEqual(['old_of_u'])
    expect(names(before.latest?.())).toEqual(['new_of_u'])
  })

  it('keeps what a change does not name, and refuses what are no toolkits', () => {
    const session = new AgentSession({ tools: [named('old')], instructions: 'Old.', credentials: {} })
    session.update({ approve: 'destructive' })
    expect(session.description).toMatchObject({ instructions: 'Old.', approve: 'destructive' })
    expect(() => session.update({ tools: [{}] as never })).toThrow(/list of toolkits/)
    expect(names(resolveAgent(session))).toEqual(['old'])
  })
})
