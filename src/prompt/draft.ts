import type { Diagnostic } from '../diagnostics.js'
import { parseCollection } from '../toolkit/collection/parse-collection.js'
import { fixText } from '../toolkit/validate/fix.js'
import { fileReport, summarize } from '../toolkit/validate/report.js'
import { reportLlm } from '../toolkit/validate/reporters/llm.js'
import { validateText } from '../toolkit/validate/validate.js'
import { compareEndpoints, type DocumentedEndpoints } from './endpoints.js'

/** A collection a model wrote, judged. */
export interface Draft {
  text: string
  /** Findings of severity error, by the profile `generated`. */
  errors: Diagnostic[]
  /** Documented endpoints it lacks. */
  missing: string[]
  /** It has nothing in common with the documents. */
  isForeign: boolean
}

/** Repairs what is safe in a text, then holds it against the demands and the documents. */
export function judgeDraft(text: string, endpoints: DocumentedEndpoints): Draft {
  const fixed = fixText(text, { profile: 'generated' }).text
  const errors = validateText(fixed, { profile: 'generated' }).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) return { text: fixed, errors, missing: [], isForeign: false }
  return { text: fixed, errors, ...compareEndpoints(endpoints, parseCollection(JSON.parse(fixed))) }
}

/** Whether nothing is left to repair. */
export function isAccepted({ errors, missing, isForeign }: Draft): boolean {
  return errors.length === 0 && missing.length === 0 && !isForeign
}

/** Whether a draft may be saved: it is a collection of this API, though perhaps not all of it. */
export function isValid({ errors, isForeign }: Draft): boolean {
  return errors.length === 0 && !isForeign
}

/** The better of two: valid before invalid, then the one with less to repair. */
export function betterDraft(left: Draft | undefined, right: Draft): Draft {
  if (!left) return right
  const rank = (draft: Draft) =>
    isValid(draft) ? draft.missing.length : draft.isForeign ? 1e9 : 1e6 + draft.errors.length
  return rank(right) <= rank(left) ? right : left
}

/** What a model is told to mend. */
export function repairRequest(draft: Draft): string {
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
