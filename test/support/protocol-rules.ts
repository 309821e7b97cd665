import type { ServerEvent } from '../../src/protocol/events.js'

interface Item {
  id?: string
  status?: string
}

/** A response, rebuilt from its events. */
interface Seen {
  outOfBand: boolean
  /** Ids of the items in the order in which they were opened. */
  items: string[]
  done: Set<string>
}

/**
 * The rules about the order of events that hold in every conversation. Returns the broken rules; empty if all hold.
 * `open` leaves out the rule that everything is closed at the end, for a conversation that was left in the middle.
 */
export function brokenRules(events: readonly ServerEvent[], options: { open?: boolean } = {}): string[] {
  const watch = new Watch()
  for (const event of events) watch.see(event)
  return options.open ? watch.broken : watch.end()
}

class Watch {
  readonly broken: string[] = []
  readonly #eventIds = new Set<string>()
  readonly #responses = new Map<string, Seen>()
  readonly #ended = new Set<string>()
  /** Items of the conversation: added, and whether they are done. */
  readonly #listed = new Map<string, boolean>()
  readonly #deleted = new Set<string>()
  readonly #parts = new Set<string>()
  readonly #texts = new Map<string, string>()
  /** `session.created` has number 0 if it is sent again to a client that has received no event yet. */
  #lastNumber = -1
  #playing: string | undefined

