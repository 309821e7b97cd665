import { words } from '../word-lists.js'

const pronouns = words('mi lo la li le ci ne gli melo mela meli mele celo cela glielo')

/** Returns each verb of a text alone and with every pronoun that can be attached to its end: "elimina", "eliminalo". */
export function withPronouns(text: string): string[] {
  return words(text).flatMap((verb) => [
    verb,
    ...pronouns.map((pronoun) => verb.replace(/re$/, 'r') + pronoun),
  ])
}

/**
 * The forms of regular verbs that users say in requests: "mostrare", "mostra", "mostri", "mostrate", "mostro",
 * "mostrami".
 */
export function regularVerbs(infinitives: string): string[] {
  return words(infinitives).flatMap((infinitive) => {
    const stem = infinitive.slice(0, -3)
    const isFirst = infinitive.endsWith('are')
    const polite = isFirst ? `${stem.replace(/([cg])$/, '$1h').replace(/i$/, '')}i` : `${stem}a`
    const spoken = isFirst ? `${stem}a` : `${stem}i`
    return [...withPronouns(`${infinitive} ${spoken}`), polite, `${infinitive.slice(0, -2)}te`, `${stem}o`]
  })
}
