import { type Command, Option } from 'commander'
import type { Setting, SettingsTable } from './kinds.js'

/**
 * Adds the flags of settings to a command. `own` settings are not members of the configuration, so the parser applies
 * their defaults. The default of any other setting applies only if the configuration does not set it, so it is only
 * shown in the help.
 */
export function addFlags(command: Command, settings: SettingsTable, { own = false } = {}): void {
  for (const [name, setting] of Object.entries(settings)) {
    if (setting.flag === undefined) continue
    const option = new Option(setting.flag, helpOf(setting, own))
    option.attributeName = () => name
    const parser = setting.kind.parser?.(option.long!)
    if (parser) option.argParser(parser as Parameters<Option['argParser']>[0])
    if (own && setting.default !== undefined && !option.negate) option.default(setting.default)
    command.addOption(option)
  }
}

function helpOf(setting: Setting, own: boolean): string {
  const { about, kind } = setting
  const words = kind.schema.enum as string[] | undefined
  const text = [words ? `${about}: ${words.join(', ')}` : about, ...(kind.several ? [kind.several.flag] : [])]
  const usual = setting.otherwise ?? (own ? undefined : setting.default)
  const shown = usual === undefined || usual === false ? '' : ` (default: ${usual})`
  return text.join('; ') + shown
}
