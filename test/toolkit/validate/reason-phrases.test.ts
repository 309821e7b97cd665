import { STATUS_CODES } from 'node:http'
import { expect, it } from 'vitest'
import { REASON_PHRASES } from '../../../src/toolkit/validate/reason-phrases.js'

it('has the reason phrases of Node', () =>
  expect(Object.fromEntries(REASON_PHRASES)).toEqual({ ...STATUS_CODES }))
