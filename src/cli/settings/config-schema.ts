import { capitalize } from '../../text/capitalize.js'
import { mapMembers } from '../../toolkit/model/map-members.js'
import type { Schema } from '../../toolkit/validate/schema-node.js'
import type { Kind, Setting, SettingsTable } from './kinds.js'
import { CONFIG } from './settings.js'

/** The JSON Schema of the configuration, `described` in schemas/voice-config.json. */
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
  definitions['voice-config'] = whole(CONFIG)
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
