/** One command of a shell script: its words after shell parsing, and the comment before it. */
export interface ShellCommand {
  words: string[]
  comment?: string
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' }
const TOKEN =
  /\\\r?\n|\^\r?\n|#[^\n]*|\$'((?:\\[\s\S]|[^'\\])*)'|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|&&|\|\|?|[;\n]|[^\S\n]+|\\([\s\S])|([^\s'"\\;|&$#^]+|[\s\S])/g

/**
 * Splits a shell script into its commands. Understands quotes, `$'...'`, continued lines and comments. Does not expand
 * variables and does not run the commands.
 */
export function shellCommands(text: string): ShellCommand[] {
  const commands: ShellCommand[] = []
  let [words, word]: [string[], string | undefined] = [[], undefined]
  let comment: string | undefined
  const endWord = () => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  const endCommand = () => {
    endWord()
    if (words.length > 0) commands.push({ words, comment })
    if (words.length > 0) comment = undefined
    words = []
  }
  for (const [token, ansi, single, double, escaped, plain] of text.matchAll(TOKEN)) {
    if (/^[\\^]\r?\n$/.test(token)) continue
    if (token.startsWith('#') && word === undefined) {
      if (words.length === 0) comment = token.replace(/^#+\s*/, '').trim()
    } else if (/^(&&|\|\|?|[;\n])$/.test(token)) endCommand()
    else if (/^[^\S\n]+$/.test(token)) endWord()
    else {
      const value =
        (ansi !== undefined && unescapeAnsi(ansi)) ||
        single ||
        (double !== undefined && unescapeDouble(double)) ||
        escaped ||
        plain
      const isEmptyQuote = ansi === '' || single === '' || double === ''
      word = (word ?? '') + (isEmptyQuote ? '' : value || token)
    }
  }
  endCommand()
  return commands
}

function unescapeAnsi(text: string): string {
  return text.replace(
    /\\(u([0-9a-f]{1,4})|x([0-9a-f]{1,2})|[\s\S])/gi,
    (_, all: string, unicode?: string, hex?: string) => {
      const code = unicode ?? hex
      return code === undefined ? (ESCAPES[all] ?? all) : String.fromCharCode(Number.parseInt(code, 16))
    },
  )
}

function unescapeDouble(text: string): string {
  return text.replace(/\\([\s\S])/g, (all, next: string) =>
    next === '\n' ? '' : /["\\$`]/.test(next) ? next : all,
  )
}
