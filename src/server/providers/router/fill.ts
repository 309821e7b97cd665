import { fillByChoice } from './fill-choices.js'
import { fillByCue } from './fill-cues.js'
import { fillByForm } from './fill-forms.js'
import type { Filling, Values } from './filling.js'

/** Takes the values for the tool's parameters out of a sentence: those said by name first, then by kind, then what is left. */
export function fill(filling: Filling): Values {
  fillByCue(filling, { ids: true })
  fillByChoice(filling)
  fillByCue(filling, { ids: false })
  fillByForm(filling)
  return filling.values
}
