import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentenceFor } from '../../../src/client/overlay/notice.js'
import { languageData } from '../../../src/languages/data.js'
import { english } from '../../../src/languages/overlay-texts.js'
import type { ModelFailure } from '../../../src/server/model/model-error.js'
import type { SpeechFailure } from '../../../src/server/model/speech-error.js'

const ROOT = join(import.meta.dirname, '../../..')

/** Every code that stands somewhere in the sources of the client. */
function codesOfClient(): string[] {
  const files = readdirSync(join(ROOT, 'src/client'), { recursive: true, encoding: 'utf8' })
  const texts = files
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(ROOT, 'src/client', name), 'utf8'))
  const found = texts.flatMap((text) => [
    ...text.matchAll(/new VoiceError\(\s*'([a-z-]+)'/g),
    ...text.matchAll(/\brefusal\(\s*'([a-z-]+)'/g),
    ...text.matchAll(/\{ code: '([a-z-]+)', message/g),
  ])
  return [...new Set(found.map(([, code]) => code!))]
}

/** Every code of an `error` event, from the table of the protocol. */
function codesOfProtocol(): string[] {
  const page = readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8')
  const part = page.split('\n## Errors\n')[1]!.split('\n## ')[0]!
  const cells = part
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .map((row) => row.split('|')[1]!)
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, code]) => code!.replaceAll('_', '-')))
}

/** Thrown to the program that calls, before there is anything to draw on. */
const FOR_PROGRAMS = ['bad-config', 'mixed-content', 'not-initialized', 'not-connected', 'disconnected']

/** What this client never does, so that its user cannot meet the answer. */
const NEVER_CAUSED = [
  ...['invalid-json', 'invalid-value', 'invalid-frame', 'unknown-event-type', 'item-not-found'],
  ...['item-create-duplicate-item-id', 'item-retrieve-invalid-item-id', 'item-delete-invalid-item-id'],
  ...['item-truncate-invalid-item-id', 'input-audio-buffer-commit-empty', 'input-audio-buffer-full'],
  ...['response-not-available', 'session-locked', 'input-too-large', 'settings-too-large'],
  ...['too-many-tools', 'too-many-responses', 'call-ended'],
]
/** Races that the client settles by itself. */
const HARMLESS = ['conversation-already-has-active-response', 'response-cancel-not-active']

const MODEL: Record<ModelFailure, true> = {
  ...{ unauthorized: true, 'rate-limited': true, unavailable: true, unreachable: true, rejected: true },
  ...{ timeout: true, 'bad-answer': true, 'no-answer': true, cut: true, 'too-long': true },
  ...{ 'no-credit': true, 'unknown-model': true },
}
const SPEECH: Record<SpeechFailure, true> = {
  ...{ unauthorized: true, 'rate-limited': true, unavailable: true, unreachable: true, rejected: true },
  ...{ timeout: true, 'bad-answer': true, 'not-installed': true },
}

const MET = [
  ...codesOfClient().filter((code) => !FOR_PROGRAMS.includes(code)),
  ...codesOfProtocol().filter((code) => !NEVER_CAUSED.includes(code) && !HARMLESS.includes(code)),
  ...Object.keys(MODEL).map((failure) => `model-${failure}`),
  ...Object.keys(SPEECH).map((failure) => `speech-${failure}`),
  ...['internal', 'no-speech-to-text', 'server-stopped'],
]

const allTexts = languageData.map(({ code, overlay }) => ({ language: code, ...overlay }))

describe('the codes a person can meet', () => {
  it('are all found', () => {
    expect(MET).toEqual(
      expect.arrayContaining([
        'origin-refused',
        'ended',
        'queue-full',
        'approval-request-not-found',
        'model-cut',
      ]),
    )
    const known = [...codesOfClient(), ...codesOfProtocol()]
    expect([...FOR_PROGRAMS, ...NEVER_CAUSED, ...HARMLESS].filter((code) => !known.includes(code))).toEqual(
      [],
    )
  })

  it.each(MET)('%s has a sentence in each language', (code) => {
    const sentences = allTexts.map((texts) => sentenceFor({ code, message: 'no sentence' }, texts))
    for (const sentence of sentences) expect(sentence).toMatch(/^[\p{Lu}\p{Lo}].+[.。]$/u)
    expect(new Set(sentences).size).toBe(allTexts.length)
  })

  it.each([
    ['item-not-found', 'There is no such item: "7".', 'There is no such item: "7".'],
    ['from-the-future', 'from-the-future', english.errors.internal],
    ['', 'Something else.', 'Something else.'],
  ])('%s, which nobody knows: the message, and never a bare code', (code, message, want) => {
    expect(sentenceFor({ code, message }, english)).toBe(want)
  })

  it('has no sentence for a code that nobody sends', () => {
    const families = ['model-failed', 'speech-failed', 'not-available']
    for (const { errors } of allTexts)
      expect(Object.keys(errors).filter((code) => !MET.includes(code) && !families.includes(code))).toEqual(
        [],
      )
  })
})
