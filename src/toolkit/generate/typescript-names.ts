/** The names of one tool in TypeScript. */
export interface ToolNames {
  /** `listPets` */
  method: string
  /** `ListPetsInput` */
  input: string
  /** `ListPetsAnswer` */
  output: string
}

/** Members every toolkit has already. */
const TAKEN = ['getFunctions', 'forIdentity', 'then', 'constructor']

/** Names for tools, unique; where two would become one, the later keeps its own spelling. */
export function typescriptNames(tools: string[]): ToolNames[] {
  const taken = new Set(TAKEN)
  return tools.map((tool) => {
    const method = free(camel(tool), taken)
    taken.add(method)
    const pascal = method.charAt(0).toUpperCase() + method.slice(1)
    return { method, input: `${pascal}Input`, output: `${pascal}Answer` }
  })
}

function camel(name: string): string {
  const joined = name.replace(/[_-]+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return /^[A-Za-z_$]/.test(joined) ? joined : `_${joined}`
}

function free(name: string, taken: Set<string>): string {
  if (!taken.has(name)) return name
  for (let count = 2; ; count++) if (!taken.has(`${name}_${count}`)) return `${name}_${count}`
}
