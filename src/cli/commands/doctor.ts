import type { Command } from 'commander'
import type { DoctorFlags } from '../doctor/run.js'
import { addExamples, addOutputOptions, type ExitCode, runCommand } from '../output.js'
import { addFlags } from '../settings/add-flags.js'
import { AGENT_SETTINGS } from '../settings/agent-settings.js'

/** `voice doctor`: checks this machine. */
export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description('check what works on this machine, and say how to fix the rest')
  const { stt, tts } = AGENT_SETTINGS
  addFlags(command, {
    stt: { ...stt, about: 'recognizer to check, instead of that of `voice serve`' },
    tts: { ...tts, about: 'voice to check' },
  })
  addOutputOptions(command, ['text', 'json'])
  addExamples(command, 'voice doctor', 'voice doctor --stt exec/pocketsphinx --tts exec/flite')
  command.action(runCommand(doctor))
}

async function doctor(options: DoctorFlags): Promise<ExitCode> {
  const { runDoctor } = await import('../doctor/run.js')
  return runDoctor(options)
}
