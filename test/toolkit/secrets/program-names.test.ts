import { expect, it } from 'vitest'
import { CARRIER_VARIABLES } from '../../../src/server/phone/carriers/carriers.js'
import { CHAT_PROVIDERS } from '../../../src/server/providers/registry.js'
import { SERVICES } from '../../../src/server/providers/services.js'
import { isEnvFileSetting } from '../../../src/toolkit/secrets/program-names.js'

it('every key of a provider and a carrier is a setting, so no collection can read it', () => {
  const providers = Object.values(CHAT_PROVIDERS).flatMap(({ keyVariable, otherVariables = [] }) => [
    ...(keyVariable ? [keyVariable] : []),
    ...otherVariables,
  ])
  const services = Object.values(SERVICES).map(({ keyVariable }) => keyVariable)
  const names = [...providers, ...services, ...Object.values(CARRIER_VARIABLES)]
  expect(names.filter((name) => !isEnvFileSetting(name))).toEqual([])
})
