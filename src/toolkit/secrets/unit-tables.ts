/** Maps each UTF-16 unit to the unit that is compared in its place. */
export type UnitTable = Uint16Array

/** Urlencoded forms write a space as a plus sign, so plus sign and space count as one character. */
const [PLUS, SPACE] = [43, 32]

/** Returns a function that builds a table when it is called for the first time. */
function tableOf(meaning: (code: number) => number): () => UnitTable {
  let table: UnitTable | undefined
  return () => {
    table ??= Uint16Array.from({ length: 65_536 }, (_, code) => (code === PLUS ? SPACE : meaning(code)))
    return table
  }
}

export const sameCase = tableOf((code) => code)

/** Every unit is compared in lower case. A unit whose lower case has several units is compared as itself. */
export const lowerCase = tableOf((code) => {
  const lower = String.fromCharCode(code).toLowerCase()
  return lower.length === 1 ? lower.charCodeAt(0) : code
})
