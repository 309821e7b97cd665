import MiniSearch from 'minisearch'
import { cutWords } from '../../languages/cut-words.js'
import type { Clause, QueryTerm } from './clause.js'
import { readTool, type SearchableTool, type ToolFacts } from './facts.js'
import type { Lexicon } from './lexicon.js'
import {
  doesWhatIsSaid,
  type Ranked,
  type ScoreParts,
  scoreAction,
  scorePath,
  scoreVerb,
  total,
} from './score.js'
import type { Vocabulary } from './vocabulary.js'

export interface Ranking {
  facts: ToolFacts[]
  vocabulary: Vocabulary
  rank(clause: Clause): Ranked[]
}

const fields = {
  title: 1,
  target: 1,
  segments: 0.85,
  folder: 0.7,
  parameters: 0.55,
  description: 0.55,
  output: 0.5,
  words: 0.3,
} as const
type Field = keyof typeof fields
const fieldNames = Object.keys(fields) as Field[]

/** Maximum number of words that are indexed from the full description and the examples. */
const mostWords = 80

/** Indexes the words of the tools with MiniSearch, whose score counts beside action and path. */
export function createRanking(tools: readonly SearchableTool[], lexicon: Lexicon): Ranking {
  const facts = tools.map((tool) => readTool(tool, lexicon))
  const subjects = new Set(facts.flatMap((fact) => [...fact.title, ...fact.segments.flat(), ...fact.folder]))
  const documents = tools.map((tool, id) => ({
    id,
    ...documentOf(tool, { facts: facts[id]!, lexicon }),
  }))
  const rarity = createRarity(documents, {
    things: thingsOf(facts, lexicon),
    verbs: verbsOf(facts),
    subjects,
  })
  const engine = new MiniSearch<{ id: number } & Record<Field, string>>({
    fields: [...fieldNames],
    tokenize: (text) => text.split(' ').filter(Boolean),
    processTerm: (term) => term,
  })
  engine.addAll(documents)
  const rank = (clause: Clause): Ranked[] => {
    if (clause.asksForSelf) return rankBySelf(facts)
    const found = engine.search(clause.terms.map((term) => term.stem).join(' '), {
      boost: fields,
      boostTerm: (_, position) => clause.terms[position]?.weight ?? 1,
      fuzzy: (term) => !rarity.has(term) && term.length > 4 && 0.2,
    })
    const best = found[0]?.score ?? 1
    const byWords = found.map((result) => {
      const at = Number(result.id)
      const { covered, things } = coverage(clause.terms, {
        match: result.match,
        queryTerms: new Set(result.queryTerms),
        rarity,
      })
      const parts: ScoreParts = {
        words: 1.2 * covered + 0.4 * (result.score / best) * Math.min(1, covered * 3),
        action: actionPart(clause, { facts: facts[at]!, covered }),
        path: scorePath(clause, { facts: facts[at]!, weightOf: rarity.weightOf }),
        dependency: 0,
      }
      return { at, score: total(parts), parts, things }
    })
    return [...byWords, ...rankByVerb(clause, { facts, found: byWords })].sort(
      (a, b) => b.score - a.score || a.at - b.at,
    )
  }
  return { facts, vocabulary: rarity, rank }
}

function actionPart(clause: Clause, { facts, covered }: { facts: ToolFacts; covered: number }): number {
  return scoreAction(clause, facts) * Math.min(1, 0.3 + covered) + scoreVerb(clause, facts)
}

/** Ranks tools without a word of the clause by an action that fits its verb: "remove a parcel" finds those that delete. */
function rankByVerb(clause: Clause, { facts, found }: { facts: ToolFacts[]; found: Ranked[] }): Ranked[] {
  const known = new Set(found.map(({ at }) => at))
  return facts.flatMap((tool, at) => {
    if (known.has(at) || !doesWhatIsSaid(clause, tool)) return []
    const parts = {
      words: 0,
      action: actionPart(clause, { facts: tool, covered: 0 }),
      path: 0,
      dependency: 0,
    }
    return parts.action > 0 ? [{ at, score: total(parts), parts, things: 0 }] : []
  })
}

function documentOf(
  tool: SearchableTool,
  { facts, lexicon }: { facts: ToolFacts; lexicon: Lexicon },
): Record<Field, string> {
  return {
    title: facts.title.join(' '),
    target: facts.target.join(' '),
    segments: facts.segments.flat().join(' '),
    folder: facts.folder.join(' '),
    parameters: facts.parameters.join(' '),
    description: lexicon.stems(cutWords(tool.description)).join(' '),
    output: facts.output.join(' '),
    words: lexicon
      .stems(cutWords(tool.words ?? ''))
      .slice(0, mostWords)
      .join(' '),
  }
}

/** The weight of a word that no tool has. It is low, because users say many such words. */
const unknownWeight = 1

function thingsOf(facts: ToolFacts[], lexicon: Lexicon): Set<string> {
  return new Set(facts.flatMap((fact) => fact.segments.flat()).filter((stem) => !lexicon.isActionWord(stem)))
}

/** The verbs of all tools. A first word of tools that delete and of others is a noun: "user remove", "user list". */
function verbsOf(facts: ToolFacts[]): Set<string> {
  const leadsOf = (deletes: boolean) =>
    new Set(
      facts.flatMap(({ actions, title }) => ((actions[0] === 'delete') === deletes ? title.slice(0, 1) : [])),
    )
  const [deleting, others] = [leadsOf(true), leadsOf(false)]
  const isNoun = (stem: string) => deleting.has(stem) && others.has(stem)
  return new Set(facts.flatMap((fact) => fact.verbs).filter((stem) => !isNoun(stem)))
}

