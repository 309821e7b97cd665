import { betterDraft, type CollectionDraft, isAccepted, judgeDraft, repairRequest } from './draft.js'
import type { DocumentedEndpoints } from './endpoints.js'
import { joinAnswers, readAnswer } from './read-answer.js'

/** One entry of the conversation with the model. */
export interface PromptMessage {
  role: 'user' | 'assistant'
  text: string
}

/** The response of a model. */
export interface Completion {
  text: string
  /** Whether the model stopped at its token limit. */
  isCut: boolean
  inputTokens: number
  outputTokens: number
}

/** Sends one request to a language model. Throws if the response is unusable. */
export type Complete = (messages: PromptMessage[]) => Promise<Completion>

/** The result of a round, for progress reports. */
export interface Round {
  round: number
  errors: number
  missing: number
  /** Set if the response contained no JSON, described another API, or was incomplete. */
  note?: 'no-json' | 'foreign' | 'cut'
}

/** What is needed to make a collection from one part of the documents: prompt, model and limits. */
export interface PartOptions {
  prompt: string
  endpoints: DocumentedEndpoints
  complete: Complete
  maxRounds: number
  onRound: (round: Round) => void
}

/** The best draft of a part; undefined if no answer contained a JSON document. */
export interface WrittenPart {
  draft: CollectionDraft | undefined
  rounds: number
}

const NO_JSON =
  'Your answer holds no JSON document. Answer with the raw JSON of the collection alone, beginning with { and ending with }.'
const GO_ON =
  'Your answer stopped in the middle. Go on with the very next character, without repeating anything and without any other text.'

/**
 * Asks the model for the collection of a part, checks it, and asks for repairs. Stops when nothing is left to fix, or
 * after `maxRounds` responses of the model. Each response is one round.
 */
export async function writePart({
  prompt,
  endpoints,
  complete,
  maxRounds,
  onRound,
}: PartOptions): Promise<WrittenPart> {
  const start: PromptMessage = { role: 'user', text: prompt }
  let messages = [start]
  let best: CollectionDraft | undefined
  let begun = ''
  for (let round = 1; round <= maxRounds; round++) {
    const { text, isCut } = await complete(messages)
    const answer = readAnswer(joinAnswers(begun, text))
    if (answer.kind === 'cut' && isCut) {
      begun = answer.json
      onRound({ round, errors: 0, missing: 0, note: 'cut' })
      messages = [start, { role: 'assistant', text: begun }, { role: 'user', text: GO_ON }]
      continue
    }
    begun = ''
    if (answer.kind === 'none') {
      onRound({ round, errors: 0, missing: 0, note: 'no-json' })
      messages = [start, { role: 'assistant', text: text || '(nothing)' }, { role: 'user', text: NO_JSON }]
      continue
    }
    const draft = judgeDraft(answer.json, endpoints)
    best = betterDraft(best, draft)
    onRound({
      round,
      errors: draft.errors.length,
      missing: draft.missing.length,
      ...(draft.isForeign && { note: 'foreign' }),
    })
    if (isAccepted(draft)) return { draft, rounds: round }
    // Only the newest draft is sent back: the model repairs it, and the conversation does not grow with every round.
    messages = [start, { role: 'assistant', text: draft.text }, { role: 'user', text: repairRequest(draft) }]
  }
  return { draft: best, rounds: maxRounds }
}
