import { wrapped } from '../../src/cli/output.js'
import { isFixable, type Rule } from '../../src/toolkit/validate/rule.js'
import { subjects } from '../../src/toolkit/validate/rules/table.js'
import promptRequirements from '../../templates/prompt-requirements.json'

/** The text of docs/rules.md, made from the rules themselves. */
export function rulesPage(): string {
  const groups = subjects.map(([title]) => `- [${title}](#${slugOf(title)})`)
  const parts = subjects.map(([title, rules]) =>
    [`## ${title}`, overview(rules), ...rules.map(ruleText)].join('\n\n'),
  )
  return `${INTRODUCTION}\n\nThe groups:\n\n${groups.join('\n')}\n\n${parts.join('\n\n')}\n`
}

const INTRODUCTION = `<!-- Made from src/toolkit/validate/rules by \`npx vitest run test/toolkit/validate/rules-page.test.ts -u\`. -->

# Rules

\`voice validate\` prints the code of a rule behind each diagnostic. This page explains each code:

\`\`\`text
info Request "Get pet" has no method; it is sent as GET. method-missing postman.json:241:22
\`\`\`

## Change a severity

Use one of these. If several apply to a rule, the first one of them wins:

1. a note in the description of the collection, a folder or a request: \`<!-- voice: CODE=off OTHER-CODE=info -->\`
2. the flag: \`--rule CODE=off|info|warning|error\`
3. the configuration: \`"rules": { "CODE": "off" }\` in \`voice.config.json\`

Markdown does not show a note. Notes apply in the profile \`agent\` only. The note of a request wins over the note of its
folder, and a note of a folder over that of the collection.

## Profiles

\`voice validate\` checks a collection against one of three profiles (\`--profile\`):

| profile | checks |
|---|---|
| \`agent\` (default) | whether an agent can call the API; an error means that a tool cannot be built or called |
| \`official\` | the unchanged file against Postman's published v2.1.0 schema, and nothing else |
| \`generated\` | a collection that a language model wrote with the prompt of \`voice prompt\`; each requirement of this prompt that is not met is an error |

Postman itself writes some files that do not match its schema. The profile \`agent\` accepts them. In this profile, a
violation of the schema is an error only in a part that a tool needs, else a warning.

## How to read this page

Each group of rules begins with a table of the severities in the three profiles. \`–\` means that the rule is off. The
last column of the table marks rules:

- *fix*: \`--fix\` repairs the problem, unless the repair would cause another diagnostic.
- *final*: you cannot change the severity. \`voice validate\` cannot check the file as a collection of format v2.1.
- *in the prompt*: the prompt of \`voice prompt\` also demands this.

After the table, each rule has its reason, and the sentence of the prompt if there is one. Then comes an excerpt of a
file with the problem (*bad*) and without it (*good*).`

function overview(rules: readonly Rule[]): string {
  const rows = rules.map(
    (rule) => `| [\`${rule.code}\`](#${rule.code}) | ${levels(rule)} | ${marks(rule).replace(/^$/, '–')} |`,
  )
  return ['| rule | agent | official | generated | marks |', '|---|---|---|---|---|', ...rows].join('\n')
}

function levels({ severity }: Rule): string {
  return [severity.agent, severity.official ?? 'off', severity.generated].join(' | ').replaceAll('off', '–')
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

const slugOf = (title: string) => title.toLowerCase().replaceAll(' ', '-')

const prose = (text: string) => wrapped(text, 118).join('\n')

/** An excerpt whose further lines stand below its first. */
function indented(excerpt: string): string {
  return (excerpt || '(nothing)').split('\n').join('\n      ')
}
