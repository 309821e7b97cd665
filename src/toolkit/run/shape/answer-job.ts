import type { Variable } from '../../model/collection.js'
import type { JsonObject } from '../../model/json.js'
import type { ToolDefinition } from '../../model/tool.js'
import { createMasker } from '../../secrets/mask.js'
import { capturedValues } from '../capture.js'
import type { RawResponse } from '../send/response.js'
import { readAnswer, shapeAnswer, type UntimedResult } from './shape-answer.js'

/** A response and its reading options: plain data that can be sent to a thread. */
export interface AnswerJob {
  /** Its body is decompressed. */
  response: RawResponse
  definition: ToolDefinition
  input: JsonObject
  /** Fields that the model asked for; all when absent. */
  fields?: string[]
  /** Texts that are masked in the result. */
  secrets: string[]
  /** Whether to read the values that the tool captures. */
  captures: boolean
}

/** The result of reading a response. */
export interface ShapedAnswer {
  result: UntimedResult
  captured: Variable[]
}

/**
 * Reads, masks and truncates a response, and captures the values that later calls need. Time is linear in the size of
 * the response.
 */
export function runAnswerJob(job: AnswerJob): ShapedAnswer {
  const { response, definition, input, fields } = job
  const answer = readAnswer(response)
  const value = answer.kind === 'json' ? answer.value : undefined
  const masker = createMasker(job.secrets)
  return {
    result: shapeAnswer({ response, answer }, { definition, input, fields, masker }),
    captured: job.captures ? capturedValues(definition, { headers: response.headers, value }) : [],
  }
}
