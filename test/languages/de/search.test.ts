import { describe, expect, it } from 'vitest'
import { findLanguage } from '../../../src/languages/languages.js'
import { withoutAccents } from '../../../src/languages/word-lists.js'
import { lexiconOf } from '../../../src/toolkit/search/lexicon.js'

const german = findLanguage('de').search
const lexicon = lexiconOf(german)

describe('German verbs', () => {
  it.each([
    ['leg eine gruppe an', ['create']],
    ['bitte eine gruppe anzulegen', ['create']],
    ['trag mich in den kalender ein', ['create']],
    ['meld den gast an', ['create']],
    ['schick ihm das bild', ['create']],
    ['schmeiß den gast raus', ['delete']],
    ['nimm den gast aus dem kalender raus', ['delete']],
    ['der eintrag kann weg', ['create', 'delete']],
    ['blas das treffen ab', ['cancel']],
    ['den termin bitte absagen', ['cancel']],
    ['sag den termin ab', ['cancel']],
    ['zieh den antrag zuruck', ['cancel']],
    ['pass den preis an', ['update']],
    ['schau mal nach', ['get']],
    ['such mir die rechnungen raus', ['find']],
  ])('%s', (text, actions) => expect(lexicon.actionsIn(text)).toEqual(actions))

  it('are not read into prepositions', () => {
    expect(lexicon.actionsIn('sag mir die termine ab montag')).not.toContain('cancel')
    expect(lexicon.actionsIn('bestell brot ab montag')).not.toContain('cancel')
    expect(lexicon.actionsIn('die rechnung muss raus')).not.toContain('delete')
    expect(lexicon.actionsIn('buche einen tisch um acht')).toEqual(['create'])
    expect(lexicon.actionsIn('trag die zeiten aus dem kalender ein')).toEqual(['create'])
  })
})

describe('German nouns', () => {
  it.each([
    ['Ärzte', 'doctor'],
    ['Züge', 'train'],
    ['Gäste', 'guest'],
    ['Noten', 'grade'],
    ['Pakete', 'shipment'],
    ['Karten', 'card'],
    ['Seiten', 'page'],
    ['Mitglieder', 'member'],
    ['Schlüssel', 'key'],
    ['Lehrkräfte', 'teacher'],
  ])('%s: %s', (word, noun) => {
    expect(lexicon.translate(withoutAccents(word.toLowerCase()))).toContain(lexicon.stem(noun))
  })

  it('have one translation for each stem', () => {
    const known = new Map<string, string>()
    const clashes = Object.entries(german.translations ?? {}).filter(([word, noun]) => {
      const first = known.get(german.stem(word)) ?? noun
      known.set(german.stem(word), first)
      return first !== noun
    })
    expect(clashes.map(([word]) => word)).toEqual([])
  })
})
