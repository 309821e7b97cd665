import { describe, expect, it } from 'vitest'
import type { AgentTexts } from '../../../src/languages/agent-texts.js'
import { agentTexts, findAgentTexts } from '../../../src/languages/agent-texts.js'
import { isFarewell, readApprovalAnswers } from '../../../src/server/agent/approval-answer.js'
import { approvalQuestion, askedCall } from '../../../src/server/agent/approval-question.js'
import { needsApproval } from '../../../src/server/agent/tool-calls.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { ApprovalPolicy, ToolDefinition, ToolFunction } from '../../../src/toolkit/model/tool.js'

/** A tool with as much of a definition as a question needs. */
function tool(title: string, pathParameters: string[] = []): ToolFunction {
  const bindings = pathParameters.map((parameter) => ({ parameter, in: 'path' as const, key: parameter }))
  const fake = new FakeTool({ name: title.toLowerCase().replaceAll(' ', '_') })
  const request = { url: { path: pathParameters.map((parameter) => `:${parameter}`) } }
  const definition = { title, bindings, request, parameters: fake.parameters }
  return Object.assign(fake, { definition: definition as unknown as ToolDefinition })
}

const prepared = (one: ToolFunction, input: JsonObject) => ({
  tool: one,
  input,
  arguments: JSON.stringify(input),
})

describe('needsApproval', () => {
  const annotations = (readOnlyHint: boolean, destructiveHint: boolean) => ({
    ...new FakeTool({ name: 'x' }).annotations,
    readOnlyHint,
    destructiveHint,
  })
  const [reads, writes, destroys] = [
    annotations(true, false),
    annotations(false, false),
    annotations(false, true),
  ]

  it.each<[agent: ApprovalPolicy, own: ApprovalPolicy | undefined, want: [boolean, boolean, boolean]]>([
    ['none', undefined, [false, false, false]],
    ['writes', undefined, [false, true, true]],
    ['destructive', undefined, [false, false, true]],
    ['writes', 'none', [false, false, false]],
    ['none', 'writes', [false, true, true]],
    ['none', 'destructive', [false, false, true]],
  ])('the agent says %s, the tool %s', (agent, own, want) => {
    const asks = [reads, writes, destroys].map((hints) =>
      needsApproval(Object.assign(tool('X'), { annotations: hints, ...(own && { approve: own }) }), {
        input: {},
        policy: agent,
      }),
    )
    expect(asks).toEqual(want)
  })
})

describe('a write under the policy destructive', () => {
  const writes = { ...new FakeTool({ name: 'x' }).annotations, readOnlyHint: false, destructiveHint: false }
  it.each<[input: JsonObject, want: boolean]>([
    [{ body: { action: 'delete_all' } }, true],
    [{ action: 'cancel' }, true],
    [{ body: { tags: { _method: 'DELETE' } } }, true],
    [{ body: { steps: [{ op: 'remove' }] } }, true],
    [{ body: { action: 'pack' } }, false],
    [{ body: { note: 'delete all' } }, false],
  ])('%j', (input, want) => {
    const one = Object.assign(tool('Change order'), { annotations: writes })
    expect(needsApproval(one, { policy: 'destructive', input })).toBe(want)
    expect(needsApproval(one, { policy: 'none', input })).toBe(false)
  })
})

describe('approvalQuestion', () => {
  const cases: [tool: ToolFunction, input: JsonObject, want: string][] = [
    [tool('Delete order', ['orderId']), { orderId: 17 }, 'This deletes order 17. Go ahead?'],
    [
      tool('Create pet'),
      { body: { name: 'Rex', price: 5 } },
      'This creates a pet: name Rex, price 5. Go ahead?',
    ],
    [
      tool('Update Pet', ['id']),
      { id: 'a-1', body: { status: 'sold' } },
      'This updates pet a-1: status sold. Go ahead?',
    ],
    [tool('Reset FMC'), {}, 'This resets the FMC. Go ahead?'],
    [tool('Order lunch', ['id']), { id: 3, dish: 'soup' }, 'This orders lunch 3: dish soup. Go ahead?'],
    [
      tool('Create user'),
      { body: { name: 'ada', password: 'sesame', login: { apiKey: 'k-1', port: 22 } } },
      'This creates a user: name ada, password •••, api key •••, port 22. Go ahead?',
    ],
    [
      tool('Send text'),
      { body: 'x'.repeat(80) },
      `This sends a text: “${'x'.repeat(30)} … ${'x'.repeat(30)} (80 characters)”. Go ahead?`,
    ],
  ]
  it.each(cases)('%#', (one, input, want) => {
    expect(approvalQuestion([prepared(one, input)], { locale: findAgentTexts('en'), form: 'spoken' })).toBe(
      want,
    )
  })

  it('shows the request where the name says nothing', () => {
    const call = {
      ...prepared(tool('Do it', ['id']), { id: 7 }),
      dryRun: { method: 'PUT', url: 'https://api.x.com/v1/it/7?a=1', headers: [], body: null },
    }
    const ask = (locale: AgentTexts) => approvalQuestion([call], { locale, form: 'spoken' })
    expect(ask(findAgentTexts('en'))).toBe('This runs "Do it" (writes to it, 7). Go ahead?')
    expect(ask(findAgentTexts('de'))).toBe(
      'Damit wird „Do it“ ausgeführt (schreibt in it, 7). Soll ich das tun?',
    )
  })

  it('is one question for several calls', () => {
    const calls = [
      prepared(tool('Delete order', ['id']), { id: 1 }),
      prepared(tool('Delete order', ['id']), { id: 2 }),
    ]
    expect(approvalQuestion(calls, { locale: findAgentTexts('en'), form: 'spoken' })).toBe(
      '1. This deletes order 1. 2. This deletes order 2. Go ahead?',
    )
  })
})

