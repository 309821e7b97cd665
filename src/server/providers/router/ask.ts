import type { Goal } from './goal.js'
import { asksForChange } from './goal.js'
import { listing, say } from './render.js'
import type { Listening } from './situation.js'
import type { Slot } from './slots.js'
import { thingOfSlot } from './slots.js'
import { humanize } from './spoken-values.js'

const choicesShown = 6

/** The question that asks the user for one missing value. */
export function askFor(goal: Goal, { missing, ...listening }: Listening & { missing: Slot }): string {
  const { sentences } = listening.language
  const question = questionFor(goal, { missing, ...listening })
  return goal.attempts > 0 ? say(sentences.askAgain, { question }) : question
}

function questionFor(goal: Goal, { missing, catalog, language }: Listening & { missing: Slot }): string {
  const { sentences } = language
  const name = missing.words.join(' ')
  if (asksForChange(goal, { missing, catalog })) {
    const open = catalog.slots(goal.tool).filter((slot) => slot.route[0] === 'body' && !slot.thing)
    return say(sentences.askChange, {
      choices: listing(
        open.slice(0, choicesShown).map((slot) => humanize(slot.name)),
        sentences.or,
      ),
    })
  }
  const thing = thingOfSlot(missing, language)
  const own = missing.words.at(-1) ?? name
  if (thing) return say(sentences.askId, { thing, name: thing.endsWith(own) ? 'id' : own })
  if (missing.choices.length > 0 && missing.choices.length <= choicesShown) {
    return say(sentences.askChoice, { name, choices: listing(missing.choices.map(String), sentences.or) })
  }
  return say(sentences.askValue, { name })
}
