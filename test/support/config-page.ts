import { Option } from 'commander'
import { aboutWithValues, type Setting, type SettingsTable } from '../../src/cli/settings/kinds.js'
import {
  AGENT_SETTINGS,
  BUDGET_SETTINGS,
  COLLECTION_SETTINGS,
  SERVER_SETTINGS,
  VALIDATE_SETTINGS,
} from '../../src/cli/settings/settings.js'

const { collections: _, ...agent } = AGENT_SETTINGS
const { limits, webrtc, ...server } = SERVER_SETTINGS

/** The settings in the first table below each heading of docs/config.md. */
const TABLES: Record<string, SettingsTable> = {
  Collections: COLLECTION_SETTINGS,
  'Agent settings': agent,
  Budgets: BUDGET_SETTINGS,
  'Server settings': { ...server, webrtc, ...nested('webrtc', webrtc), ...nested('limits', limits) },
  'Settings of `voice validate`': VALIDATE_SETTINGS,
}

/** docs/config.md with its tables of settings written anew. */
export function configPage(page: string): string {
  const sections = page.split(/^(?=## )/m)
  return sections
    .map((section) => {
      const settings = TABLES[/^## (.*)$/m.exec(section)?.[1] ?? '']
      return settings ? section.replace(/(^\|.*\n)+/m, () => table(settings)) : section
    })
    .join('')
}

function nested(name: string, { kind }: Setting): SettingsTable {
  return Object.fromEntries(
    Object.entries(kind.members ?? {}).map(([member, setting]) => [`${name}.${member}`, setting]),
  )
}

function table(settings: SettingsTable): string {
  const all = Object.entries(settings)
  const columns: [title: string, cell: (name: string, setting: Setting) => string][] = [
    ['member', (name) => `\`${name}\``],
    ['flag', (_name, { flag }) => (flag === undefined ? '' : `\`${new Option(flag).long}\``)],
    ['default', (_name, setting) => shown(setting)],
    ['meaning', (_name, setting) => textOf(setting)],
  ]
  const used = columns.filter(
    ([title, cell]) => title === 'meaning' || all.some(([name, setting]) => cell(name, setting) !== ''),
  )
  const rows = all.map(([name, setting]) => used.map(([, cell]) => cell(name, setting)))
  return `${[line(used.map(([title]) => title)), `|${'---|'.repeat(used.length)}`, ...rows.map(line)].join('\n')}\n`
}

const line = (cells: string[]) => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`

const shown = ({ default: value, otherwise = '' }: Setting) =>
  value === undefined ? otherwise : `\`${value}\``

function textOf(setting: Setting): string {
  const { kind, more = '' } = setting
  const several = kind.several?.member ? `; ${kind.several.member}` : ''
  return `${aboutWithValues(setting)}${several}${more}`
}
