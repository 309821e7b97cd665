/** What listeners say to show that they listen: none of it asks the speaker to stop. */
const BACKCHANNELS = new Set([
  ...['mm', 'mhm', 'mmhm', 'mmhmm', 'hm', 'hmm', 'uh', 'uhhuh', 'huh', 'um', 'ah', 'oh', 'aha', 'er', 'eh'],
  ...['yeah', 'yep', 'yup', 'yes', 'ok', 'okay', 'right', 'sure', 'cool', 'great', 'good', 'nice', 'wow'],
  ...['i', 'see', 'got', 'it', 'of', 'course', 'all', 'alright', 'really', 'true', 'exactly', 'thanks'],
])

const MAX_WORDS = 3

/** Whether some words only say "I am listening". No words at all say nothing. */
export function isBackchannel(transcript: string): boolean {
  const words = transcript
    .toLowerCase()
    .replace(/(?<=\w)-(?=\w)/g, '')
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean)
  return words.length > 0 && words.length <= MAX_WORDS && words.every((word) => BACKCHANNELS.has(word))
}
