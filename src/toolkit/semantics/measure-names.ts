import { memoized } from '../../text/memoized.js'
import { wordsOf } from './words.js'

/** Words for values that are measured and not counted. */
const MEASURES = new Set(
  `amount price cost fee rate subtotal balance discount percent percentage tip deposit salary wage budget fare premium surcharge payment
  weight distance volume area radius speed temperature lat lng lon latitude longitude ratio
  precio monto importe costo tarifa valor preco montant prix betrag preis gewicht`.split(/\s+/),
)
/** Words that make a measure a count, an id or an amount in the smallest unit of its currency. */
const WHOLE = new Set(
  'count counts number num no id ids page pages limit quantity qty year years month months day days hours minutes seconds ms cents minor units unit px pixels index position max min timeout type code'.split(
    ' ',
  ),
)

/** Whether a name is that of a measure such as a price, which may have decimals although the example is a whole number. */
export const isMeasureName: (name: string) => boolean = memoized((name) => {
  const words = wordsOf(name)
  return words.some((word) => MEASURES.has(word)) && !words.some((word) => WHOLE.has(word))
})
