import { setTimeout as pause } from 'node:timers/promises'

/** How a condition is polled. */
export interface Polling {
  /** When to give up. @default 20 s, for a loaded machine */
  deadlineMs?: number
  /** How long to wait between two looks. @default 5 ms */
  everyMs?: number
}

/** Polls a condition until it holds; fails with its name at the deadline. For work of sockets and programs that no virtual clock moves. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  what = 'the condition',
  { deadlineMs = 20_000, everyMs = 5 }: Polling = {},
): Promise<void> {
  const deadline = performance.now() + deadlineMs
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`waited ${deadlineMs} ms for ${what}`)
    await pause(everyMs)
  }
}
