import type { Filling } from './filling.js'
import { isOpen, take } from './filling.js'
import type { Slot } from './slots.js'
import { accepts } from './slots.js'
import type { Token } from './tokens.js'

/** What names of yes-or-no values begin with, and whether to speak of the rest with a "no" means yes. */
const plainHead = /^(is|has|use|with|include|including|allow|enable|show|can|should|want|send|only)$/
const turningHead = /^(skip|exclude|without|omit|disable|hide|no|not|ignore|leave)$/
/** How many words before it a negation may stand. */
const negationReach = 3

/** Yes-or-no values: "leave out its content" for `skipContent`, "make it public" for `isPublic`. */
export function fillSwitches(filling: Filling): void {
  const whole = filling.slots.find(
    (slot) => isSwitch(slot) && /^(enabled?|active|on)$/.test(slot.words.at(-1)!),
  )
  const state = stateSaid(filling)
  if (whole && state !== undefined && isOpen(filling, whole))
    take(filling, { slot: whole, value: state, tokens: [] })
  for (const slot of filling.slots) {
    if (!isSwitch(slot) || !isOpen(filling, slot)) continue
    const head = slot.words[0] ?? ''
    const turns = turningHead.test(head)
    const rest = turns || plainHead.test(head) ? slot.words.slice(1) : slot.words
    const wanted = filling.lexicon.stems(rest)
    // The subject of a tool is spoken of without wanting it switched.
    if (wanted.length === 0 || (!turns && wanted.every((stem) => filling.topic.has(stem)))) continue
    const at = placeOf(filling, wanted)
    if (at < 0) continue
    const said = filling.tokens.slice(at, at + wanted.length)
    const isTurned = said.some(({ stems }) =>
      stems.some((own) => wanted.some((stem) => isOpposite(own, stem))),
    )
    const negated = isTurned !== isNegated(filling, { at, end: at + wanted.length })
    // Mentioning what can be left out is not a request to leave it out.
    if (turns && !negated) continue
    take(filling, {
      slot,
      value: slot.schema.type === 'string' ? String(!negated || turns) : !negated || turns,
      tokens: said,
    })
  }
}

/** "turn the history on": what the tool is about gets this state. */
function stateSaid({ tokens, language }: Filling): boolean | undefined {
  const at = tokens.findIndex(({ lower }) => language.switchingVerbs.has(lower))
  const behind = at < 0 ? [] : tokens.slice(at + 1)
  const state = behind.find(({ lower }) => language.on.has(lower) || language.off.has(lower))
  return state && language.on.has(state.lower)
}

function isSwitch({ schema, thing }: Slot): boolean {
  const texts = (schema.enum ?? schema.examples ?? []).map(String)
  const isText = texts.length > 0 && texts.every((text) => text === 'true' || text === 'false')
  return !thing && (isText || (accepts(schema, 'boolean') && schema.type !== undefined))
}

/** Where the words of a name are said, one behind the other; -1 where they are not. */
function placeOf({ tokens }: Filling, wanted: string[]): number {
  const fits = (token: Token | undefined, stem: string) =>
    token !== undefined &&
    !token.used &&
    token.kind === 'word' &&
    token.stems.some((own) => own === stem || isAdverb(own, stem) || isOpposite(own, stem))
  return tokens.findIndex((_, at) => wanted.every((stem, index) => fits(tokens[at + index], stem)))
}

/** "inactive" for `active`. */
const isOpposite = (own: string, stem: string) =>
  /^(in|un|dis|non)/.test(own) && own.replace(/^(in|un|dis|non)/, '') === stem
const isAdverb = (own: string, stem: string) => own === `${stem}ly`

function isNegated({ tokens, language }: Filling, { at, end }: { at: number; end: number }): boolean {
  for (let before = at - 1; before >= Math.max(0, at - negationReach); before--) {
    if (tokens[before]!.pause) break
    if (language.negations.has(tokens[before]!.lower.replace(/['’]/g, ''))) return true
  }
  const behind = tokens[end]
  return behind !== undefined && !tokens[end - 1]!.pause && language.false.includes(behind.lower)
}
