import { decodeEntities } from '../../text/entities.js'
import type { RequestTemplate } from '../model/request-template.js'
import { contentTypeOf } from './request-body.js'

export interface XmlLeaf {
  /** The local name, after the parent's if several leaves have it: `owner_name`. */
  name: string
  /** Whether no other leaf has this name. Repeated elements are never inputs. */
  isUnique: boolean
  value: string
  /** The position of the text without spaces, or inside its only CDATA section. */
  start: number
  end: number
}

export interface XmlDocument {
  leaves: XmlLeaf[]
  elements: string[]
  /** The elements in the order of their ends, with their own text: the parts between comments and elements, joined. */
  texts: XmlText[]
  /** The local names of the elements in the body of a SOAP envelope. A server may run each of them. */
  operations: string[]
  /** The attributes of all elements, by their local names; no declarations of namespaces. */
  attributes: { name: string; value: string }[]
}

export interface XmlText {
  name: string
  value: string
  hasChildren: boolean
}

/** With more leaves, a body is a text for a model, and not a form. */
const MAX_LEAVES = 60

const CDATA = { open: '<![CDATA[', close: ']]>' }
/** Sections that are not elements. An element that contains a comment or an instruction is not a leaf. */
const SKIPPED = [
  { open: '<!--', close: '-->' },
  { open: '<?', close: '?>' },
  { open: '<!', close: '>' },
]
const NAME = /^[\p{L}_][\p{L}\p{M}\w.-]*(?::[\p{L}_][\p{L}\p{M}\w.-]*)?/u

const ENVELOPE = /^[^<]*(?:<[?!][^>]*>[^<]*)*<(?:[\w.-]+:)?Envelope[\s>]/

/** Declarations that change what a document says: `&x;` may stand for any elements. */
const DECLARES = /<!(?:ENTITY|ATTLIST)/i

/** The raw body as XML; undefined if it is none, or if its declarations change what it says. */
export function xmlBody({ body, headers }: RequestTemplate): XmlDocument | undefined {
  if (body?.mode !== 'raw' || !/^\s*<(?:[?\p{L}_]|!--)/u.test(body.text)) return undefined
  const named = `${body.language ?? ''} ${contentTypeOf(headers) ?? ''}`.toLowerCase()
  if (/json|html|javascript|graphql|urlencoded|multipart/.test(named)) return undefined
  return DECLARES.test(body.text) ? undefined : readXml(body.text)
}

/** The fields of a body in XML; undefined if it has none or too many. SOAP counts also without, as `<GetAllBills/>`. */
export function xmlForm(request: RequestTemplate): XmlDocument | undefined {
  const document = xmlBody(request)
  const count = document?.leaves.length ?? 0
  const isEnvelope = request.body?.mode === 'raw' && ENVELOPE.test(request.body.text)
  return (count > 0 || isEnvelope) && count <= MAX_LEAVES ? document : undefined
}

interface OpenElement extends XmlText {
  start: number
  inside: number
  hasSections: boolean
}

interface FoundLeaf extends Omit<XmlLeaf, 'isUnique'> {
  parent: string
}

/** Reads an XML text. Undefined if its tags do not match. */
export function readXml(text: string): XmlDocument | undefined {
  const { fault, found, ...names } = scanXml(text)
  return fault ? undefined : { leaves: named(found), ...names }
}

interface XmlFault {
  message: string
  start: number
}

/** Why the tags of an XML text do not match; undefined if they do. */
export function xmlFault(text: string): XmlFault | undefined {
  return scanXml(text).fault
}

interface XmlScan extends Pick<XmlDocument, 'elements' | 'texts' | 'operations' | 'attributes'> {
  found: FoundLeaf[]
  fault?: XmlFault
}

