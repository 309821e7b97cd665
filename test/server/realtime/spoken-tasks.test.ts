import { expect, it } from 'vitest'
import { openShop } from '../../support/spoken-shop.js'
import { doTasks } from '../../support/spoken-tasks.js'
import { ROADS, VoiceRoad } from '../../support/voice-road.js'

it.each(ROADS)(
  'does 60 spoken tasks as the user wants them: %s',
  async (road) => {
    const shop = await openShop()
    const talk = await VoiceRoad.open(road, shop)
    const same = (task: string, want: { orders: Map<number, object>; writes: number }) => {
      expect([...shop.orders.values()], task).toEqual([...want.orders.values()])
      expect(shop.writes, task).toHaveLength(want.writes)
    }
    await doTasks(talk, same, shop)
    expect(talk.broken).toEqual([])
    await talk.close()
    await shop.close()
  },
  240_000,
)
