import { type Order, openShop, type Shop, shopScript } from './spoken-shop.js'
import { type Road, VoiceTalk } from './voice-talk.js'

/** One task: what the user says and does. Returns what the shop's database must be afterwards. */
type Task = (talk: VoiceTalk, at: number, shop: Expected) => Promise<void>

/** The database as the user wants it. */
export class Expected {
  readonly orders = new Map<number, Order>()
  writes = 0
  #ids = 0

  create(item: string, amount: number): void {
    this.#ids += 1
    this.orders.set(this.#ids, { id: this.#ids, item, amount })
    this.writes += 1
  }

  change(id: number, amount: number): void {
    this.orders.set(id, { ...this.orders.get(id)!, amount })
    this.writes += 1
  }

  delete(id: number): void {
    this.orders.delete(id)
    this.writes += 1
  }

  /** The number of the newest order. */
  get last(): number {
    return [...this.orders.keys()].at(-1)!
  }
}

/** Asks for a change, and waits until the user is asked whether it may be. */
async function propose(talk: VoiceTalk, words: string): Promise<void> {
  await talk.say(words)
  if (!(await talk.until(() => talk.asked.length > 0))) throw new Error(`nobody asked about "${words}"`)
}

/** Answers when the question has been spoken. */
async function answer(talk: VoiceTalk, words: string): Promise<void> {
  await talk.calm()
  await talk.say(words)
  await talk.calm()
}

/** Twelve kinds of tasks. Each is done five times, with other numbers. */
const TASKS: Record<string, Task> = {
  async create(talk, at, want) {
    await propose(talk, `buy ${at} brushes`)
    await answer(talk, 'yes')
    want.create('brushes', at)
  },
  async refuse(talk, at) {
    await propose(talk, `buy ${at} anchors`)
    await answer(talk, 'no')
  },
  async read(talk, _, want) {
    await talk.say(`show order ${want.last}`)
    await talk.calm()
  },
  async change(talk, at, want) {
    await propose(talk, `change order ${want.last} to ${at}`)
    await answer(talk, 'yes please')
    want.change(want.last, at)
  },
  async createByClick(talk, at, want) {
    await propose(talk, `buy ${at} nets`)
    talk.click(true)
    await talk.calm()
    want.create('nets', at)
  },
  async correct(talk, at, want) {
    await propose(talk, `buy ${at} combs`)
    await answer(talk, `no, buy ${at} cups`)
    await answer(talk, 'yes')
    want.create('cups', at)
  },
  /** The user speaks over the answer. */
  async interrupt(talk, at, want) {
    await talk.say(`change order ${want.last} to ${at + 500}`)
    await talk.until(() => talk.asked.length > 0)
    await answer(talk, 'yes')
    want.change(want.last, at + 500)
    await talk.say(`show order ${want.last}`)
    await talk.silence(700)
    await propose(talk, `change order ${want.last} to ${at + 700}`)
    await answer(talk, 'yes')
    want.change(want.last, at + 700)
  },
  /** The user answers before the question has been spoken to its end. */
  async answerEarly(talk, at, want) {
    await propose(talk, `buy ${at} spoons`)
    await talk.silence(600)
    await talk.say('yes')
    await talk.calm()
    want.create('spoons', at)
  },
  async both(talk, at, want) {
    const { last } = want
    await propose(talk, `buy ${at} forks and delete order ${last}`)
    await answer(talk, 'yes')
    want.create('forks', at)
    want.delete(last)
  },
  /** The connection to the provider is lost while nobody speaks. */
  async cutBefore(talk, at, want) {
    await talk.cut()
    await propose(talk, `buy ${at} lamps`)
    await answer(talk, 'yes')
    want.create('lamps', at)
  },
  /** It is lost while a question waits. */
  async cutAsking(talk, at, want) {
    await propose(talk, `buy ${at} ropes`)
    await talk.calm()
    await talk.cut()
    await talk.say('yes')
    await talk.calm()
    want.create('ropes', at)
  },
  async deleteAfterDoubt(talk, _, want) {
    await propose(talk, `delete order ${want.last}`)
    await answer(talk, 'hm, what do you mean')
    await answer(talk, 'yes')
    want.delete(want.last)
  },
}

export const KINDS = Object.keys(TASKS)
export const TASK_COUNT = KINDS.length * 5

/** Does all tasks on a road. `onTask` is called after each task. Returns the rules of the protocol that were broken. */
export async function doTasks(
  road: Road,
  onTask: (name: string, want: Expected, shop: Shop) => void,
): Promise<readonly string[]> {
  const shop = await openShop()
  const talk = await VoiceTalk.start(road, { script: shopScript(), tools: shop.tools, isLong: true })
  talk.outside = () => shop.settled()
  const want = new Expected()
  for (let at = 0; at < TASK_COUNT; at += 1) {
    const kind = KINDS[at % KINDS.length]!
    await TASKS[kind]!(talk, at + 2, want)
    onTask(`${at + 1} ${kind}`, want, shop)
  }
  await talk.close()
  await shop.close()
  return talk.broken
}
