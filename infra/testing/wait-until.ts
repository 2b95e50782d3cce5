import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until `check` is truthy; throws after a timeout. */
export async function waitUntil<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await check()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain: ${what}`)
    await sleep(20)
  }
}
