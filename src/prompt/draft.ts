import type { Diagnostic } from '../diagnostics.js'
import { parseCollection } from '../toolkit/collection/parse-collection.js'
import { fixText } from '../toolkit/validate/fix.js'
import { fileReport, summarize } from '../toolkit/validate/report.js'
import { reportLlm } from '../toolkit/validate/reporters/llm.js'
import { validateText } from '../toolkit/validate/validate.js'
import { compareEndpoints, type DocumentedEndpoints } from './endpoints.js'

/** A collection that a model wrote, with its validation result. */
export interface CollectionDraft {
  text: string
  /** Diagnostics of severity `error`, in the validation profile `generated` for collections from models. */
  errors: Diagnostic[]
  /** Endpoints that the specifications contain and the collection lacks. */
  missing: string[]
  /** Whether the documents contain endpoints and the collection has none of them. */
  isForeign: boolean
}

/**
 * Applies safe fixes to the text of a collection. Then validates the collection and compares it with the documented
 * endpoints.
 */
export function judgeDraft(text: string, endpoints: DocumentedEndpoints): CollectionDraft {
  const fixed = fixText(text, { profile: 'generated' }).text
  const errors = validateText(fixed, { profile: 'generated' }).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { text: fixed, errors, missing: [], isForeign: false }
  return { text: fixed, errors, ...compareEndpoints(endpoints, parseCollection(JSON.parse(fixed))) }
}

/** Whether a draft needs no repair: it has no errors, lacks no endpoint, and describes this API. */
export function isAccepted({ errors, missing, isForeign }: CollectionDraft): boolean {
  return errors.length === 0 && missing.length === 0 && !isForeign
}

/** Whether a draft may be saved: it is a collection of this API, though possibly incomplete. */
export function isValid({ errors, isForeign }: CollectionDraft): boolean {
  return errors.length === 0 && !isForeign
}

/**
 * The better of two drafts. A valid draft is better than an invalid one. Of two valid drafts, the one with fewer
 * missing endpoints is better, and of two invalid drafts, the one with fewer errors. A collection of another API is
 * worse than one with errors.
 */
export function betterDraft(left: CollectionDraft | undefined, right: CollectionDraft): CollectionDraft {
  if (!left) return right
  const rank = (draft: CollectionDraft) =>
    isValid(draft) ? draft.missing.length : draft.isForeign ? 1e9 : 1e6 + draft.errors.length
  return rank(right) <= rank(left) ? right : left
}

export function repairRequest(draft: CollectionDraft): string {
  if (draft.errors.length > 0) {
    const report = summarize('generated', [fileReport('postman.json', draft.errors, draft.text)])
    const paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }
    return reportLlm(report, { paint, quiet: true })
  }
  if (draft.isForeign)
    return 'The collection describes another API: none of its endpoints is in the documents. Write the collection of the API in the documents, as raw JSON alone.'
  return [
    'These endpoints of the documents are missing. Add them and change nothing else; answer with the whole JSON document alone.',
    ...draft.missing.map((endpoint) => `- ${endpoint}`),
  ].join('\n')
}

const same = (text: string) => text
