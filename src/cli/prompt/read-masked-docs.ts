import { singleLine } from '../../printable.js'
import { joinDocuments } from '../../prompt/join-documents.js'
import { maskDocuments, maskNotice } from '../../prompt/mask-documents.js'
import type { ApiDocument } from '../../prompt/render-prompt.js'
import type { Output } from '../output.js'
import { readDocs } from './read-docs.js'

/** Reads and joins the documents for a prompt. Masks credentials, and reports which documents contained credentials. */
export async function readMaskedDocs(paths: string[], out: Output): Promise<ApiDocument[]> {
  const { documents, masked } = maskDocuments(await joinDocuments(await readDocs(paths)))
  const notice = maskNotice(masked)
  if (notice !== undefined) out.notice(singleLine(notice))
  return documents
}
