import { cutWords } from '../../languages/cut-words.js'

export interface Resource {
  /** Words of each fixed segment (without parameters), the first segment first. Versions and `api` are left out. */
  segments: string[][]
  target: string[]
  single: boolean
  /** Whether the path is about the user's own records: `/me/albums`. */
  own: boolean
  /** The parameters in the path. `owner`: the words before, `artists` for `{id}` in `/artists/{id}/albums`. */
  parameters: { name: string; owner: string[] }[]
}

const noise = /^(api|rest|v\d+([._]\d+)*|\d+([._]\d+)*)$/i

const ownSegment = /^(me|self|my|current|current[_-]?user|whoami)$/i

/** Derives the resource of a tool from its path, such as `/artists/{id}/albums`. */
export function readPath(path: string): Resource {
  const resource: Resource = { segments: [], target: [], single: false, own: false, parameters: [] }
  for (const segment of path.split('/')) {
    if (segment === '' || noise.test(segment)) continue
    const parameter = /^\{([^{}]*)\}(?:\.\w+)?$/.exec(segment)
    resource.single = parameter !== null
    resource.own ||= ownSegment.test(segment)
    if (parameter) resource.parameters.push({ name: parameter[1]!, owner: resource.segments.at(-1) ?? [] })
    else resource.segments.push(cutWords(segment.replace(/\{[^{}]*\}/g, ' ')))
  }
  resource.target = resource.segments.at(-1) ?? []
  return resource
}
