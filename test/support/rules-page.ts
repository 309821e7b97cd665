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

- **agent** (default): checks whether an agent can call the API. It accepts deviations that Postman itself writes. An
  error means that a tool cannot be built or called.
- **official**: gives exactly the verdict of Postman's published v2.1.0 schema on the unchanged file. No other rule
  applies.
- **generated**: reports every violated requirement of \`voice prompt\` as an error. Use it for collections that a
  language model wrote.

To change a severity, use one of:

- the flag: \`--rule CODE=off|info|warning|error\`
- the configuration: \`"rules": { "CODE": "off" }\` in \`voice.config.json\`
- a note in the description of a folder or request, which Markdown hides: \`<!-- voice: CODE=off OTHER-CODE=info -->\`

A note takes precedence over the flag, and the flag over the configuration. Notes apply in the profile \`agent\` only.
Rules marked *final* cannot be changed: a file that violates one cannot be used at all.

The table lists the severities for agent / official / generated. In the profile \`agent\`, a violation of the schema is
an error only in a part that a tool needs, else a warning. \`--fix\` repairs problems of the rules marked *fix* and
changes nothing else. It leaves out a repair that would cause another diagnostic. The prompt of \`voice prompt\` demands
the rules marked *in the prompt*.`

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
  return [
    `### ${rule.code}`,
    prose([rule.why, fix].filter(Boolean).join(' ')),
    ...(demand ? [prose(`The prompt says: ${demand.text}`)] : []),
    `\`\`\`\nbad   ${indented(rule.bad)}\ngood  ${indented(rule.good)}\n\`\`\``,
  ].join('\n\n')
}

const prose = (text: string) => wrapped(text, 118).join('\n')

/** An excerpt whose further lines stand below its first; fences inside must not end the block. */
function indented(excerpt: string): string {
  return (excerpt || '(nothing)').replaceAll('```', "'''").split('\n').join('\n      ')
}
