/** One command of a shell script: its words after shell parsing, and the comment before it. */
export interface ShellCommand {
  words: string[]
  comment?: string
  /** The text that the script gives as standard input (`<<EOF`, `<<<`). */
  stdin?: string
}

const ESCAPES: Record<string, string> = { n: '\n', t: '\t', r: '\r', '\\': '\\', "'": "'", '"': '"' }
const TOKEN =
  /\\\r?\n|\^\r?\n|(?<![^\s;&|])#[^\n]*|\$'((?:\\[\s\S]|[^'\\])*)'|'([^']*)'|"((?:\\[\s\S]|[^"\\])*)"|&&|\|\|?|[;\n]|[^\S\n]+|\\([\s\S])|([^\s'"\\;|&$#^]+|[\s\S])/g

/** A word that redirects input or output, with its target: `>out.json`, `2>&1`, `<<<text`; not a placeholder `<id>`. */
const REDIRECTION = /^(?:\d*>>?|<<<|<(?![^<]*>))([\s\S]*)$/

/** The start of a text in the script, which ends at the line with the delimiter: `<<EOF`. */
const HERE_DOCUMENT = /(?<!<)<<-?[^\S\n]*(['"]?)(\w+)\1/

/**
 * Splits a shell script into its commands. Understands quotes, `$'...'`, continued lines, comments and redirections.
 * Does not expand variables and does not run the commands.
 */
export function shellCommands(script: string): ShellCommand[] {
  const text = inCmd(script) ?? withHereStrings(script)
  const commands: ShellCommand[] = []
  let [words, word]: [string[], string | undefined] = [[], undefined]
  let comment: string | undefined
  let stdin: string | undefined
  /** Whether the first character of the word is neither quoted nor escaped. */
  let isBare = false
  /** The redirection whose target is the next word. */
  let open: string | undefined
  const endWord = () => {
    if (word === undefined) return
    const [whole, target] = (open === undefined && isBare && REDIRECTION.exec(word)) || []
    if (whole === undefined && open === undefined) words.push(word)
    else if (open === undefined && target === '') open = whole
    else {
      if ((open ?? whole)?.startsWith('<<<')) stdin = open === undefined ? target : word
      open = undefined
    }
    word = undefined
  }
  const endCommand = () => {
    endWord()
    if (words.length > 0) {
      commands.push({ words, comment, ...(stdin === undefined ? {} : { stdin }) })
      comment = undefined
    }
    words = []
    open = undefined
    stdin = undefined
  }
  for (const [token, ansi, single, double, escaped, plain] of text.matchAll(TOKEN)) {
    if (/^[\\^]\r?\n$/.test(token)) continue
    if (token.startsWith('#') && word === undefined) {
      if (words.length === 0) comment = token.replace(/^#+\s*/, '').trim()
    } else if (/^(&&|\|\|?|[;\n])$/.test(token) || (token === '&' && word === undefined)) endCommand()
    else if (/^[^\S\n]+$/.test(token)) endWord()
    else {
      const value =
        (ansi !== undefined && unescapeAnsi(ansi)) ||
        single ||
        (double !== undefined && unescapeDouble(double)) ||
        escaped ||
        plain
      const isEmptyQuote = ansi === '' || single === '' || double === ''
      if (word === undefined) isBare = plain !== undefined
      word = (word ?? '') + (isEmptyQuote ? '' : value || token)
    }
  }
  endCommand()
  return commands
}

/**
 * A text for `cmd.exe`, as browsers on Windows copy a request: `^` escapes the next character, also a quote. Returns
 * the text without these escapes; undefined for other shells.
 */
function inCmd(script: string): string | undefined {
  if (!/\bcurl(\.exe)?\s+\^"/i.test(script)) return undefined
  return script.replace(/\^(\r?\n(?:\r?\n)?|[\s\S])/g, (_, next: string) =>
    /^\r?\n/.test(next) ? next.replace(/^\r?\n/, '') : next,
  )
}

/** Writes the texts in a script (`<<EOF`) as words: `<<<'text'`. */
function withHereStrings(script: string): string {
  const lines = script.split('\n')
  const lastOf = new Map(lines.map((line, index) => [line.trim(), index]))
  const written: string[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!
    const [start, , delimiter = ''] = HERE_DOCUMENT.exec(line) ?? []
    if (start === undefined || (lastOf.get(delimiter) ?? 0) <= index) written.push(line)
    else {
      const body: string[] = []
      while (lines[++index]!.trim() !== delimiter) body.push(lines[index]!)
      written.push(line.replace(start, () => `<<<'${body.join('\n').replaceAll("'", "'\\''")}'`))
    }
  }
  return written.join('\n')
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
