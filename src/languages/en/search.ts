import type { SearchLanguage } from '../search-language.js'
import { isEnglishPlural, stemEnglish } from './stem.js'
import { englishRelated, englishSynonyms } from './synonyms.js'
import { englishActions } from './verbs.js'

const set = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean))

const determiners = set('a an the this that my our your his her its their each every another any')

/** Words that may stand before the verb of a request. */
const beforeVerbs = set(
  `please to can could you would will kindly just also me let us want need like d i we hey hi hello ok okay alright so well
    now yeah sure sorry um uh er hm mind was wonder wondering if maybe perhaps actually quickly simply try trying help go ahead be
    gonna wanna gotta lemme`,
)

const joints = set('and then also afterwards plus')

/**
 * Verbs that count as nouns, as in "create book" and "the second post". They count as verbs only at the beginning of a
 * request and directly after words such as "please" and "and".
 */
const rarelyVerbs = set('book post record request file issue store')

/** The English words for tool search. */
export const english: SearchLanguage = {
  code: 'en',
  stopWords: set(`
    a an the this that these those there here it its they them their he him his she her whom whose what which when where why
    how i me my mine we us our ours you your yours is are was were be been being am do does did done has have had having can
    could would should will shall may might must of in on at to for from by with without about as into onto than then so and or
    but if not no any some all every each both please just only also too very really still already yet again ok okay hey hi hello
    let lets want wants wanted like need needs know think thank thanks one ones thing things something anything nothing
    everything now right well sure yes more most up out back go going got gets s t d ll re ve m other another kindly possible
    currently able um uh er erm hm hmm ah eh oh don doesn didn isn aren wasn won whats hows wheres theres thats im ive gonna wanna
    gotta lemme yeah pls plz actually basically maybe perhaps possibly probably simply quickly quick briefly exactly overall anyway
    alright cool great lovely awesome glad happy appreciate grateful hoping wonder wondering mind trying bit moment guess
    suppose curious sorry whole entire few several couple bunch stuff per via because during while though unless`),
  actions: englishActions,
  synonyms: englishSynonyms,
  related: englishRelated,
  prepositions: set(
    'of for from in on to by with at about into within under belonging belong containing using',
  ),
  beforeVerbs,
  pointers: set('number no nr id ids code reference ref'),
  joints,
  own: set('my mine our current'),
  selfQuestions: [
    'who am i',
    'whoami',
    'who is logged in',
    'who is signed in',
    'which user am i',
    'which account am i',
    'what user am i',
    'what account am i',
    'am i logged in',
    'am i signed in',
  ],
  naming: set('called named name titled entitled label labelled labeled'),
  particles: set('out off away down up on in'),
  stem: stemEnglish,
  isPlural: isEnglishPlural,
  isNounForm: (word, before) =>
    isEnglishPlural(word) ||
    (determiners.has(before) && word !== 'new') ||
    (rarelyVerbs.has(word) && !beforeVerbs.has(before) && !joints.has(before)),
}
