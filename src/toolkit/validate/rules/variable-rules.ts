import { parseScripts } from '../../collection/parse-scripts.js'
import { asArray, asObject, asText } from '../../collection/read-shape.js'
import { isProgramName } from '../../secrets/program-names.js'
import { readCaptures } from '../../semantics/captures.js'
import { dynamicNames } from '../../template/dynamic.js'
import { hasVariable } from '../../template/variables.js'
import { nearest } from '../nearest.js'
import { below } from '../raw-diagnostic.js'
import { eachRequest, type RuleCheck } from '../rule.js'
import { declaredVariables, emptyVariables, isBuiltIn, programNamesIn, usedVariables } from '../variables.js'
import { rawOf, rawPath } from './address-rules.js'
import { quoted, times } from './wording.js'

export const variableRules: RuleCheck[] = [
  {
    code: 'variable-undeclared',
    message: (args) => `{{${args.variable}}} is used ${times(args.count)} and declared nowhere.`,
    hint: (args) => {
      if (args.meant) return `did you mean {{${args.meant}}}?`
      return args.origin === 1
        ? 'Requests go to http://localhost:35814 unless --base-url or API_BASE_URL says otherwise.'
        : 'Declare it in "variable", or give the environment with --env or --env-var.'
    },
    check(facts, report) {
      const declared = declaredVariables(facts)
      const origins = new Set(facts.items.map(({ origin }) => origin))
      for (const [variable, { path, count }] of usedVariables(facts)) {
        if (declared.has(variable) || isBuiltIn(variable.trim()) || variable.trim() === '') continue
        if (isProgramName(variable)) continue
        const isOrigin = origins.has(`{{${variable}}}`)
        const known = variable.startsWith('$') ? [...declared, ...dynamicNames] : declared
        const args = { variable, count, meant: nearest(variable, known), origin: isOrigin ? 1 : 0 }
        report(path, args, isOrigin ? { severity: 'info' } : {})
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
        : 'Give it a value, or say it with --env, --env-var or --base-url.',
    check(facts, report) {
      for (const { variable, path, isAuth } of emptyVariables(facts))
        report(path, { variable, isAuth: isAuth ? 1 : 0 }, isAuth ? { severity: 'info' } : {})
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
