import { STATUS_CODES } from 'node:http'
import { expect, it } from 'vitest'
import reasonPhrases from '../../../templates/reason-phrases.json'

it('the reason phrases are those of Node', () => expect(reasonPhrases).toEqual({ ...STATUS_CODES }))
