import { expect, it } from 'vitest'
import { decorate } from '../../../src/server/model/decorate.js'

class Engine {
  readonly name = 'engine'
  readonly #voice = 'loud'
  optional?: () => string

  speak(): string {
    return this.#voice
  }

  get state(): string {
    return this.#voice
  }
}

it('answers the given members', () => {
  const engine = decorate(new Engine(), { speak: () => 'quiet' })
  expect(engine.speak()).toBe('quiet')
})

it('forwards every other member, with private fields, getters and members that come later', () => {
  const target = new Engine()
  const engine = decorate(target, {})
  expect([engine.name, engine.speak(), engine.state]).toEqual(['engine', 'loud', 'loud'])
  expect(engine.optional).toBeUndefined()
  expect('optional' in decorate({ name: 'a' } as { name: string; optional?: string }, {})).toBe(false)
  target.optional = () => 'here'
  expect(engine.optional?.()).toBe('here')
})

it('decorates a decorated and a frozen object', () => {
  const frozen: { a: number; b: number } = Object.freeze({ a: 1, b: 2 })
  const twice = decorate(decorate(frozen, { a: 3 }), { b: 4 })
  expect([twice.a, twice.b, 'a' in twice, 'c' in twice]).toEqual([3, 4, true, false])
})
