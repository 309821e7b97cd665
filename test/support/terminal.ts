import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from './eventually.js'

/** How a terminal is opened. */
export interface TerminalOptions {
  columns?: number
  rows?: number
  env?: Record<string, string>
}

const WAIT_MS = 15_000

/** A terminal of tmux with one program in it, on a socket of its own. */
export class Terminal {
  readonly #folder = mkdtempSync(join(tmpdir(), 'voice-terminal-'))
  readonly #socket = join(this.#folder, 'tmux')

  constructor(command: string[], { columns = 80, rows = 24, env = {} }: TerminalOptions = {}) {
    // What says how the program ended stays on the screen; a shell after it shows whether the terminal is as before.
    const script = join(this.#folder, 'run.sh')
    const quoted = command.map((part) => `'${part.replaceAll("'", "'\\''")}'`).join(' ')
    writeFileSync(
      script,
      `${quoted}\necho "ended with $?"\nstty -a | tr ';' '\\n' | grep -wo -e '-\\?icanon'\nexec sleep 600\n`,
    )
    const size = ['-x', String(columns), '-y', String(rows)]
    const { CI: _, TMUX: __, ...rest } = process.env
    this.#tmux(['-f', '/dev/null', 'new-session', '-d', ...size, `sh ${script}`], {
      ...rest,
      LC_ALL: 'C.UTF-8',
      ...env,
    })
  }

  /** Presses keys by tmux's names (`Enter`, `C-c`, `Up`), or types other text. */
  press(...keys: string[]): void {
    this.#tmux(['send-keys', '--', ...keys])
  }

  /** Types a line and sends it. */
  say(text: string): void {
    this.#tmux(['send-keys', '-l', '--', text])
    this.press('Enter')
  }

  /** Pastes as a terminal does that marks what is pasted. */
  paste(text: string): void {
    this.#tmux(['set-buffer', text])
    this.#tmux(['paste-buffer', '-p'])
  }

  /** Drags the window to another width. */
  resize(columns: number): void {
    this.#tmux(['resize-window', '-x', String(columns)])
  }

  /** What stands there now, without blanks at the ends of lines and more than one empty line at the start or any at the end. */
  screen(): string {
    const text = this.#tmux(['capture-pane', '-p'])
    return text
      .replace(/[ \t]+$/gm, '')
      .trimEnd()
      .replace(/^\n+/, '\n')
  }

  /** Keeps the raw bytes that the program writes from now on; the result reads them. */
  record(): () => string {
    const file = join(this.#folder, 'raw')
    this.#tmux(['pipe-pane', '-o', `cat > '${file}'`])
    return () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  }

  /** Whether the cursor is shown. */
  get hasCursor(): boolean {
    return this.#tmux(['display-message', '-p', '#{cursor_flag}']).trim() === '1'
  }

  /** Resolves with the screen when it matches. Rejects with the screen after fifteen seconds. */
  async until(wanted: RegExp): Promise<string> {
    let screen = ''
    const isShown = () => {
      screen = this.screen()
      return wanted.test(screen)
    }
    await eventually(isShown, `${wanted}`, { deadlineMs: WAIT_MS, everyMs: 40 }).catch((error: Error) => {
      throw new Error(`${error.message}, on the screen:\n${screen}`)
    })
    return screen
  }

  close(): void {
    spawnSync('tmux', ['-S', this.#socket, 'kill-server'])
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #tmux(args: string[], env: NodeJS.ProcessEnv = process.env): string {
    const { status, stdout, stderr } = spawnSync('tmux', ['-S', this.#socket, ...args], {
      encoding: 'utf8',
      env,
    })
    if (status !== 0) throw new Error(`tmux ${args[0]}: ${stderr}`)
    return stdout
  }
}
