import { singleLine } from '../../printable.js'
import type { VoiceExplainEvent } from '../../protocol/voice-events.js'

type Explanation = Pick<VoiceExplainEvent, 'candidates' | 'chosen' | 'missing' | 'requests'>

/** Why a tool was or was not chosen, and the requests sent: one line each. */
export function explanationText({ candidates, chosen, missing, requests }: Explanation): string {
  const list = candidates.map(({ name, score }) => `${name} ${score.toFixed(2)}`).join(', ')
  const wants = missing.length > 0 ? `; missing ${missing.join(', ')}` : ''
  const sent = requests.map(({ method, url }) => singleLine(`  ${method} ${url}`))
  return [`? ${chosen ?? 'nothing'} of ${list || 'no candidates'}${wants}`, ...sent].join('\n')
}
