/** The remark about credentials that became variables; empty if there are none. */
export function variableRemark(variables: readonly string[]): string[] {
  const names = [...new Set(variables)]
  if (names.length === 0) return []
  const list = names.join(', ')
  return [`Credentials were left out and became variables: ${list}. Set them in .env or an environment file.`]
}
