import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { VoiceError } from '../../../../errors.js'
import { refuseLinksOut } from './links.js'

/**
 * Unpacks a tar archive into a folder and returns the one folder that it contains. Uses the `tar` program of the
 * system: it supports bzip2, which Node does not, and writes only inside the folder. Links out of the folder are
 * rejected. Throws `model-damaged` or `not-installed`.
 */
export async function unpack(archive: string, folder: string): Promise<string> {
  await runTar(['-xf', archive, '-C', folder], archive)
  await refuseLinksOut(folder, archive)
  const inside = await readdir(folder)
  if (inside.length === 1) return join(folder, inside[0]!)
  throw new VoiceError('model-damaged', `${archive} does not hold one folder, as archives of models do.`)
}

function runTar(args: string[], archive: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const tar = spawn('tar', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    let complaint = ''
    tar.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(0, 2_000)
    })
    tar.on('error', () =>
      reject(
        new VoiceError(
          'not-installed',
          'The program tar is needed to unpack this model; install it (with bzip2).',
        ),
      ),
    )
    tar.on('close', (code) => (code === 0 ? resolve() : reject(failed(archive, complaint))))
  })
}

function failed(archive: string, complaint: string): VoiceError {
  const [line = ''] = complaint.split('\n')
  const lacksBzip2 = complaint
    .split('\n')
    .some((one) => /bzip2/i.test(one) && /not found|No such file|exec/i.test(one))
  if (lacksBzip2)
    return new VoiceError(
      'not-installed',
      'The program bzip2 is needed to unpack this model: apt-get install bzip2.',
    )
  if (/no space left/i.test(complaint))
    return new VoiceError(
      'disk-full',
      `The disk is full: ${archive} could not be unpacked. Make room, or set VOICE_MODELS_DIR to another disk.`,
    )
  return new VoiceError(
    'model-damaged',
    `${archive} cannot be unpacked (${line.trim()}); it was removed. Fetch it again.`,
  )
}
