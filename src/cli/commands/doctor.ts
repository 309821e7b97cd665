import type { Command } from 'commander'
import type { DoctorFlags } from '../doctor/run.js'
import { addExamples, addOutputOptions, type ExitCode, runs } from '../output.js'

/** `voice doctor`: what works on this machine. */
export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description('say what works on this machine, and what to do about the rest')
    .option('--stt <provider/model:language>', 'ears to try, instead of those that `voice serve` would use')
    .option('--tts <provider/model:voice>', 'a voice to try')
  addOutputOptions(command, ['text', 'json'])
  addExamples(command, 'voice doctor', 'voice doctor --stt exec/pocketsphinx --tts exec/flite')
  command.action(runs(doctor))
}

async function doctor(options: DoctorFlags): Promise<ExitCode> {
  const { runDoctor } = await import('../doctor/run.js')
  return runDoctor(options)
}
