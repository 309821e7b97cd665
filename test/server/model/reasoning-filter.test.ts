import { describe, expect, it } from 'vitest'
import { ReasoningFilter } from '../../../src/server/model/reasoning-filter.js'
import { namesReasoning } from '../../../src/server/model/reasoning-tags.js'

interface Read {
  text: string
  reasoning: string
  /** Text that was passed on before it turned out to be reasoning. */
  retracted: string
}

function read(answer: string, { size = answer.length, startsInside = false, isWhole = true } = {}): Read {
  const found: Read = { text: '', reasoning: '', retracted: '' }
  const filter = new ReasoningFilter(
    {
      text: (delta) => {
        found.text += delta
      },
      reasoning: (delta) => {
        found.reasoning += delta
      },
      retract: () => {
        found.retracted += found.text
        found.text = ''
      },
    },
    { startsInside },
  )
  for (let at = 0; at < answer.length; at += size) filter.push(answer.slice(at, at + size))
  filter.end({ isWhole })
  return found
}

const ANSWERS: [name: string, answer: string, text: string, reasoning: string][] = [
  ['DeepSeek', '<think>\nHm, pets.\n</think>\n\nTwo pets.', 'Two pets.', '\nHm, pets.\n'],
  ['an empty thought', '<think>\n\n</think>\n\nTwo pets.', 'Two pets.', '\n\n'],
  ['spaces before', '\n <think>a</think>b', 'b', 'a'],
  ['thinking', '<thinking>a < b</thinking>c', 'c', 'a < b'],
  ['Gemini', '<thought>a</thought>b', 'b', 'a'],
  ['Seed', '<seed:think>a</seed:think>b', 'b', 'a'],
  ['Kimi', '◁think▷a◁/think▷b', 'b', 'a'],
  ['Magistral', '[THINK]a[/THINK]b', 'b', 'a'],
  ['Command', '<|START_THINKING|>a<|END_THINKING|>b', 'b', 'a'],
  ['OpenThinker', '<|begin_of_thought|>a<|end_of_thought|>b', 'b', 'a'],
  [
    'gpt-oss',
    '<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>b',
    'b',
    'a',
  ],
  ['two blocks', '<think>a</think>b\n<think>c</think>\nd', 'b\n\nd', 'ac'],
  ['an unclosed block', '<think>I wonder', '', 'I wonder'],
  ['a mark of another kind inside', '<think>a </thinking> b</think>c', 'c', 'a </thinking> b'],
  [
    'inline code',
    'Write `<think>` and `</think>` around it.',
    'Write `<think>` and `</think>` around it.',
    '',
  ],
  ['code', 'So:\n```\n<think>\nx\n</think>\n```\nDone.', 'So:\n```\n<think>\nx\n</think>\n```\nDone.', ''],
  [
    'a mark in a sentence',
    'The <think> tag ends with </think> here.',
    'The <think> tag ends with </think> here.',
    '',
  ],
  ['a line with an unclosed mark', 'Sure.\n<think>\nand go on.', 'Sure.\n', '\nand go on.'],
  ['an unclosed mark after a sentence', 'Sure. <think>The user wants', 'Sure. ', 'The user wants'],
  ['a mark in the middle of a sentence', 'The mark <think> begins it.', 'The mark <think> begins it.', ''],
  ['no mark', 'a < b [c] <b>d</b> <thin', 'a < b [c] <b>d</b> <thin', ''],
]

describe.each([1, 3, 1000])('an answer in pieces of %i characters', (size) => {
  it.each(ANSWERS)('separates the reasoning: %s', (_name, answer, text, reasoning) => {
    expect(read(answer, { size })).toEqual({ text, reasoning, retracted: '' })
  })
})

describe('reasoning without an opening mark', () => {
  const answer = 'Hm, pets.\n</think>\n\nTwo pets.'

  it('is taken back when it was not expected', () => {
    expect(read(answer, { size: 4 })).toEqual({ text: 'Two pets.', reasoning: '', retracted: 'Hm, pets.\n' })
  })

  it.each([
    ['is held back when it is expected', answer, true, { text: 'Two pets.', reasoning: 'Hm, pets.\n' }],
    [
      'may have its own marks',
      `<think>${answer}`,
      true,
      { text: 'Two pets.', reasoning: '<think>Hm, pets.\n' },
    ],
    ['is an answer when nothing closes it', 'Two pets.', true, { text: 'Two pets.', reasoning: '' }],
    ['is reasoning when it was cut', 'Hm, pets', false, { text: '', reasoning: 'Hm, pets' }],
  ])('%s', (_name, given, isWhole, expected) => {
    expect(read(given, { size: 2, startsInside: true, isWhole })).toEqual({ ...expected, retracted: '' })
  })
})

describe('bounds', () => {
  it('never gives a block after text back, however long it grows', () => {
    const long = 'word '.repeat(20_000)
    expect(read(`So:\n<think>\n${long}`, { size: 50 })).toMatchObject({
      text: 'So:\n',
      reasoning: `\n${long}`,
    })
  })

  it('reads many marks and half marks in linear time', () => {
    const marks = '<thin'.repeat(40_000)
    expect(read(marks, { size: 1 }).text).toBe(marks)
    expect(read(`<think>${'</thin'.repeat(40_000)}</think>x`, { size: 1 }).text).toBe('x')
  })
})

it.each([
  ['vllm/deepseek-ai/DeepSeek-R1-Distill-Qwen-7B', true],
  ['ollama/qwq:32b', true],
  ['vllm/Qwen/Qwen3-4B-Thinking-2507', true],
  ['openai/gpt-6-luna', false],
  ['xai/grok-4-fast-non-reasoning', false],
  ['ollama/r1x', false],
])('takes %s for a model that begins with reasoning: %s', (name, expected) => {
  expect(namesReasoning(name)).toBe(expected)
})
