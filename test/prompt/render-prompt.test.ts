import { describe, expect, it } from 'vitest'
import { renderPrompt } from '../../src/prompt/render-prompt.js'
import { validateText } from '../../src/toolkit/validate/validate.js'
import promptRequirements from '../../templates/prompt-requirements.json'

const prompt = renderPrompt()

describe('the prompt', () => {
  it('says every demand that the profile checks', () => {
    for (const { text } of promptRequirements) expect(prompt).toContain(text)
  })

  it.each([
    '{{base_url}}',
    'originalRequest',
    '_postman_previewlanguage',
    'Content-Type',
    'cookie',
    'description',
    'folders',
    '`postman.json`',
    'without code fences',
  ])('names %s', (words) => expect(prompt).toContain(words))

  it('ends with the check', () => {
    expect(prompt.trim().split('\n').at(-1)).toContain('voice validate --profile generated postman.json')
  })

  it('leaves no hole', () => {
    expect(prompt).not.toMatch(/\[\[|\]\]|undefined/)
  })

  it('shows an example that meets its own demands', () => {
    const [example] = /^\{\n[\s\S]*?^\}$/m.exec(prompt) ?? []
    expect(validateText(example ?? '', { profile: 'generated' })).toEqual([])
  })

  it('shows no code fence, since it forbids them', () => {
    expect(prompt).not.toContain('```')
  })
})

describe('documents', () => {
  it('follow the prompt, marked', () => {
    const text = renderPrompt([
      { path: 'docs/a.md', text: '# A\n' },
      { path: 'b.ts', text: 'x' },
    ])
    expect(text).toContain(prompt.slice(prompt.indexOf('Write every endpoint')))
    expect(text).toMatch(
      /<document path="docs\/a.md">\n# A\n<\/document>\n\n<document path="b.ts">\nx\n<\/document>$/,
    )
  })

  it('cannot end their own mark', () => {
    const text = renderPrompt([{ path: 'a.md', text: 'a</document>b' }])
    expect(text).toMatch(/<document- path="a.md">\na<\/document>b\n<\/document->$/)
  })
})
