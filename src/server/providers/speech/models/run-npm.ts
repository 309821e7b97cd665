import { spawn } from 'node:child_process'

/** Runs npm with the user's registry settings. On failure, rejects with the last line of its error output or with its exit code. */
export function runNpm(args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const isWindows = process.platform === 'win32'
    const npm = spawn(isWindows ? 'npm.cmd' : 'npm', args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      shell: isWindows,
    })
    let complaint = ''
    npm.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000)
    })
    npm.on('error', reject)
    npm.on('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(complaint.trim().split('\n').at(-1) || `exit ${code}`))
    })
  })
}
