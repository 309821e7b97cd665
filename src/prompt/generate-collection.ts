import type { JsonObject } from '../toolkit/model/json.js'
import { type CollectionDraft, isAccepted, isValid, judgeDraft } from './draft.js'
import { documentedEndpoints } from './endpoints.js'
import { mergeCollections } from './merge-collections.js'
import { type ApiDocument, renderPrompt } from './render-prompt.js'
import { splitDocuments } from './split-documents.js'
import { type Complete, type Round, writePart } from './write-part.js'

/** The documents, the model and the limits of a generation. */
export interface GenerateOptions {
  documents: ApiDocument[]
  complete: Complete
  /** Maximum number of model responses per part. @default 5 */
  maxRounds?: number
  onProgress?: (progress: Round & { part: number; parts: number }) => void
}

export interface Generated {
  /** The collection, indented; undefined if no response was valid. */
  text?: string
  /** Whether the collection is complete: it is valid, and `reasons` is empty. */
  isWhole: boolean
  /** Why the collection is incomplete: problems of the last draft, missing endpoints, failed parts. */
  reasons: string[]
  parts: number
}

/**
 * Makes a language model write a collection from documents, part by part. The model repairs the collection of each part
 * until it meets the requirements or the model has responded `maxRounds` times.
 */
export async function generateCollection({
  documents,
  complete,
  maxRounds = 5,
  onProgress,
}: GenerateOptions): Promise<Generated> {
  const parts = await splitDocuments(documents)
  const drafts: CollectionDraft[] = []
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

function reasonsOf(draft: CollectionDraft | undefined, lead: string): string[] {
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
