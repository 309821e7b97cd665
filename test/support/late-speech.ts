import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { encodeWav } from '../../src/server/providers/speech/wav.js'
import { recorded } from './speech-files.js'

/** Silence before the speech of `lateSpeech`, in milliseconds. */
const LEAD_MS = 2_500

/**
 * A WAV file with silence before a recorded sentence. The microphone of Chromium plays its file from the start, also while
 * a page on a loaded machine still connects, and would lose the first words. Call it at the top of a test file, after
 * whose last test the file is removed.
 */
export function lateSpeech(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'voice-speech-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = join(folder, `${name}.wav`)
  const silence = new Int16Array((LEAD_MS * 16_000) / 1_000)
  writeFileSync(file, encodeWav([silence, recorded(name)], 16_000))
  return file
}
