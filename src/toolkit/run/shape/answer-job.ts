import type { Variable } from '../../model/collection.js'
import type { JsonValue } from '../../model/json.js'
import { getAt } from '../../model/json-pointer.js'
import { oncePer } from '../../model/lazy.js'
import type { ToolDefinition } from '../../model/tool.js'
import { createMasker } from '../../secrets/mask.js'
import { Intent } from '../../semantics/intent.js'
import { answerSecrets } from '../request-secrets.js'
import type { RawResponse } from '../send/transport.js'
import type { Header } from '../wire-request.js'
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
  const found =
    response.status < 300 && 'text' in answer && answersCredential(definition)
      ? answerSecrets(answer.text)
      : []
  const masker = createMasker([...job.secrets, ...tokens, ...found])
  return { result: shapeAnswer({ response, answer }, { definition, input, fields, masker }), captured }
}

/** Whether the credentials in the answer of a tool are masked even if no script stores them. */
const answersCredential = oncePer(({ title, request }: ToolDefinition): boolean =>
  new Intent(title, request).answersCredential(),
)

/** Maximum characters of a captured text. A longer text is no token or id, and would make the session too large. */
const MAX_CHARACTERS = 65_536

/** What later calls of the session use of a response. Of several captures of one variable, the first not empty one. */
export function capturedValues(
  definition: ToolDefinition,
  answer: { headers: Header[]; value: JsonValue | undefined },
): Variable[] {
  const values = new Map<string, Variable>()
  for (const { variable, from, secret } of definition.captures ?? []) {
    const known = values.get(variable)
    if (known && known.value !== '') continue
    const found =
      from.in === 'header'
        ? answer.headers.find(({ key }) => key === from.name.toLowerCase())?.value
        : answer.value === undefined
          ? undefined
          : getAt(answer.value, from.pointer)
    const isScalar = found !== undefined && found !== null && typeof found !== 'object'
    const isLong = typeof found === 'string' && found.length > MAX_CHARACTERS
    if (isScalar && !isLong) values.set(variable, { key: variable, value: found, secret })
  }
  return [...values.values()]
}