interface Rarity extends Vocabulary {
  weightOf(stem: string): number
}

function createRarity(
  documents: Record<Field, string>[],
  { things, verbs, subjects }: Record<'things' | 'verbs' | 'subjects', ReadonlySet<string>>,
): Rarity {
  const counts = new Map<string, number>()
  for (const document of documents)
    for (const stem of new Set(fieldNames.flatMap((field) => document[field].split(' '))))
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return {
    has: (stem) => counts.has(stem),
    isThing: (stem) => things.has(stem),
    isVerb: (stem) => verbs.has(stem),
    isSubject: (stem) => subjects.has(stem),
    otherForm: (stem) => otherFormOf(stem, subjects),
    weightOf: (stem) => {
      const count = counts.get(stem)
      return count === undefined ? unknownWeight : Math.log(2 + documents.length / (0.5 + count))
    },
  }
}

/** `covered`: the share of the words that the tool has, by rarity and field. `things`: how many; verbs need title and path. */
function coverage(
  terms: QueryTerm[],
  {
    match,
    queryTerms,
    rarity,
  }: {
    match: Record<string, string[]>
    queryTerms: ReadonlySet<string>
    rarity: Rarity
  },
): { covered: number; things: number } {
  const verbs = new Set(terms.filter(({ verb }) => verb).map(({ stem }) => stem))
  const asked = new Map<string, { weight: number; covered: number; isThing: boolean }>()
  for (const term of terms) {
    const key = term.standsFor ?? term.stem
    const known = asked.get(key) ?? { weight: 0, covered: 0, isThing: false }
    const weight = term.weight * rarity.weightOf(term.stem)
    const places = queryTerms.has(term.stem) ? (match[term.stem] ?? ['words']) : []
    const counts = places.length > 0 && (!term.verb || places.includes('title'))
    const covered = counts ? weight * Math.max(...places.map((place) => fields[place as Field])) : 0
    const inPath = places.includes('target') || places.includes('segments')
    asked.set(key, {
      isThing: known.isThing || (covered > 0 && (!verbs.has(key) || (inPath && term.stem === key))),
      weight: Math.max(known.weight, weight),
      covered: Math.max(known.covered, covered),
    })
  }
  const groups = [...asked.values()]
  const all = groups.reduce((sum, { weight }) => sum + weight, 0)
  const covered = groups.reduce((sum, one) => sum + one.covered, 0)
  return {
    covered: all === 0 ? 0 : covered / all,
    things: groups.filter(({ isThing }) => isThing).length,
  }
}

const FEWEST_LETTERS = 3
const SHARE = { longer: 0.55, shorter: 0.8 }

/** The subject with the longest common beginning, for languages without a stemmer: "yazar" for "yazarlara". */
export function otherFormOf(word: string, subjects: Iterable<string>): string | undefined {
  let best: string | undefined
  let most = FEWEST_LETTERS - 1
  for (const subject of subjects) {
    const common = commonBeginning(word, subject)
    const [shorter, longer] = [word.length, subject.length].sort((a, b) => a - b) as [number, number]
    if (common <= most || common < SHARE.longer * longer || common < SHARE.shorter * shorter) continue
    most = common
    best = subject
  }
  return best
}

function commonBeginning(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

/** Last path segments that return the user's own account, the most direct first: `/me`, not `/me/albums`. */
const PATH_OF_SELF = [
  /^(?:who ?am ?i|me|self|myself)$/,
  /^(?:current|logged in|authenticated|auth|active)(?: user| account| profile)?$|^(?:user ?info|identity)$/,
  /^(?:my )?(?:profile|account|user data|perfil|profil|profilo|cuenta|conta|compte|konto)$/,
  /^(?:api )?key ?owner$|^(?:get )?me$|^(?:verify|check|validate)(?: token| auth)?$|^session$/,
]

/** Matches titles of tools that return the user's own account: "Current user", "My profile", "Logged in user". */
const TITLE_OF_SELF =
  /\b(?:who ?am ?i|current user|logged ?in user|authenticated user|my (?:profile|account|data|info)|api ?key owner)\b|^(?:get )?(?:me|profile)$/

function rankBySelf(facts: readonly ToolFacts[]): Ranked[] {
  return facts
    .flatMap((tool, at) => {
      const fit = selfFit(tool)
      if (fit === undefined) return []
      const parts = { words: 1.4 - 0.1 * fit, action: 0.8, path: 0.6 - 0.1 * fit, dependency: 0 }
      return [{ at, score: total(parts), parts, things: 1 }]
    })
    .sort((a, b) => b.score - a.score || a.at - b.at)
}

/** How directly a tool tells who the user is, from 0 (most directly) to 3; undefined if it does not. */
function selfFit({ reads, resource, name }: ToolFacts): number | undefined {
  if (!reads || resource.parameters.length > 0) return undefined
  const end = resource.target.join(' ')
  const fit = PATH_OF_SELF.findIndex((pattern) => pattern.test(end))
  if (TITLE_OF_SELF.test(name)) return Math.min(0.5, fit < 0 ? 0.5 : fit)
  return fit < 0 ? undefined : fit
}
