import { describe, expect, it } from 'vitest'
import { assertedStatuses } from '../../../src/toolkit/semantics/asserted-statuses.js'
import { findScenarios, type ScenarioFacts } from '../../../src/toolkit/semantics/scenario.js'

const test = (...lines: string[]) => [{ when: 'test' as const, lines }]
const facts = (name: string, line = 'POST users', more: Partial<ScenarioFacts> = {}): ScenarioFacts => {
  const [method, path] = line.split(' ') as [string, string]
  return { name, method, path: path.split('/'), description: '', scripts: [], ...more }
}
/** What is said of a request beside one that does the same and works. */
const beside = (name: string, more: Partial<ScenarioFacts> = {}) =>
  findScenarios([facts('Create user'), facts(name, 'POST users', more)])[1]?.why

describe('statuses that scripts demand', () => {
  it.each<[string, number[]]>([
    ['pm.response.to.have.status(422)', [422]],
    ['pm.expect(pm.response.code).to.eql(401);', [401]],
    ['pm.expect(pm.response.code).to.be.oneOf([200, 404])', [200, 404]],
    ['tests["Status is 400"] = responseCode.code === 400;', [400]],
    ['pm.response.to.be.notFound', [404]],
    ['if (pm.response.code === 404) { console.log("none") }', []],
    ['// pm.response.to.have.status(500)', []],
  ])('%s', (line, want) => expect(assertedStatuses(test(line))).toEqual(want))
})

describe('requests that test a failure', () => {
  it.each([
    'crear_usuario_email_invalido_422',
    'Create user without token',
    'Crear usuario sin token',
    'Criar usuário sem token',
    'Create user (invalid credentials)',
    'Create user - missing email',
    'Negative_create_user',
    'Benutzer anlegen ohne Token',
  ])('by name, beside one that works: %s', (name) => expect(beside(name)).toMatch(/another request/))

  it('by their scripts, beside one that works', () => {
    expect(beside('Create user B', { scripts: test('pm.response.to.have.status(409)') })).toBe(
      'its script demands the status 409',
    )
  })

  it('not by name, beside many others that send different things to one address', () => {
    const names = Array.from({ length: 13 }, (_, index) => `Operation ${index}`)
    const line = 'POST jsonrpc'
    const found = findScenarios([
      ...names.map((name) => facts(name, line)),
      facts('Drop expired locks', line),
    ])
    expect(found.at(-1)).toBeUndefined()
    expect(findScenarios([facts(names[0]!, line), facts('Drop expired locks', line)]).at(-1)).toBeDefined()
  })

  it('by names that say it outright', () => {
    const [found] = findScenarios([facts('Login should fail', 'POST login')])
    expect(found?.why).toBe('its name says that it has to fail')
  })

  it.each([
    ['the only request of its kind', [facts('Report invalid email', 'POST reports')]],
    [
      'one whose script accepts a failure among others',
      [
        facts('Users', 'GET users'),
        facts('Users 2', 'GET users', {
          scripts: test('pm.expect(pm.response.code).to.be.oneOf([200, 404])'),
        }),
      ],
    ],
    [
      'one whose script saw the server fail',
      [
        facts('Pay', 'POST pay'),
        facts('Charge', 'POST pay', { scripts: test('pm.response.to.have.status(500)') }),
      ],
    ],
    ['another address', [facts('Users', 'GET users'), facts('Invalid users', 'GET users/invalid')]],
    [
      'one that describes its errors',
      [facts('A', 'GET users'), facts('B', 'GET users', { description: 'Returns 404 if there is none.' })],
    ],
    ['a number that is no status', [facts('Room', 'GET rooms/1'), facts('Room 204', 'GET rooms/204')]],
  ])('are not: %s', (_, items) => {
    expect(findScenarios(items).filter(Boolean)).toEqual([])
  })
})
