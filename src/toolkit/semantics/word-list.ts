import data from '../../../templates/request-words.json'

/** The words of a list in `templates/request-words.json`: in lower case, without accents, from several languages. */
export function wordList(name: keyof typeof data): ReadonlySet<string> {
  return new Set([data[name]].flat().join(' ').split(' '))
}
