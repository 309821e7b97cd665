import { describe, expect, it } from 'vitest'
import { createPaint, shownLength, terminalText } from '../../src/cli/colour.js'

describe('colours', () => {
  it('reach the terminal, those of a text do not', () => {
    const text = createPaint(true).red('a \u001b[32mb')
    expect(terminalText(`${text}\u001b[31mc`)).toBe('\u001b[31ma ␛[32mb\u001b[39m␛[31mc')
  })

  it('cannot be made of what another run painted', () => {
    const painted = createPaint(true).bold('x')
    const forged = painted.replace(/[0-9a-f]{16}/g, '0123456789abcdef')
    expect(forged).not.toBe(painted)
    expect(terminalText(forged)).not.toContain('\u001b')
  })

  it('take no room', () => {
    expect(shownLength(createPaint(true).cyan('four'))).toBe(4)
  })

  it('are not there when they are off', () => {
    expect(createPaint(false).bold('x')).toBe('x')
  })
})
