import type { Command } from 'commander'
import { addExamples, addOutputOptions, type ExitCode, type OutputOptions, runs } from '../output.js'

/** `voice doctor`: what works on this machine. */
export function addDoctorCommand(program: Command): void {
  const command = program
    .command('doctor')
    .description('say what works on this machine, and what to do about the rest')
  addOutputOptions(command, ['text', 'json'])
  addExamples(command, 'voice doctor')
  command.action(runs(doctor))
}

async function doctor(options: OutputOptions): Promise<ExitCode> {
  const { runDoctor } = await import('../doctor/run.js')
  return runDoctor(options)
}
