import { capitalize } from '../../text/capitalize.js'
import { mapMembers } from '../../toolkit/model/map-members.js'
import type { Level, Profile } from '../../toolkit/validate/rule.js'
import type { Schema } from '../../toolkit/validate/schema-node.js'
import { AGENT_SETTINGS } from './agent-settings.js'
import type { ConfigValues, Setting, SettingsTable } from './kinds.js'
import { byName, choice, type Kind, object, text, whole } from './kinds.js'
import { SERVER_SETTINGS } from './server-settings.js'

export const VALIDATE_SETTINGS = {
  profile: {
    kind: choice(['official', 'agent', 'generated'] satisfies Profile[]),
    about: 'which requirements `voice validate` checks',
  },
  rules: {
    kind: byName(choice(['off', 'info', 'warning', 'error'] satisfies Level[])),
    about: 'severities by the code of the rule; docs/rules.md lists the codes',
  },
  maxWarnings: { kind: whole(0), about: '`voice validate` fails when there are more warnings' },
} as const satisfies SettingsTable

const CONFIG_SETTINGS = {
  $schema: { kind: text, about: 'path of this schema, for editors' },
  ...AGENT_SETTINGS,
  ...SERVER_SETTINGS,
  ...VALIDATE_SETTINGS,
  apps: {
    kind: byName(object(AGENT_SETTINGS, 'app')),
    about: 'agents of their own, by app id; what an app omits, it takes from the file',
  },
} as const satisfies SettingsTable

export type ConfigFile = ConfigValues<typeof CONFIG_SETTINGS>

/**
 * The JSON Schema of the configuration. With `described`, each member has its description and default. The file
 * schemas/voice-config.json is the described schema: `npx vitest run test/cli/settings.test.ts -u` writes it.
 */
export function configSchema({ described = false } = {}): Schema {
  const definitions: Record<string, Schema> = {}
  const ofMember = (setting: Setting): Schema => {
    const schema = ofKind(setting.kind)
    return described ? { ...textsOf(setting), ...schema } : schema
  }
  const ofMembers = (members: SettingsTable): Schema => {
    const required = Object.keys(members).filter((name) => members[name]!.required)
    return {
      ...(required.length > 0 && { required }),
      additionalProperties: false,
      properties: mapMembers(members, ofMember),
    }
  }
  const whole = ({ schema, members, each }: Kind): Schema => ({
    ...schema,
    ...(members && ofMembers(members)),
    ...(each && { [schema.type === 'array' ? 'items' : 'additionalProperties']: ofKind(each) }),
  })
  const ofKind = (kind: Kind): Schema => {
    if (kind.name === undefined) return whole(kind)
    definitions[kind.name] ??= whole(kind)
    return { $ref: `#/definitions/${kind.name}` }
  }
  definitions['voice-config'] = whole(object(CONFIG_SETTINGS))
  return { $ref: '#/definitions/voice-config', definitions }
}

function textsOf({ about, kind, values, default: value }: Setting): Schema {
  const text = [
    values ? `${about}: ${values}` : about,
    ...(kind.several?.member ? [kind.several.member] : []),
  ].join('; ')
  return {
    description: `${capitalize(text)}.`,
    ...(value !== undefined && { default: value }),
  }
}
