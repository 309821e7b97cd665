import { demands } from '../../src/toolkit/validate/demands.js'
import { isFixable, type Rule } from '../../src/toolkit/validate/rule.js'
import { subjects } from '../../src/toolkit/validate/rules/table.js'

/** The text of docs/rules.md, made from the rules themselves. */
export function rulesPage(): string {
  const parts = subjects.map(([title, rules]) => [`## ${title}`, ...rules.map(ruleText)].join('\n\n'))
  return `${INTRODUCTION}\n\n${overview()}\n\n${parts.join('\n\n')}\n`
}

const INTRODUCTION = `<!-- Made from src/toolkit/validate/rules by \`npx vitest run test/toolkit/validate/rules-page.test.ts -u\`. -->

# Rules

\`voice validate\` judges a collection by one of three profiles (\`--profile\`):

- **agent**, the default, asks whether an agent can call the API: what Postman itself writes is forgiven, an error is only what
  stops a tool from being built or sent.
- **official** has exactly the verdict of Postman's published v2.1.0 schema, on the file as it stands. No other rule is asked.
- **generated** makes every demand of \`voice prompt\` an error: it is for collections a language model wrote.

Change a severity with \`--rule CODE=off|info|warning|error\`, with \`"rules": { "CODE": "off" }\` in \`voice.config.json\`, or for one folder or
request with a note in its description, which Markdown does not show: \`<!-- voice: CODE=off OTHER-CODE=info -->\`. A note wins over
the flag, the flag over the file; notes count in the profile \`agent\` alone. Rules marked *final* cannot be changed: a file that
breaks one cannot be used at all.

Severities in the table are those of agent / official / generated; a fault of structure is an error to an agent only where a tool
depends on it, else a warning. \`--fix\` mends what is marked *fix*, keeps everything else as it is, and leaves out a repair that
would bring another finding.`

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
  const demanded = demands.some(({ code }) => code === rule.code)
  return [rule.fix ? 'fix' : '', rule.final ? 'final' : '', demanded ? 'in the prompt' : '']
    .filter(Boolean)
    .join(', ')
}

function ruleText(rule: Rule): string {
  const demand = demands.find(({ code }) => code === rule.code)
  const fix =
    rule.fix &&
    (isFixable(rule, {}) ? '`--fix` mends it.' : '`--fix` mends it where only one repair is right.')
  return [
    `### ${rule.code}`,
    [rule.why, fix].filter(Boolean).join(' '),
    ...(demand ? [`The prompt says: ${demand.text}`] : []),
    `\`\`\`\nbad   ${indented(rule.bad)}\ngood  ${indented(rule.good)}\n\`\`\``,
  ].join('\n\n')
}

/** An excerpt whose further lines stand below its first; fences inside must not end the block. */
function indented(excerpt: string): string {
  return (excerpt || '(nothing)').replaceAll('```', "'''").split('\n').join('\n      ')
}
