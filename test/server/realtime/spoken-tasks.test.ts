import { expect, it } from 'vitest'
import { doTasks } from '../../support/spoken-tasks.js'
import { ROADS } from '../../support/voice-talk.js'

it.each(ROADS)(
  'does 60 spoken tasks as the user wants them: %s',
  async (road) => {
    const broken = await doTasks(road, (task, want, shop) => {
      expect([...shop.orders.values()], task).toEqual([...want.orders.values()])
      expect(shop.writes, task).toHaveLength(want.writes)
    })
    expect(broken).toEqual([])
  },
  240_000,
)
