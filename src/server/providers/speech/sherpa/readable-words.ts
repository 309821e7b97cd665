/** What whisper writes for sound that is no speech. */
const NO_SPEECH = /[[(][^[\]()]*[\])]|♪/g
const LONGEST_NOTE = 42

/**
 * Words of a recognizer as a person would write them: many models know capital letters only, and some write what they take noise for.
 */
export function readableWords(text: string): string {
  const words = text
    .replace(NO_SPEECH, (note) => (note.length > LONGEST_NOTE ? note : ' '))
    .replace(/\s+/g, ' ')
    .trim()
  const isShouting = words !== words.toLowerCase() && words === words.toUpperCase()
  return isShouting ? words.toLowerCase().replace(/\bi\b/g, 'I') : words
}
