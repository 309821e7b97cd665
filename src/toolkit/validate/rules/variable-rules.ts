import { parseScripts } from '../../collection/parse-scripts.js'
import { asArray, asObject, asText } from '../../collection/read-shape.js'
import { oncePer } from '../../model/lazy.js'
import { isProgramName } from '../../secrets/program-names.js'
import { FALLBACK_BASE_URL, mayFallBack } from '../../semantics/base-urls.js'
import { readCaptures } from '../../semantics/captures.js'
import { dynamicNames } from '../../template/dynamic.js'
import { hasVariable, leadingVariable } from '../../template/variables.js'
import type { FileFacts } from '../file-facts.js'
import { nearest } from '../nearest.js'
import { below } from '../raw-diagnostic.js'
import { eachRequest, type RuleCheck } from '../rule.js'
import { declaredVariables, emptyVariables, isBuiltIn, programNamesIn, usedVariables } from '../variables.js'
import { rawOf, rawPath } from './address-rules.js'
import { quoted, times } from './wording.js'

/** What becomes of requests whose address has a variable without a value, and what to do. */
const WITHOUT_ADDRESS = {
  mock: `Requests go to ${FALLBACK_BASE_URL} unless --base-url or API_BASE_URL says otherwise.`,
  refused:
    'Calls are refused until it has a value: give it one, or say it with --env, --env-var or --base-url.',
}
type AddressState = keyof typeof WITHOUT_ADDRESS

const leadingVariables = oncePer(
  ({ items }: FileFacts) => new Set(items.map(({ origin }) => leadingVariable(origin))),
)

const addressState = (variable: string, facts: FileFacts): AddressState =>
  leadingVariables(facts).has(variable) && mayFallBack(variable) ? 'mock' : 'refused'

export const variableRules: RuleCheck[] = [
  {
    code: 'variable-undeclared',
    message: (args) => `{{${args.variable}}} is used ${times(args.count)} and declared nowhere.`,
    hint: (args) => {
      if (args.meant) return `did you mean {{${args.meant}}}?`
      return args.address
        ? WITHOUT_ADDRESS[args.address as AddressState]
        : 'Declare it in "variable", or give the environment with --env or --env-var.'
    },
    check(facts, report) {
      const declared = declaredVariables(facts)
      for (const [variable, { path, count }] of usedVariables(facts)) {
        if (declared.has(variable) || isBuiltIn(variable.trim()) || variable.trim() === '') continue
        if (isProgramName(variable)) continue
        const address = leadingVariables(facts).has(variable) ? addressState(variable, facts) : undefined
        const known = variable.startsWith('$') ? [...declared, ...dynamicNames] : declared
        const args = { variable, count, meant: nearest(variable, known), address }
        report(path, args, address === 'mock' ? { severity: 'info' } : {})
      }
    },
  },
  {
    code: 'variable-of-program',
    message: (args) =>
      `{{${args.variable}}} has the name of a setting or key of a program and is used ${times(args.count)}.`,
    hint: (args) =>
      `Check why the file asks for it. If the API needs the value, give it with VOICE_VAR_${args.variable} or --env-var, or rename the variable.`,
    check(facts, report) {
      for (const [variable, { path, count }] of programNamesIn(facts)) report(path, { variable, count })
    },
  },
  {
    code: 'variable-empty',
    message: (args) =>
      `{{${args.variable}}} is a part of ${args.isAuth === 1 ? 'auth' : 'the address'} and is declared without a value.`,
    hint: (args) =>
      args.isAuth === 1
        ? 'Give it a value, or say it in .env or with --env or --env-var.'
        : WITHOUT_ADDRESS[args.address as AddressState],
    check(facts, report) {
      for (const { variable, path, isAuth } of emptyVariables(facts))
        report(
          path,
          { variable, isAuth: isAuth ? 1 : 0, address: addressState(variable, facts) },
          isAuth ? { severity: 'info' } : {},
        )
    },
  },
  {
    code: 'script-value-unread',
    message: (args) =>
      `The script sets {{${args.variable}}} to something it computes, which cannot be read from it.`,
    together: {
      cause: (args) => String(args.variable),
      message: (args) =>
        `${args.together} scripts set {{${args.variable}}} to something they compute, which cannot be read from them.`,
    },
    hint: () => 'Set it to a plain member of the answer, or give it with --env or --env-var.',
    check(facts, report) {
      const used = usedVariables(facts)
      for (const { item, path } of facts.items) {
        if (item.event === undefined) continue
        for (const variable of readCaptures(parseScripts(item.event)).unread) {
          if (used.has(variable)) report(below(path, 'event'), { variable })
        }
      }
    },
  },
  {
    code: 'variable-case',
    message: (args) => `The variables ${quoted(args.one)} and ${quoted(args.other)} differ by case alone.`,
    check({ collection, path }, report) {
      const seen = new Map<string, string>()
      for (const [index, entry] of asArray(collection.variable).entries()) {
        const key = asText(asObject(entry)?.key)
        if (!key) continue
        const known = seen.get(key.toLowerCase())
        if (known === undefined) seen.set(key.toLowerCase(), key)
        else if (known !== key) report(below(path, 'variable', index), { one: known, other: key })
      }
    },
  },
  {
    code: 'variable-malformed',
    message: (args) => `The braces in ${quoted(args.found)} do not make a variable.`,
    check: eachRequest((facts, report) => {
      const raw = rawOf(facts) ?? ''
      const rest = raw.replace(/\{\{[^{}]*\}\}/g, '')
      if (hasVariable(rest) || rest.includes('}}')) report(rawPath(facts), { found: raw })
    }),
  },
]
