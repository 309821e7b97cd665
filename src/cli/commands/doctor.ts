import type { VoiceCommand } from '../command.js'
import type { DoctorFlags } from '../doctor/run.js'
import { AGENT_SETTINGS } from '../settings/settings.js'

export function addDoctorCommand(program: VoiceCommand): void {
  const { stt, tts } = AGENT_SETTINGS
  program
    .command('doctor')
    .description('check what works on this machine, and say how to fix the rest')
    .settings({
      stt: { ...stt, about: 'recognizer to check (default: the one that `voice serve` would use)' },
      tts: { ...tts, about: 'voice to check (default: the one that `voice serve` would use)' },
    })
    .outputOptions(['text', 'json'])
    .examples('voice doctor', 'voice doctor --stt exec/pocketsphinx --tts exec/flite')
    .runs(async (flags: DoctorFlags) => (await import('../doctor/run.js')).runDoctor(flags))
}
