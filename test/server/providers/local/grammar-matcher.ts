/**
 * Whether texts fit a grammar in llama.cpp's notation: the grammars here do not recur, so that each becomes one regular expression. Knows the part of the
 * notation that is used.
 */
export function grammarMatcher(grammar: string): (text: string) => boolean {
  const rules = new Map(
    grammar.split('\n').map((line) => {
      const [name = '', body = ''] = line.split(/ ::= (.*)/s)
      return [name, body]
    }),
  )
  const expression = new RegExp(`^(?:${sourceOf('root', rules)})$`, 's')
  return (text) => expression.test(text)
}

const PIECES = /"(?:\\.|[^"\\])*"|\[(?:\\.|[^\]\\])*\]|[a-z]\w*|[()|*+?]|\{\d*,?\d*\}|\s+|./g

function sourceOf(name: string, rules: ReadonlyMap<string, string>): string {
  const body = rules.get(name)
  if (body === undefined) throw new Error(`The grammar has no rule ${name}.`)
  const pieces = body.match(PIECES) ?? []
  return pieces.map((piece) => pieceOf(piece, rules)).join('')
}

function pieceOf(piece: string, rules: ReadonlyMap<string, string>): string {
  if (/^\s+$/.test(piece)) return ''
  if (piece.startsWith('"')) return literalOf(piece)
  if (/^[a-z]/.test(piece)) return `(?:${sourceOf(piece, rules)})`
  if (piece === '(') return '(?:'
  return piece
}

function literalOf(piece: string): string {
  const text = JSON.parse(piece) as string
  return `(?:${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')})`
}
