/** Every test switch works as README.md says, with the official client. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NO_STREAM, NotLeaderError, UnavailableError, type EventStoreDBClient } from '@eventstore/db-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitUntil } from '../testing/wait-until.ts'
import { all, failure } from './contract/store.ts'
import { counted, type EmbeddedStore, embeddedStore, newStream } from './embedded.ts'

let store: EmbeddedStore
let client: EventStoreDBClient
beforeAll(async () => {
  store = await embeddedStore()
})
beforeEach(() => {
  client = store.client()
})
afterEach(() => store.switches.clear())
afterAll(() => store.close())

const append = (stream: string, event = counted(1)) =>
  client.appendToStream(stream, event, { expectedRevision: NO_STREAM })
const stored = async (stream: string) => (await all(store.client().readStream(stream))).length

/** Repeats an event until the store answers, as the gateway does after an unknown outcome. */
async function settle(stream: string, event: ReturnType<typeof counted>) {
  return waitUntil('an answer', () => append(stream, event).catch(() => undefined))
}

describe('a test switch', () => {
  it('kills the server between commit and response: the retry finds the event and does not duplicate it', async () => {
    const [stream, event] = [newStream(), counted(1)]
    await store.switches.order({ fault: 'kill-after-commit' })
    await failure(append(stream, event))
    await store.server.exited
    await store.restart()
    expect(await settle(stream, event)).toMatchObject({ nextExpectedRevision: 0n })
    expect(await stored(stream)).toBe(1)
  })

  it('answers late', async () => {
    await store.switches.order({ fault: 'answer-late', lateMs: 300 })
    const before = performance.now()
    await append(newStream())
    expect(performance.now() - before).toBeGreaterThan(290)
  })

  it('drops a call before writing', async () => {
    const stream = newStream()
    await store.switches.order({ fault: 'drop-call' })
    expect(await failure(append(stream))).toBeInstanceOf(UnavailableError)
    expect(await failure(stored(stream))).toMatchObject({ type: 'stream-not-found' })
  })

  it('drops a call after the commit: the retry gets the lost response', async () => {
    const [stream, event] = [newStream(), counted(1)]
    await store.switches.order({ fault: 'drop-after-commit' })
    expect(await failure(append(stream, event))).toBeInstanceOf(UnavailableError)
    expect(await stored(stream)).toBe(1)
    expect(await settle(stream, event)).toMatchObject({ nextExpectedRevision: 0n })
    expect(await stored(stream)).toBe(1)
  })

  it('swallows a response: the event is written and the client waits for ever', async () => {
    const stream = newStream()
    await store.switches.order({ fault: 'swallow-reply' })
    const pending = append(stream).catch(() => 'ended')
    await waitUntil('the event', () => stored(stream).catch(() => undefined))
    expect(await Promise.race([pending, sleep(300, 'still waiting')])).toBe('still waiting')
  })

  it('simulates a non-leader, for appends and reads', async () => {
    const stream = newStream()
    await store.switches.order({ fault: 'not-leader' })
    const error = await failure(append(stream))
    expect(error).toBeInstanceOf(NotLeaderError)
    expect(error['leader']).toEqual({ address: '127.0.0.1', port: store.server.port })
    await settle(stream, counted(2))
    await store.switches.order({ fault: 'not-leader', on: 'reads' })
    expect(await failure(all(client.readStream(stream)))).toBeInstanceOf(NotLeaderError)
  })

  it('simulates a busy server, for appends and reads', async () => {
    const stream = newStream()
    await append(stream)
    await store.switches.order({ fault: 'too-busy' })
    expect(await failure(append(newStream()))).toMatchObject({
      type: 'unknown',
      message: 'Could not recognize Server Is Too Busy',
    })
    await store.switches.order({ fault: 'too-busy', on: 'reads' })
    expect(await failure(all(client.readStream(stream)))).toBeInstanceOf(UnavailableError)
  })

  it('freezes writes: overdue ones time out and are never written, the others continue', async () => {
    const [early, late] = [newStream(), newStream()]
    await store.switches.order({ fault: 'freeze-writes', times: -1 })
    expect(
      await failure(client.appendToStream(early, counted(1), { expectedRevision: NO_STREAM, deadline: 200 })),
    ).toMatchObject({ type: 'deadline-exceeded' })
    const waiting = append(late)
    await sleep(100)
    await store.switches.clear()
    await waiting
    expect(await failure(stored(early))).toMatchObject({ type: 'stream-not-found' })
    expect(await stored(late)).toBe(1)
  })

  it('applies as often as ordered, and an unknown one is refused', async () => {
    await store.switches.order({ fault: 'drop-call', times: 2 })
    await failure(append(newStream()))
    await failure(append(newStream()))
    await append(newStream())
    expect(await failure(store.switches.order({ fault: 'explode' as never }))).toMatchObject({
      message: expect.stringContaining('400'),
    })
  })
})