  see(event: ServerEvent): void {
    this.#seeId(event)
    if (event.type === 'response.created') this.#create(event.response)
    else if (event.type === 'response.done') this.#finish(event.response)
    else if (event.type === 'conversation.item.added' || event.type === 'conversation.item.done')
      this.#list(event)
    else if (event.type === 'conversation.item.deleted') this.#delete(event.item_id)
    else if (event.type === 'input_audio_buffer.committed') this.#checkPrevious(event.previous_item_id)
    else if (event.type === 'output_audio_buffer.started') this.#play(event.response_id)
    else if (event.type === 'output_audio_buffer.stopped' || event.type === 'output_audio_buffer.cleared') {
      if (this.#playing !== event.response_id) this.#break(`${event.type} came without started`)
      this.#playing = undefined
    } else if ('response_id' in event) this.#seeInside(event as Inside)
  }

  /** Audio is played in real time, so it goes on after its response was done. */
  #play(responseId: string): void {
    const isKnown = this.#responses.has(responseId) || this.#ended.has(responseId)
    if (!isKnown || this.#playing !== undefined)
      this.#break(`output_audio_buffer.started came at the wrong time for ${responseId}`)
    this.#playing = responseId
  }

  end(): string[] {
    for (const id of this.#responses.keys()) this.#break(`response ${id} was never done`)
    for (const [id, isDone] of this.#listed) if (!isDone) this.#break(`item ${id} was added and never done`)
    for (const place of this.#parts) this.#break(`the part ${place} was never done`)
    return this.broken
  }

  #seeId(event: ServerEvent): void {
    const id = 'event_id' in event ? event.event_id : ''
    if (this.#eventIds.has(id)) this.#break(`the event id ${id} came twice`)
    if (this.#eventIds.size === 0 && event.type !== 'session.created')
      this.#break(`${event.type} came before session.created`)
    this.#eventIds.add(id)
    const number = Number(id.slice('event_'.length))
    if (!(number > this.#lastNumber)) this.#break(`the event id ${id} does not rise`)
    this.#lastNumber = number
  }

  #create({ id = '', conversation_id: conversation }: { id?: string; conversation_id?: string }): void {
    const outOfBand = conversation === undefined
    if (this.#responses.has(id) || this.#ended.has(id)) this.#break(`response ${id} was created twice`)
    const isSecond = [...this.#responses.values()].some((other) => !other.outOfBand)
    if (!outOfBand && isSecond) this.#break(`response ${id} was created while another one was under way`)
    this.#responses.set(id, { outOfBand, items: [], done: new Set() })
  }

  #finish({ id = '', output = [], status }: { id?: string; output?: Item[]; status?: string }): void {
    const seen = this.#responses.get(id)
    if (!seen) {
      this.#break(`response ${id} was done, and was not under way`)
      return
    }
    this.#responses.delete(id)
    this.#ended.add(id)
    if (status === undefined || status === 'in_progress')
      this.#break(`response ${id} was done as ${String(status)}`)
    for (const item of seen.items)
      if (!seen.done.has(item)) this.#break(`response ${id} was done before its item ${item}`)
    const told = output.map((item) => item.id).join()
    if (told !== seen.items.join())
      this.#break(`response ${id} has the output ${told}, and had the items ${seen.items.join()}`)
  }

  #list(event: ServerEvent & { type: 'conversation.item.added' | 'conversation.item.done' }): void {
    const id = event.item.id ?? ''
    const isDone = this.#listed.get(id)
    if (event.type === 'conversation.item.added') {
      if (isDone !== undefined) this.#break(`item ${id} was added twice`)
      this.#checkPrevious(event.previous_item_id)
      this.#listed.set(id, false)
    } else {
      if (isDone === undefined && !this.#deleted.has(id))
        this.#break(`item ${id} was done before it was added`)
      if (isDone === true) this.#break(`item ${id} was done twice`)
      if (isDone === false) this.#listed.set(id, true)
    }
  }

  #delete(id: string): void {
    if (!this.#listed.delete(id)) this.#break(`item ${id} was deleted and was not there`)
    this.#deleted.add(id)
  }

  #checkPrevious(id: string | null | undefined): void {
    if (id === undefined) this.#break('an item came without previous_item_id')
    else if (id !== null && !this.#listed.has(id)) this.#break(`there is no previous item ${id}`)
  }

  #seeInside(event: Inside): void {
    const { type, response_id: responseId } = event
    const seen = this.#responses.get(responseId)
    if (!seen) {
      this.#break(`${type} came outside of its response ${responseId}`)
      return
    }
    const itemId = event.item?.id ?? event.item_id ?? ''
    if (type === 'response.output_item.added') {
      if (event.output_index !== seen.items.length)
        this.#break(`${itemId} has the place ${event.output_index}`)
      seen.items.push(itemId)
      return
    }
    if (seen.items[event.output_index] !== itemId) this.#break(`${type} has a wrong place for ${itemId}`)
    if (seen.done.has(itemId)) this.#break(`${type} came after its item ${itemId} was done`)
    if (type === 'response.output_item.done') {
      if (event.item?.status === 'in_progress') this.#break(`item ${itemId} was done while in progress`)
      seen.done.add(itemId)
    } else this.#seePart(event, `${itemId}/${event.content_index}`)
  }

  /** Parts open and close once, sound and words come in between, and the words at the end are those that came. */
  #seePart(event: Inside, place: string): void {
    const { type } = event
    if (event.content_index === undefined) return
    if (type === 'response.content_part.added') {
      if (this.#parts.has(place)) this.#break(`the part ${place} was added twice`)
      this.#parts.add(place)
      this.#texts.set(place, '')
    } else if (!this.#parts.has(place)) this.#break(`${type} came outside of a part`)
    else if (type === 'response.content_part.done') this.#parts.delete(place)
    else if (type === 'response.output_text.delta')
      this.#texts.set(place, this.#texts.get(place) + (event.delta ?? ''))
    else if (type === 'response.output_text.done' && event.text !== this.#texts.get(place))
      this.#break(`the text ${event.text} is not what came as deltas: ${this.#texts.get(place)}`)
  }

  #break(rule: string): void {
    this.broken.push(rule)
  }
}

/** An event of a response, with its optional members. */
interface Inside {
  type: ServerEvent['type']
  response_id: string
  output_index: number
  item?: Item
  item_id?: string
  content_index?: number
  delta?: string
  text?: string
}
