import { asObject } from '../collection/read-shape.js'
import { readJsonBody } from '../semantics/request-body.js'
import type { Endpoint } from './endpoint.js'
import { recordEntries } from './entry-parameters.js'
import { isRecordMember } from './required-members.js'

/** A literal value of a request that says which record a call is about, so that tools take it as a parameter. */
export interface RecordInput {
  place: 'path' | 'query' | 'body'
  name: string
  text: string
}

/** The ids that stand in a request as literal values and that become inputs of its tool. */
export function recordInputs(endpoint: Endpoint): RecordInput[] {
  const { literals, roles, request } = endpoint
  const open = literals.filter(({ name }) => roles.get(name)?.role !== 'fixed')
  const body = request.body ? asObject(readJsonBody(request)) : undefined
  const members = Object.entries(body ?? {}).filter(([key, value]) => isRecordMember(key, value, endpoint))
  return [
    ...open.map(({ name, text }): RecordInput => ({ place: 'path', name, text })),
    ...recordEntries(endpoint).map(
      ({ key, value }): RecordInput => ({
        ...{ place: 'query', name: key ?? '', text: String(value) },
      }),
    ),
    ...members.map(([name, value]): RecordInput => ({ place: 'body', name, text: String(value) })),
  ]
}
