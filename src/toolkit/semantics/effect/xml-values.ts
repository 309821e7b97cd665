import type { XmlDocument } from '../xml-leaves.js'
import type { EffectKind } from './executed-text.js'
import { isMethodOverride } from './nested-request.js'

interface XmlValue {
  kind?: EffectKind
  name: string
  value: string
}

/**
 * The values of an XML body: the operation of a SOAP envelope, the method of an XML-RPC call, and all leaves (elements
 * without child elements).
 */
export function xmlValues({ elements, leaves }: XmlDocument): XmlValue[] {
  const operation = elements[0] === 'Envelope' ? elements[elements.indexOf('Body', 1) + 1] : undefined
  const isCall = elements[0] === 'methodCall'
  return [
    ...(operation === undefined ? [] : [{ kind: 'method' as const, name: operation, value: operation }]),
    ...leaves.map(({ name, value }): XmlValue => {
      if (isCall && name === 'methodName') return { kind: 'method', name, value }
      return isMethodOverride(name) ? { kind: 'override', name, value } : { name, value }
    }),
  ]
}
