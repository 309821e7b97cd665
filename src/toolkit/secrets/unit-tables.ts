/** Maps each UTF-16 unit of patterns and texts to its normalised unit. */
export type UnitTable = Uint16Array

/** Forms encode a space as a plus sign: both count as one character. */
const [PLUS, SPACE] = [43, 32]

/** A table that is built at first use. */
function tableOf(meaning: (code: number) => number): () => UnitTable {
  let table: UnitTable | undefined
  return () => {
    table ??= Uint16Array.from({ length: 65_536 }, (_, code) => (code === PLUS ? SPACE : meaning(code)))
    return table
  }
}

/** Each unit unchanged. */
export const sameCase = tableOf((code) => code)

/** Each unit in lower case, if that is one unit as well. */
export const lowerCase = tableOf((code) => {
  const lower = String.fromCharCode(code).toLowerCase()
  return lower.length === 1 ? lower.charCodeAt(0) : code
})
