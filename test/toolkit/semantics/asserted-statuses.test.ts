import { describe, expect, it } from 'vitest'
import { assertedStatuses } from '../../../src/toolkit/semantics/asserted-statuses.js'

const test = (...lines: string[]) => [{ when: 'test' as const, lines }]

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