/** Reads an XML text tag by tag, each character once, up to the first fault. */
function scanXml(text: string): XmlScan {
  const open: OpenElement[] = []
  const found: FoundLeaf[] = []
  const elements: string[] = []
  const texts: XmlText[] = []
  const operations: string[] = []
  const attributes: XmlDocument['attributes'] = []
  let last = 0
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const parent = open.at(-1)
    if (parent) parent.value += decodeEntities(text.slice(last, at))
    const skipped = sectionAt(text, at)
    const close = skipped ? skipped.close : '>'
    const end = skipped ? text.indexOf(close, at) : tagEnd(text, at)
    if (end < 0) return failed('A tag is opened and never closed.', at)
    if (skipped) {
      if (parent && skipped === CDATA) parent.value += text.slice(at + CDATA.open.length, end)
      else if (parent) parent.hasSections = true
    } else if (text[at + 1] === '/') {
      const element = open.pop()
      if (!element || element.name !== localName(text.slice(at + 2, end)))
        return failed(element ? `<${element.name}> must be closed first.` : 'A tag closes no element.', at)
      const leaf = element.hasChildren ? undefined : leafOf(text, { element, end: at })
      if (leaf) found.push({ ...leaf, parent: open.at(-1)?.name ?? '' })
      element.value = element.value.trim()
      texts.push(element)
    } else {
      const name = localName(text.slice(at + 1, end))
      if (name === undefined) return failed('A "<" begins no tag; XML writes "&lt;".', at)
      if (parent) parent.hasChildren = true
      elements.push(name)
      attributes.push(...attributesIn(text.slice(at, end)))
      if (open.length === 2 && open[0]!.name === 'Envelope' && open[1]!.name === 'Body') operations.push(name)
      const element = { name, value: '', hasChildren: false, start: at, inside: end + 1, hasSections: false }
      if (text[end - 1] === '/') texts.push(element)
      else open.push(element)
    }
    at = last = end + close.length
  }
  const unclosed = open.at(-1)
  if (unclosed) return failed(`<${unclosed.name}> is never closed.`, unclosed.start)
  return { found, elements, texts, operations, attributes }

  function failed(message: string, start: number): XmlScan {
    return { found, elements, texts, operations, attributes, fault: { message, start } }
  }
}

/** A tag up to its end. A ">" in a quoted value is none; the value of an attribute has no "<" (XML 1.0, 2.3). */
const TAG = /<[^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*>/y

function tagEnd(text: string, at: number): number {
  TAG.lastIndex = at
  return TAG.test(text) ? TAG.lastIndex - 1 : text.indexOf('>', at)
}

function sectionAt(text: string, at: number): typeof CDATA | undefined {
  const next = text[at + 1]
  if (next !== '!' && next !== '?') return undefined
  if (text.startsWith(CDATA.open, at)) return CDATA
  return SKIPPED.find(({ open }) => text.startsWith(open, at))
}

function attributesIn(tag: string): XmlDocument['attributes'] {
  if (!tag.includes('=')) return []
  const found = tag.matchAll(/\s([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)
  return [...found].flatMap(([, name = '', double, single]) =>
    name.startsWith('xmlns')
      ? []
      : { name: name.slice(name.indexOf(':') + 1), value: decodeEntities(double ?? single ?? '') },
  )
}

function localName(tag: string): string | undefined {
  const name = NAME.exec(tag)?.[0]
  return name?.slice(name.indexOf(':') + 1)
}

function leafOf(
  text: string,
  { element, end }: { element: OpenElement; end: number },
): Omit<FoundLeaf, 'parent'> | undefined {
  const written = text.slice(element.inside, end)
  const start = element.inside + written.length - written.trimStart().length
  const bare = written.trim()
  const at = { name: element.name, start, end: start + bare.length }
  if (element.hasSections) return undefined
  if (!bare.includes('<')) return { ...at, value: decodeEntities(bare) }
  const isOne = bare.startsWith(CDATA.open) && bare.indexOf(CDATA.close) === bare.length - CDATA.close.length
  if (!isOne) return undefined
  const inner = bare.slice(CDATA.open.length, -CDATA.close.length)
  return {
    name: element.name,
    value: inner,
    start: start + CDATA.open.length,
    end: at.end - CDATA.close.length,
  }
}

/** Names the leaves; those with equal local names get their parent's as a prefix. */
function named(found: FoundLeaf[]): XmlLeaf[] {
  const isUnique = countedOnce(found.map(({ name }) => name))
  const longer = found.map(({ name, parent }) => (isUnique(name) ? name : `${parent}_${name}`))
  const isTold = countedOnce(longer)
  return found.map(({ value, start, end }, at) => {
    const name = longer[at]!
    return { name, isUnique: isTold(name), value, start, end }
  })
}

function countedOnce(names: string[]): (name: string) => boolean {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return (name) => counts.get(name) === 1
}
