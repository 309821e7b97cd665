import { parse } from 'yaml'

/**
 * The value that a YAML text says; throws what `yaml` throws for any other text. A module of its own to be loaded on first use: the
 * package itself, once bundled, has no named exports when it is imported that late.
 */
export function parseYaml(text: string): unknown {
  return parse(text)
}
