import type { XmlDocument } from '../xml-leaves.js'
import type { EffectKind } from './executed-text.js'
import { isMethodOverride } from './nested-request.js'
import { namesSwitch, ordersByName } from './words.js'

/** Stands for the content of an element that has only members. */
const MEMBERS = '{...}'

export interface XmlValue {
  kind?: EffectKind
  name: string
  value: string
}

/**
 * The values of an XML body: the operations of a SOAP envelope, a root element that is a command, the method of an
 * XML-RPC call, attributes, and the texts of all elements. An element with members counts only if its name is an order.
 */
export function xmlValues({ elements, attributes, operations, texts }: XmlDocument): XmlValue[] {
  const [root = ''] = elements
  const isCall = elements.includes('methodCall')
  // `system.multicall` has the name of each method as the value of a member, before or after the name of this member.
  const namesMethod = (at: number) => texts[at]?.name === 'name' && texts[at].value === 'methodName'
  const ordered = ordersByName(root) ? [root] : operations
  return [
    ...ordered.map((name): XmlValue => ({ kind: 'method', name, value: name })),
    ...attributes,
    ...texts.flatMap(({ name, value, hasChildren }, at): XmlValue[] => {
      if (value === '' && hasChildren)
        return namesSwitch(name) && !ordered.includes(name) ? [{ name, value: MEMBERS }] : []
      if (isCall && (name === 'methodName' || namesMethod(at - 1) || namesMethod(at + 1)))
        return [{ kind: 'method', name: 'methodName', value }]
      return [isMethodOverride(name) ? { kind: 'override', name, value } : { name, value }]
    }),
  ]
}