describe('an answer with other words than those of the question', () => {
  const [remove, create] = [tool('Delete contact', ['id']), tool('Create appointment')]
  const deletes = prepared(remove, { id: 31 })
  const creates = prepared(create, { body: { name: 'Meyer', date: '2026-12-08', time: '15:30' } })
  it.each([
    ['it', deletes, 'sì, lo cancelli, non lavora più qui', true],
    ['nl', deletes, 'ja hoor, gooi maar weg', true],
    ['zh', deletes, '删吧，他已经离职了', true],
    ['ru', deletes, 'да, удаляйте, он больше у нас не работает', true],
    ['vi', deletes, 'xóa đi, anh ấy nghỉ việc rồi', true],
    ['it', deletes, 'sì, lo tolga pure', true],
    ['nl', deletes, 'ja, haal maar weg', true],
    ['fr', deletes, 'oui, à condition qu’il n’ait pas de factures', undefined],
    ['zh', deletes, '不，先留着', false],
    ['pt', deletes, 'não, ainda preciso dele', false],
    ['fr', creates, 'oui, notez-le comme ça', true],
    ['it', creates, 'sì, lo segni pure', true],
    ['nl', creates, 'ja, zet maar in de agenda', true],
    ['zh', creates, '好的，就这么定', true],
    ['de', creates, 'super, machen Sie das fest', true],
    ['pl', creates, 'tak, bardzo mi odpowiada', true],
    ['ru', creates, 'да, но на час позже', undefined],
    ['nl', creates, 'ja, maar op naam van Jansen', undefined],
    ['de', creates, 'Wissen Sie was, also lassen wir es', false],
  ])('%s: %#', (tag, call, said, want) => {
    const locale = findAgentTexts(tag)
    const question = approvalQuestion([call], { locale, form: 'spoken' })
    const asked = { calls: [askedCall(call, { locale })], question, language: tag }
    expect(readApprovalAnswers(said, asked).answers, said).toEqual([want])
  })
})

/** The sentences of a language by their names, without the lists of words. */
function sentencesOf({ tag, approval, ...texts }: AgentTexts): Map<string, string> {
  const { verbs, anyVerb, methods, sentence, ...words } = approval
  const found = new Map<string, string>()
  const add = (name: string, value: unknown) => {
    if (name.endsWith('.few')) return
    if (typeof value === 'string') found.set(name, value)
    else if (!Array.isArray(value) && value !== undefined)
      for (const [key, part] of Object.entries(value as object)) add(`${name}.${key}`, part)
  }
  for (const [key, value] of Object.entries({ ...texts, approval: words })) add(key, value)
  return found
}

describe('the languages', () => {
  it('are thirteen', () => {
    expect(agentTexts.map(({ tag }) => tag).join(' ')).toBe('en de es fr id it nl pl pt ru tr vi zh')
  })

  it.each(agentTexts)('$tag has every sentence of its own, with the same holes as in English', (locale) => {
    const own = sentencesOf(locale)
    const english = sentencesOf(findAgentTexts('en'))
    expect([...own.keys()]).toEqual([...english.keys()])
    for (const [name, sentence] of own) {
      expect(sentence.trim(), name).not.toBe('')
      expect(sentence.match(/\{\w+\}/g)?.sort(), name).toEqual(
        english
          .get(name)
          ?.match(/\{\w+\}/g)
          ?.sort(),
      )
      const isSame =
        locale !== findAgentTexts('en') &&
        name !== 'speech.why.not-installed' &&
        sentence === english.get(name)
      expect(isSame, name).toBe(false)
    }
    const { farewells } = locale.phone
    expect(farewells).toEqual(farewells.map((words) => words.toLowerCase()))
    for (const words of farewells) expect(isFarewell(words, locale), words).toBe(true)
  })

  it.each([
    ['de-AT', 'de'],
    ['EN', 'en'],
    ['fr-CA', 'fr'],
    ['ja', 'en'],
    [undefined, 'en'],
  ])('%s speaks %s', (tag, want) => {
    expect(findAgentTexts(tag).tag).toBe(want)
  })
})
