import { afterEach, expect, it, vi } from 'vitest'
import type { AwardReply } from '#contracts/calls/business.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { createAwardOutbox } from './award-outbox.ts'
import { browserStore, type WaitingAward } from './waiting-store.ts'

afterEach(() => vi.unstubAllGlobals())

const award = (key: string): WaitingAward => ({
  key,
  businessId: 2,
  body: { buyerId: 'AN1234', amountSpent: 500 },
  madeAtMs: Number(key),
  refusal: null,
})
const keysOf = (awards: readonly WaitingAward[]): string[] => awards.map(({ key }) => key)

/** The used parts of IndexedDB. `refuses`: by connection (from 1), mode, and earlier transactions on it. */
function browser(refuses: (connection: number, mode: string, earlier: number) => boolean) {
  const held = new Map<string, WaitingAward>()
  const connections: { onclose?: () => void; onversionchange?: () => void; closed: boolean; transactions: number }[] =
    []

  function connect() {
    const number = connections.length + 1
    const connection = {
      closed: false,
      transactions: 0,
      close: () => void (connection.closed = true),
      transaction(_name: string, mode: string) {
        if (connection.closed || refuses(number, mode, connection.transactions))
          throw new DOMException('The connection is closing', 'InvalidStateError')
        connection.transactions += 1
        const transaction: { oncomplete?: () => void } = {}
        const done = (result?: unknown) => {
          queueMicrotask(() => transaction.oncomplete?.())
          return { result }
        }
        const awards = {
          getAll: () => done([...held.values()]),
          put: (one: WaitingAward) => done(held.set(one.key, one)),
          delete: (key: string) => done(held.delete(key)),
        }
        return Object.assign(transaction, { objectStore: () => awards })
      },
    }
    connections.push(connection)
    return connection
  }
  vi.stubGlobal('indexedDB', {
    open() {
      const request: { result: unknown; onsuccess?: () => void } = { result: connect() }
      queueMicrotask(() => request.onsuccess?.())
      return request
    },
  })
  return { held, connections }
}

it('reopens a connection that the browser has closed, and keeps old and new awards', async () => {
  const { held, connections } = browser((connection, _mode, earlier) => connection === 1 && earlier === 1)
  const store = browserStore()
  await store.put(award('1'))
  expect(keysOf(await store.all())).toEqual(['1'])
  await store.put(award('2'))
  expect([...held.keys()]).toEqual(['1', '2'])
  expect(connections.map(({ transactions }) => transactions)).toEqual([1, 2])
})

it.each(['onclose', 'onversionchange'] as const)(
  'does not use a connection that has announced its end (%s)',
  async (event) => {
    const { connections } = browser(() => false)
    const store = browserStore()
    await store.put(award('1'))
    connections[0]?.[event]?.()
    expect(keysOf(await store.all())).toEqual(['1'])
    expect(connections.map(({ transactions, closed }) => [transactions, closed])).toEqual([
      [1, true],
      [1, false],
    ])
  },
)

it('if reading fails, returns the last read awards and those written since', async () => {
  let broken = false
  browser(() => broken)
  const store = browserStore()
  for (const key of ['1', '2', '3']) await store.put(award(key))
  await store.remove('3')
  broken = true
  await store.put(award('4'))
  await store.remove('1')
  expect(keysOf(await store.all())).toEqual(['2', '4'])
})

it('remembers a refusal that the browser failed to store, so that the award is not sent again and again', async () => {
  let full = false
  browser((_connection, mode) => full && mode === 'readwrite')
  const store = browserStore()
  let sent = 0
  const send = async (): Promise<AwardReply> => {
    full = true
    sent += 1
    if (sent > 3) return new Promise(() => undefined)
    throw new ApiError(404, 'buyer_not_found', 'Buyer not found')
  }
  const outbox = createAwardOutbox({ businessId: 2, store, send, isOnline: () => true, patienceMs: 500 })
  const stop = outbox.start()
  expect(await outbox.submit({ buyerId: 'AN1234', amountSpent: 500 })).toMatchObject({ kind: 'refused' })
  await outbox.drain()
  expect(sent).toBe(1)
  expect(outbox.list()).toMatchObject([{ refusal: { code: 'buyer_not_found' } }])
  await outbox.dismiss(outbox.list()[0]?.key ?? '')
  expect(outbox.list()).toEqual([])
  stop()
})

it('retries an award that the browser failed to store, and reports it as unsaved until then', async () => {
  let full = true
  const { held } = browser((_connection, mode) => full && mode === 'readwrite')
  const store = browserStore()
  await store.put(award('1'))
  await store.all()
  expect([held.size, store.isKept()]).toEqual([0, false])
  full = false
  expect(keysOf(await store.all())).toEqual(['1'])
  expect([held.size, store.isKept()]).toEqual([1, true])
})

it("sends awards although the browser's storage never responds", async () => {
  vi.stubGlobal('indexedDB', { open: () => ({}) })
  const send = async (
    _businessId: number,
    { buyerId, amountSpent }: WaitingAward['body'],
    key: string,
  ): Promise<AwardReply> => ({ awardId: key, points: 1, buyerId, amountSpent, balance: '1.0', message: '' })
  const outbox = createAwardOutbox({ businessId: 2, store: browserStore(20), send, isOnline: () => true })
  const stop = outbox.start()
  for (const amountSpent of [500, 1_000])
    expect(await outbox.submit({ buyerId: 'AN1234', amountSpent })).toMatchObject({
      kind: 'awarded',
      reply: { amountSpent },
    })
  expect(outbox.list()).toEqual([])
  stop()
})

it('uses a store again once it responds, and writes everything in order', async () => {
  const { held } = browser(() => false)
  const slow = indexedDB.open.bind(indexedDB)
  let open = (): void => undefined
  vi.stubGlobal('indexedDB', {
    open(...asked: Parameters<typeof slow>) {
      const request = { onsuccess: undefined as (() => void) | undefined, result: undefined as unknown }
      open = () => {
        const real = slow(...asked) as unknown as { result: unknown; onsuccess: () => void }
        real.onsuccess = () => {
          request.result = real.result
          request.onsuccess?.()
        }
      }
      return request
    },
  })
  const store = browserStore(20)
  await store.put(award('1'))
  await store.put(award('2'))
  await store.remove('1')
  expect([keysOf(await store.all()), store.isKept()]).toEqual([['2'], false])
  open()
  await expect
    .poll(async () => [keysOf(await store.all()), [...held.keys()], store.isKept()])
    .toEqual([['2'], ['2'], true])
})

it.each([
  ['asks the browser not to clear it away', false, 1],
  ['asks for nothing where it is answered', true, 0],
] as const)('an award that waits %s', async (_, online, times) => {
  browser(() => false)
  const persist = vi.fn<() => Promise<boolean>>(() => Promise.reject(new DOMException('No', 'NotAllowedError')))
  vi.stubGlobal('navigator', { storage: { persist } })
  const send = async (_id: number, _body: unknown, key: string): Promise<AwardReply> => ({
    awardId: key,
    points: 1,
    buyerId: 'AN1234',
    amountSpent: 500,
    balance: '1.0',
    message: '',
  })
  const outbox = createAwardOutbox({ businessId: 2, store: browserStore(), send, isOnline: () => online })
  const stop = outbox.start()
  expect((await outbox.submit({ buyerId: 'AN1234', amountSpent: 500 })).kind).toBe(online ? 'awarded' : 'waiting')
  stop()
  expect(persist).toHaveBeenCalledTimes(times)
})
