import { expect, it } from 'vitest'
import { ReadPace } from '../../../src/server/realtime/read-pace.js'
import { VirtualClock } from '../../../src/testing/virtual-clock.js'

function create() {
  const clock = new VirtualClock()
  const socket = {
    isPaused: false,
    pause() {
      socket.isPaused = true
    },
    resume() {
      socket.isPaused = false
    },
  }
  const pace = new ReadPace({ socket, clock, messagesPerSecond: 50 })
  const take = (count: number) => {
    for (let at = 0; at < count; at += 1) pace.take()
  }
  return { clock, socket, take }
}

it('lets a burst of five seconds through, then reads on after a pause', async () => {
  const { clock, socket, take } = create()
  take(249)
  expect(socket.isPaused).toBe(false)
  take(1)
  expect(socket.isPaused).toBe(true)
  await clock.advance(250)
  expect(socket.isPaused).toBe(false)
  take(13)
  expect(socket.isPaused).toBe(true)
})

it('lets five seconds of bytes through, then reads on when they have been paid for', async () => {
  const clock = new VirtualClock()
  const socket = {
    isPaused: false,
    pause: () => (socket.isPaused = true),
    resume: () => (socket.isPaused = false),
  }
  let told = 0
  const onManyBytes = () => (told += 1)
  const pace = new ReadPace({ socket, clock, messagesPerSecond: 50, bytesPerSecond: 1_000, onManyBytes })
  pace.take(4_000)
  expect([socket.isPaused, told]).toEqual([false, 0])
  pace.take(4_000)
  expect([socket.isPaused, told]).toEqual([true, 1])
  await clock.advance(3_000)
  expect(socket.isPaused).toBe(true)
  await clock.advance(2)
  expect(socket.isPaused).toBe(false)
  pace.take(4_000)
  expect([socket.isPaused, told]).toEqual([true, 1])
  await clock.advance(60_000)
  pace.take(9_000)
  expect(told).toBe(2)
})

it('never pauses a telephone call', async () => {
  const { clock, socket, take } = create()
  for (let second = 0; second < 60; second += 1) {
    take(50)
    await clock.advance(1_000)
  }
  expect(socket.isPaused).toBe(false)
})
