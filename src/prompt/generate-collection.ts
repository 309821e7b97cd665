import type { JsonObject } from '../toolkit/model/json.js'
import { type Draft, isAccepted, isValid, judgeDraft } from './draft.js'
import { documentedEndpoints } from './endpoints.js'
import { mergeCollections } from './merge-collections.js'
import { type ApiDocument, renderPrompt } from './render-prompt.js'
import { splitDocuments } from './split-documents.js'
import { type Complete, type Round, writePart } from './write-part.js'

/** What is to be written, and by whom. */
export interface GenerateOptions {
  documents: ApiDocument[]
  complete: Complete
  /** Answers of the model for one part. @default 5 */
  maxRounds?: number
  onProgress?: (progress: Round & { part: number; parts: number }) => void
}

/** What came of it. */
export interface Generated {
  /** The collection, indented; undefined when no answer was valid. */
  text?: string
  /** Nothing is left to repair. */
  isWhole: boolean
  /** Why it is not whole: what is wrong with the last draft, what is missing, which parts failed. */
  reasons: string[]
  parts: number
}

/** Has a language model write a collection from documents, a part at a time, and repairs each until it meets the demands. */
export async function generateCollection({
  documents,
  complete,
  maxRounds = 5,
  onProgress,
}: GenerateOptions): Promise<Generated> {
  const parts = await splitDocuments(documents)
  const drafts: Draft[] = []
  const reasons: string[] = []
  for (const [index, part] of parts.entries()) {
    const number = { part: index + 1, parts: parts.length }
    const onRound = (round: Round) => onProgress?.({ ...round, ...number })
    const endpoints = await documentedEndpoints(part)
    const { draft } = await writePart({ prompt: renderPrompt(part), endpoints, complete, maxRounds, onRound })
    if (draft && isValid(draft)) drafts.push(draft)
    if (!draft || !isAccepted(draft))
      reasons.push(...reasonsOf(draft, parts.length > 1 ? `part ${index + 1}: ` : ''))
  }
  if (drafts.length === 0) return { isWhole: false, reasons, parts: parts.length }
  const merged = mergeCollections(drafts.map(({ text }) => JSON.parse(text) as JsonObject))
  const whole = judgeDraft(`${JSON.stringify(merged, null, 2)}\n`, { certain: [], mentioned: [] })
  if (!isValid(whole))
    return { isWhole: false, reasons: [...reasons, ...reasonsOf(whole, '')], parts: parts.length }
  return { text: whole.text, isWhole: reasons.length === 0, reasons, parts: parts.length }
}

const SHOWN = 5

function reasonsOf(draft: Draft | undefined, lead: string): string[] {
  if (!draft) return [`${lead}no answer held a JSON document.`]
  if (draft.isForeign) return [`${lead}the collection describes another API than the documents.`]
  if (draft.missing.length > 0) return [`${lead}missing are ${listed(draft.missing)}.`]
  return draft.errors
    .slice(0, SHOWN)
    .map(({ code, pointer, message }) => `${lead}${message} (${code}, ${pointer || 'whole document'})`)
}

function listed(names: string[]): string {
  const rest = names.length - SHOWN
  return rest > 0 ? `${names.slice(0, SHOWN).join(', ')} and ${rest} more` : names.join(', ')
}
