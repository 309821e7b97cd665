import { wrapped } from '../../src/cli/terminal.js'
import { promptRequirements } from '../../src/toolkit/validate/prompt-requirements.js'
import { isFixable, type Rule } from '../../src/toolkit/validate/rule.js'
import { subjects } from '../../src/toolkit/validate/rules/table.js'

/** The text of docs/rules.md, made from the rules themselves. */
export function rulesPage(): string {
  const parts = subjects.map(([title, rules]) => [`## ${title}`, ...rules.map(ruleText)].join('\n\n'))
  return `${INTRODUCTION}\n\n${overview()}\n\n${parts.join('\n\n')}\n`
}

const INTRODUCTION = `<!-- Made from src/toolkit/validate/rules by \`npx vitest run test/toolkit/validate/rules-page.test.ts -u\`. -->

# Rules

\`voice validate\` checks a collection against one of three profiles (\`--profile\`):

- **agent** (default): checks whether an agent can call the API. Postman itself writes some files that do not match its
  schema; this profile accepts them. An error means that a tool cannot be built or called.
- **official**: checks the unchanged file against Postman's published v2.1.0 schema, and nothing else.
- **generated**: for collections that a language model wrote with the prompt of \`voice prompt\`. If the file does not
  meet a requirement of this prompt, this is an error.

To change a severity, use one of:

- the flag: \`--rule CODE=off|info|warning|error\`
- the configuration: \`"rules": { "CODE": "off" }\` in \`voice.config.json\`
- a note in the description of a folder or request: \`<!-- voice: CODE=off OTHER-CODE=info -->\` (Markdown does not show
  such a note)

If a rule has several settings, the note wins over the flag, and the flag over the configuration. Notes apply in the
profile \`agent\` only.

The table has the severity of each rule in the three profiles; \`–\` means that the rule is off. In the profile \`agent\`,
a violation of the schema is an error only in a part that a tool needs, else a warning. The last column marks rules:

- *fix*: \`--fix\` repairs the problem, unless the repair would cause another diagnostic.
- *final*: you cannot change the severity, because a file with this problem cannot be used at all.
- *in the prompt*: the prompt of \`voice prompt\` also demands this.`

function overview(): string {
  const rows = subjects.flatMap(([, rules]) =>
    rules.map((rule) => `| [\`${rule.code}\`](#${rule.code}) | ${levels(rule)} | ${marks(rule)} |`),
  )
  return ['| rule | agent / official / generated | |', '|---|---|---|', ...rows].join('\n')
}

function levels({ severity }: Rule): string {
  return [severity.agent, severity.official ?? 'off', severity.generated].join(' / ').replaceAll('off', '–')
}

function marks(rule: Rule): string {
  const demanded = promptRequirements.some(({ code }) => code === rule.code)
  return [rule.fix ? 'fix' : '', rule.final ? 'final' : '', demanded ? 'in the prompt' : '']
    .filter(Boolean)
    .join(', ')
}

function ruleText(rule: Rule): string {
  const demand = promptRequirements.find(({ code }) => code === rule.code)
  const fix =
    rule.fix &&
    (isFixable(rule, {}) ? '`--fix` repairs it.' : '`--fix` repairs it if only one repair is possible.')
  const fence = `${rule.bad}${rule.good}`.includes('```') ? '````' : '```'
  return [
    `### ${rule.code}`,
    prose([rule.why, fix].filter(Boolean).join(' ')),
    ...(demand ? [prose(`The prompt says: ${demand.text}`)] : []),
    `${fence}\nbad   ${indented(rule.bad)}\ngood  ${indented(rule.good)}\n${fence}`,
  ].join('\n\n')
}

const prose = (text: string) => wrapped(text, 118).join('\n')

/** An excerpt whose further lines stand below its first. */
function indented(excerpt: string): string {
  return (excerpt || '(nothing)').split('\n').join('\n      ')
}
