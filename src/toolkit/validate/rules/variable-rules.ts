import { parseScripts } from '../../collection/parse-scripts.js'
import { asArray, asObject, asText } from '../../collection/read-shape.js'
import { isProgramName } from '../../secrets/program-names.js'
import { readCaptures } from '../../semantics/captures.js'
import { dynamicNames } from '../../template/dynamic.js'
import { nearest } from '../nearest.js'
import { below } from '../raw-diagnostic.js'
import { eachRequest, type Rule } from '../rule.js'
import { declaredVariables, emptyVariables, isBuiltIn, programNamesIn, usedVariables } from '../variables.js'
import { rawOf, rawPath } from './address-rules.js'
import { quoted, times } from './wording.js'

export const variableRules: Rule[] = [
  {
    code: 'variable-undeclared',
    severity: { agent: 'warning', generated: 'warning' },
    why: 'If a variable has no value, Postman sends its `{{name}}` as text. A variable in a path, query, header or body becomes a parameter of the tool. A variable in an auth or another credential does not: without a value, the tool cannot send the request.',
    bad: '{ "url": "{{base_url}}/pets/{{petId}}" } and no variable "petId"',
    good: '"variable": [{ "key": "petId", "value": "17" }]',
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
    severity: { agent: 'warning', generated: 'error' },
    why: 'Settings and keys of programs, such as `LLM_API_KEY` or `AWS_SECRET_ACCESS_KEY`, are often in `.env`. A collection that someone else wrote could send them to an address of its own. For this reason, `.env` gives no value to a variable with such a name, and no model is asked for it: the tool is refused.',
    bad: '"header": [{ "key": "X-Key", "value": "{{OPENAI_API_KEY}}" }]',
    good: '"header": [{ "key": "X-Key", "value": "{{shop_key}}" }]',
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
    severity: { agent: 'warning', generated: 'warning' },
    why: 'With an empty variable in its address or its auth, a request reaches no server or is refused.',
    bad: '"variable": [{ "key": "base_url", "value": "" }]',
    good: '"variable": [{ "key": "base_url", "value": "https://api.example.com" }]',
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
    severity: { agent: 'info', generated: 'info' },
    why: 'Scripts are read, never run. If a script stores a plain member of an answer, as in the good example, other tools can use the value. If a script computes the value, for example with `find`, they cannot.',
    bad: "pm.environment.set('petId', pets.find((pet) => pet.name === 'Rex').id)",
    good: "pm.environment.set('petId', pm.response.json().pets[0].id)",
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
    severity: { agent: 'warning', generated: 'error' },
    why: 'Variable names are case-sensitive. People confuse two names that differ only in case.',
    bad: '"variable": [{ "key": "petId", "value": "17" }, { "key": "petID", "value": "" }]',
    good: '"variable": [{ "key": "petId", "value": "17" }]',
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
    severity: { agent: 'warning', generated: 'error' },
    why: 'Braces that do not close are not a variable. They are sent as text.',
    bad: '"raw": "{{base_url}/pets"',
    good: '"raw": "{{base_url}}/pets"',
    message: (args) => `The braces in ${quoted(args.found)} do not make a variable.`,
    check: eachRequest((facts, report) => {
      const raw = rawOf(facts) ?? ''
      const rest = raw.replace(/\{\{[^{}]*\}\}/g, '')
      if (rest.includes('{{') || rest.includes('}}')) report(rawPath(facts), { found: raw })
    }),
  },
]
