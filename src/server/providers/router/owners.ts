import { cutWords } from '../../../languages/cut-words.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import { lookupFor } from './lookup.js'
import { idOf, isObject } from './records.js'
import { type CallResult, itemsOf } from './results.js'
import type { Slot } from './slots.js'
import type { Reading } from './tokens.js'

/**
 * Records of which none has the name that was said, and the fields by which they belong to other records that may have it:
 * "Hanna" in "cancel Hanna's booking", by `member_id`. The first field is looked up.
 */
export interface Owners {
  records: readonly JsonObject[]
  fields: readonly { field: string; slot: Slot }[]
}

/** The owners of the records in a whole list. Undefined if no other record of theirs can be looked up. */
export function ownersOf(
  { content, truncated, next }: CallResult,
  { slot, name, ...reading }: Pick<Reading, 'catalog' | 'language'> & { slot: Slot; name: string },
): Owners | undefined {
  const records = (itemsOf(content)?.items ?? []).filter(isObject)
  if (truncated || next) return undefined
  const fields = Object.keys(records[0] ?? {}).flatMap((field) => {
    const words = cutWords(field)
    const owner = { ...slot, thing: words.slice(0, -1) }
    const isOther = words.length > 1 && words.at(-1) === 'id' && owner.thing.join() !== slot.thing?.join()
    return isOther && lookupFor(name, owner, reading) ? [{ field, slot: owner }] : []
  })
  return fields.length > 0 ? { records, fields } : undefined
}

/** The owners without the field that was looked up in vain. */
export function nextOwners({ records, fields }: Owners): Owners | undefined {
  return fields.length > 1 ? { records, fields: fields.slice(1) } : undefined
}

/** The records that belong to one of the owners. */
export function ownedBy({ records, fields: [looked] }: Owners, owners: readonly JsonObject[]): JsonObject[] {
  const ids = owners.map((owner) => String(idOf(owner, looked!.slot.thing)))
  return records.filter((record) => ids.includes(String(record[looked!.field])))
}
