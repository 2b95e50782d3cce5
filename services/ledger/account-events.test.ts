import { expect, it } from 'vitest'
import { accountEvents, allAccountEvents } from './account-events.ts'
import type { EventStore, RecordedEvent } from './event-store.ts'

function longAccount(length: number) {
  const asked: { from: number; most: number | undefined; leftMs: number }[] = []
  const readStream: EventStore['readStream'] = async (_stream, from, { deadlineAt, maxCount }) => {
    asked.push({ from, most: maxCount, leftMs: deadlineAt - Date.now() })
    return Array.from(
      { length: Math.min(length - from, maxCount ?? length) },
      (_, index) => ({ revision: from + index }) as RecordedEvent,
    )
  }
  return { store: { readStream }, asked }
}

it('an account of any length is read to its end, page by page, each page with its own deadline', async () => {
  const { store, asked } = longAccount(12_000)
  const events = await allAccountEvents(store, 'account-1.2')
  expect(events.map(({ revision }) => revision)).toEqual(Array.from({ length: 12_000 }, (_, revision) => revision))
  expect(asked.map(({ from, most }) => [from, most])).toEqual([
    [0, 5_000],
    [5_000, 5_000],
    [10_000, 5_000],
  ])
  expect(asked.every(({ leftMs }) => leftMs > 9_000)).toBe(true)
})

it('stops after a partly filled page, or after the empty page behind a full one', async () => {
  for (const [length, pages] of [
    [0, 1],
    [4, 2],
    [5, 2],
    [8, 3],
  ] as const) {
    const { store, asked } = longAccount(length)
    let read = 0
    for await (const _event of accountEvents(store, 'account-1.2', 4)) read += 1
    expect([read, asked.length]).toEqual([length, pages])
  }
})
