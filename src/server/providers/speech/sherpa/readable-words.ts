/** Notes about sounds, which Whisper writes when there is no speech: `[music]`, `(coughs)`, `♪`. */
const NO_SPEECH = /[[(][^[\]()]*[\])]|♪/g
const LONGEST_NOTE = 42

/** Removes notes about noise from a transcript. Text in capitals becomes lower case, because many models know only capitals. */
export function readableWords(text: string): string {
  const words = text
    .replace(NO_SPEECH, (note) => (note.length > LONGEST_NOTE ? note : ' '))
    .replace(/\s+/g, ' ')
    .trim()
  const isShouting = words !== words.toLowerCase() && words === words.toUpperCase()
  return isShouting ? words.toLowerCase().replace(/\bi\b/g, 'I') : words
}
