import type { Variable } from '../../model/collection.js'
import { createMasker } from '../../secrets/mask.js'
import { capturedValues } from '../capture.js'
import type { RawResponse } from '../send/response.js'
import { readAnswer, type ShapeOptions, shapeAnswer, type UntimedResult } from './shape-answer.js'

/** A response and how to read it, as plain data that can be sent to a thread. */
export interface AnswerJob extends Omit<ShapeOptions, 'masker'> {
  response: RawResponse
  secrets: string[]
  captures: boolean
}

export interface ShapedAnswer {
  result: UntimedResult
  captured: Variable[]
}

/** Reads, masks and truncates a response, and captures the values that later calls need. Takes linear time. */
export function runAnswerJob(job: AnswerJob): ShapedAnswer {
  const { response, definition, input, fields } = job
  const answer = readAnswer(response)
  const value = answer.kind === 'json' ? answer.value : undefined
  const captured = job.captures ? capturedValues(definition, { headers: response.headers, value }) : []
  // Later calls send a captured token, so the model does not need to see it.
  const tokens = captured.flatMap((one) => (one.secret ? [String(one.value)] : []))
  const masker = createMasker([...job.secrets, ...tokens])
  return { result: shapeAnswer({ response, answer }, { definition, input, fields, masker }), captured }
}
