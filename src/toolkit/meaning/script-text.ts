/** A script without its comments; texts that look like comments stay. */
export function withoutComments(code: string): string {
  return code.replace(
    /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_piece, text: string | undefined) => text ?? '',
  )
}

/** A call that sets a variable. */
export interface Setter {
  variable: string
  /** The source of the value. */
  expression: string
}

const SETTER =
  /\b(?:pm\s*\.\s*(?:environment|globals|collectionVariables|variables)\s*\.\s*set|postman\s*\.\s*set(?:Environment|Global)Variable)\s*\(/g

/** Every call that sets a variable whose name is written out. */
export function settersIn(code: string): Setter[] {
  return [...code.matchAll(SETTER)].flatMap((match): Setter[] => {
    const [name, expression] = splitArguments(code, match.index + match[0].length)
    const variable = /^(["'`])([^"'`$]+)\1$/.exec(name ?? '')?.[2]
    return variable && expression ? [{ variable, expression }] : []
  })
}

/** The arguments of a call, cut at the commas outside of brackets and texts. */
function splitArguments(code: string, start: number): string[] {
  const pieces: string[] = []
  let depth = 0
  let from = start
  for (let index = start; index < code.length; index++) {
    const char = code[index]!
    if (char === '"' || char === "'" || char === '`') index = endOfText(code, index)
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char) && depth > 0) depth--
    else if (char === ')' || (char === ',' && depth === 0)) {
      pieces.push(code.slice(from, index).trim())
      from = index + 1
      if (char === ')') break
    }
  }
  return pieces
}

function endOfText(code: string, start: number): number {
  const quote = code[start]
  for (let index = start + 1; index < code.length; index++) {
    if (code[index] === '\\') index++
    else if (code[index] === quote) return index
  }
  return code.length
}

/** What names stand for; a name that stands for several things stands for nothing. */
export function assignmentsIn(code: string): Map<string, string> {
  const found = new Map<string, string>()
  const ambiguous = new Set<string>()
  const add = (name: string, expression: string) => {
    if (found.has(name) && found.get(name) !== expression) ambiguous.add(name)
    found.set(name, expression)
  }
  for (const [, name, expression] of code.matchAll(
    /(?:^|[\s;{(])([A-Za-z_$][\w$]*)\s*=(?![=>])\s*([^;\n]+)/g,
  )) {
    add(name!, expression!.trim())
  }
  for (const [, names, expression] of code.matchAll(/\b(?:const|let|var)\s*\{([^{}]*)\}\s*=\s*([^;\n]+)/g)) {
    for (const pair of names!.split(',')) {
      const [key = '', name = key] = pair.split(':').map((part) => part.trim())
      if (/^[\w$]+$/.test(key)) add(name, `${expression!.trim()}.${key}`)
    }
  }
  for (const name of ambiguous) found.delete(name)
  return found
}
