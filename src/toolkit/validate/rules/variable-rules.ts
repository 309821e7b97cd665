import { parseScripts } from '../../collection/parse-scripts.js'
import { asArray, asObject, asText } from '../../collection/read-shape.js'
import { oncePer } from '../../model/lazy.js'
import { asLine, isProgramName, lineFor } from '../../secrets/program-names.js'
import { FALLBACK_BASE_URL, mayFallBack } from '../../semantics/base-urls.js'
import { readCaptures } from '../../semantics/captures.js'
import { Intent } from '../../semantics/intent.js'
import { memberOf, unstoredTokens } from '../../semantics/unstored-tokens.js'
import { dynamicNames } from '../../template/dynamic.js'
import { filledNames, hasVariable, leadingVariable } from '../../template/variables.js'
import type { FileFacts } from '../file-facts.js'
import { nearest } from '../nearest.js'
import { below } from '../raw-diagnostic.js'
import { eachRequest, type RuleChecks } from '../rule.js'
import { declaredVariables, emptyVariables, isBuiltIn, programNamesIn, usedVariables } from '../variables.js'
import { rawOf, rawPath } from './address-rules.js'

/** What becomes of requests whose address has a variable without a value, and what to do. */
const WITHOUT_ADDRESS = {
  mock: `Requests go to ${FALLBACK_BASE_URL} unless --base-url or API_BASE_URL says otherwise.`,
  refused:
    'Calls are refused until it has a value: give it one, or say it with --env, --env-var or --base-url.',
}
const withoutAuth = (variable: string) =>
  `Give it a value, or say it in .env${asLine(variable)} or with --env or --env-var.`
type AddressState = keyof typeof WITHOUT_ADDRESS

const leadingVariables = oncePer(
  ({ items }: FileFacts) => new Set(items.map(({ origin }) => leadingVariable(origin))),
)

const addressState = (variable: string, facts: FileFacts): AddressState =>
  leadingVariables(facts).has(variable) && mayFallBack(variable) ? 'mock' : 'refused'

/** A quick test whether an answer may have a member for a token. Its name may be written with JSON escapes. */
const TOKEN = /token|jwt|\\u/i

export const variableRules: RuleChecks = {
  'variable-undeclared'(facts, report) {
    const declared = declaredVariables(facts)
    for (const [variable, { path, count }] of usedVariables(facts)) {
      if (declared.has(variable) || isBuiltIn(variable.trim()) || variable.trim() === '') continue
      if (isProgramName(variable)) continue
      const address = leadingVariables(facts).has(variable) ? addressState(variable, facts) : undefined
      const known = variable.startsWith('$') ? [...declared, ...dynamicNames] : declared
      const advice = address && WITHOUT_ADDRESS[address]
      const line = asLine(variable) === '' ? undefined : lineFor(variable)
      const args = { variable, count, meant: nearest(variable, known), advice, line }
      report(path, args, address === 'mock' ? { severity: 'info' } : {})
    }
  },
  'variable-of-program'(facts, report) {
    for (const [variable, { path, count }] of programNamesIn(facts)) report(path, { variable, count })
  },
  'variable-empty'(facts, report) {
    for (const { variable, path, isAuth } of emptyVariables(facts))
      if (isAuth)
        report(path, { variable, part: 'auth', advice: withoutAuth(variable) }, { severity: 'info' })
      else
        report(path, {
          variable,
          part: 'the address',
          advice: WITHOUT_ADDRESS[addressState(variable, facts)],
        })
  },
  'script-value-unread'(facts, report) {
    const used = usedVariables(facts)
    for (const { item, path } of facts.items) {
      if (item.event === undefined) continue
      for (const variable of readCaptures(parseScripts(item.event)).unread) {
        if (used.has(variable)) report(below(path, 'event'), { variable })
      }
    }
  },
  'token-not-stored'(facts, report) {
    const placeOf = new Map(facts.items.map(({ parsed, path }) => [parsed, path] as const))
    const filled = filledNames([facts.parsed.variables, [...facts.given]])
    const lost = unstoredTokens({
      items: [...placeOf.keys()],
      capturesOf: ({ scripts }) => readCaptures(scripts).captures,
      isFilled: (variable) => variable.startsWith('$') || filled.has(variable),
      isLogin: ({ name, request, examples }) =>
        examples.some(({ body }) => TOKEN.test(body)) && new Intent(name, request).answersCredential(),
    })
    for (const { item, pointers, variables } of lost)
      if (pointers.length > 0)
        report(placeOf.get(item)!, {
          name: item.name,
          member: memberOf(pointers[0]!),
          variable: variables[0]!,
        })
  },
  'variable-case'({ collection, path }, report) {
    const seen = new Map<string, string>()
    for (const [index, entry] of asArray(collection.variable).entries()) {
      const key = asText(asObject(entry)?.key)
      if (!key) continue
      const known = seen.get(key.toLowerCase())
      if (known === undefined) seen.set(key.toLowerCase(), key)
      else if (known !== key) report(below(path, 'variable', index), { one: known, other: key })
    }
  },
  'variable-malformed': eachRequest((facts, report) => {
    const raw = rawOf(facts) ?? ''
    const rest = raw.replace(/\{\{[^{}]*\}\}/g, '')
    if (hasVariable(rest) || rest.includes('}}')) report(rawPath(facts), { found: raw })
  }),
}
