import { splitOperation } from '../../collection/parse-operation.js'
import { descriptionOf } from '../../collection/read-shape.js'
import type { JsonObject } from '../../model/json.js'
import { wordsOf } from '../../semantics/words.js'
import type { FolderFacts, ItemFacts } from '../file-facts.js'
import { below, type Path, pathPointer } from '../raw-diagnostic.js'
import { eachRequest, type Report, type RuleChecks } from '../rule.js'

const MAX_NAME = 64

/** Zero-width characters, direction marks, byte order mark; not joiners (U+200C, U+200D), which scripts and emoji need. */
export const INVISIBLE = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00ad]/

interface NamedNode {
  kind: 'request' | 'folder'
  name: string
  written: boolean
  path: Path
}

function allNamed({ items, folders }: { items: ItemFacts[]; folders: FolderFacts[] }): NamedNode[] {
  return [
    ...folders.map(({ name, folder, path }) => ({
      kind: 'folder' as const,
      name,
      written: 'name' in folder,
      path,
    })),
    ...items.map(({ name, item, path }) => ({
      kind: 'request' as const,
      name,
      written: 'name' in item,
      path,
    })),
  ]
}

/** Rules for names, descriptions and folders, by which agents tell tools apart. */
export const nameRules: RuleChecks = {
  'name-missing'(facts, report) {
    for (const { kind, name, written, path } of allNamed(facts)) {
      if (name.trim() === '') report(written ? below(path, 'name') : path, { kind })
    }
  },
  'name-too-long'(facts, report) {
    for (const { name, path } of facts.items)
      if (name.length > MAX_NAME) report(below(path, 'name'), { length: name.length })
  },
  'name-without-words': eachRequest(({ name, path }, report) => {
    if (name.trim() !== '' && wordsOf(name).length === 0) report(below(path, 'name'), { name })
  }),
  'description-missing'({ items }, report) {
    for (const { name, item, request, requestPath } of items) {
      if (!hasText(request.description) && !hasText(item.description))
        report(requestPath, { name, total: items.length })
    }
  },
  'duplicate-name'({ items }, report) {
    const seen = new Map<FolderFacts | undefined, Map<string, Path>>()
    for (const { name, folder, path } of items) {
      const key = name.trim().toLowerCase()
      if (key === '') continue
      const names = seen.get(folder) ?? new Map<string, Path>()
      seen.set(folder, names)
      const first = names.get(key)
      if (first) report(below(path, 'name'), { name, first: pathPointer(first) })
      else names.set(key, path)
    }
  },
  'empty-folder'({ folders }, report) {
    for (const { name, folder, path } of folders) {
      if ((folder.item as unknown[]).length === 0) report(path, { name })
    }
  },
  'empty-collection'({ items, unread, collection, path }, report) {
    if (items.length + unread === 0 && Array.isArray(collection.item)) report(below(path, 'item'))
  },
  'folder-nesting': eachRequest(({ name, folder, path }, report) => {
    if (!folder) report(path, { name })
  }),
  'invisible-character'(facts, report) {
    for (const { name, path } of allNamed(facts))
      reportInvisible(report, below(path, 'name'), { text: name, what: 'name' })
    for (const { request, requestPath, urlPath } of facts.items) {
      const { url, method } = request
      if (typeof url === 'string') reportInvisible(report, urlPath, { text: url, what: 'address' })
      const raw = (url as { raw?: unknown } | undefined)?.raw
      if (typeof raw === 'string')
        reportInvisible(report, below(urlPath, 'raw'), { text: raw, what: 'address' })
      if (typeof method === 'string') {
        reportInvisible(report, below(requestPath, 'method'), { text: method, what: 'method' })
      }
    }
  },
}

function reportInvisible(report: Report, path: Path, { text, what }: { text: string; what: string }): void {
  const found = INVISIBLE.exec(text)?.[0]
  if (!found) return
  const character = `U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`
  report(path, { character, what })
}

/** Whether a description contains text outside of its OpenAPI block. */
export function hasText(description: unknown): boolean {
  return splitOperation(descriptionOf({ description } as JsonObject)).text !== ''
}
