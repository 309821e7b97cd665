import { words } from '../word-lists.js'

const pronouns = words('lo la los las me le nos les melo mela melos melas')

/** Returns each verb of a text alone and with every pronoun that can be attached to its end: "elimina", "eliminalo". */
export function withPronouns(text: string): string[] {
  return words(text).flatMap((verb) => [verb, ...pronouns.map((pronoun) => verb + pronoun)])
}

/**
 * The forms of regular verbs that users say in requests. For "eliminar", these forms are:
 * - with and without attached pronouns: "eliminar", "elimina", "elimine", "eliminando"
 * - without pronouns: "elimino", "eliminas", "elimines", "eliminen"
 */
export function regularVerbs(infinitives: string): string[] {
  return words(infinitives).flatMap((infinitive) => {
    const stem = infinitive.slice(0, -2)
    if (!infinitive.endsWith('ar')) return formsOf(infinitive, { present: `${stem}e`, wish: `${stem}a` })
    const before = stem.replace(/c$/, 'qu').replace(/g$/, 'gu').replace(/z$/, 'c')
    return formsOf(infinitive, { present: `${stem}a`, wish: `${before}e` })
  })
}

function formsOf(infinitive: string, { present, wish }: { present: string; wish: string }): string[] {
  const stem = infinitive.slice(0, -2)
  const gerund = infinitive.endsWith('ar') ? `${stem}ando` : `${stem}iendo`
  return [
    ...withPronouns(`${infinitive} ${present} ${wish} ${gerund}`),
    ...[`${stem}o`, `${present}s`, `${wish}s`, `${wish}n`],
  ]
}
