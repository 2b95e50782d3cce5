import 'fake-indexeddb/auto'
import { forceCloseDatabase, IDBFactory } from 'fake-indexeddb'
import { openDB } from 'idb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AwardReply } from '#contracts/calls/business.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { createAwardOutbox } from './award-outbox.ts'
import { browserStore, type WaitingAward } from './waiting-store.ts'

const DATABASE = 'hatik'
const AWARDS = 'waiting-awards'

/** Opened through `indexedDB`, in order. */
let connections: IDBDatabase[] = []
let isFull = false

beforeEach(() => {
  connections = []
  isFull = false
  vi.stubGlobal('indexedDB', new IDBFactory())
  const open = indexedDB.open.bind(indexedDB)
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    const request = open(name, version)
    request.addEventListener('success', () => connections.push(request.result))
    return request
  })
  const { transaction } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...asked) {
    const one = transaction.apply(this, asked)
    // As browsers do when the device has no space left.
    if (isFull && one.mode === 'readwrite') queueMicrotask(() => one.abort())
    return one
  })
})
afterEach(() => {
  for (const connection of connections) connection.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const award = (key: string): WaitingAward => ({
  key,
  businessId: 2,
  body: { buyerId: 'AN1234', amountSpent: 500 },
  madeAtMs: Number(key),
  refusal: null,
})
const keysOf = (awards: readonly WaitingAward[]): string[] => awards.map(({ key }) => key)

/** As another page would find it. */
async function heldKeys(): Promise<IDBValidKey[]> {
  const page = await openDB(DATABASE, 1)
  const keys = await page.getAllKeys(AWARDS)
  page.close()
  return keys
}

/** The connection, from 0, of each attempted transaction; those that create the database are left out. */
function transactions(): number[] {
  const { contexts, calls } = vi.mocked(IDBDatabase.prototype.transaction).mock
  const used = (contexts as IDBDatabase[]).filter((_, index) => String(calls[index]?.[1]) !== 'versionchange')
  return used.map((connection) => connections.indexOf(connection))
}

/** A deletion by another page waits for a third page, and later openings wait for both. Returns the end of it. */
async function holdOpenings(): Promise<() => void> {
  const third = await openDB(DATABASE, 1)
  const blocked = new Promise((resolve) => (indexedDB.deleteDatabase(DATABASE).onblocked = resolve))
  await blocked
  return () => third.close()
}

it('reopens a connection that the browser has closed, and keeps old and new awards', async () => {
  const store = browserStore()
  await store.put(award('1'))
  // Without the event that announces it.
  connections[0]?.close()
  expect(keysOf(await store.all())).toEqual(['1'])
  await store.put(award('2'))
  expect(transactions()).toEqual([0, 0, 1, 1])
  expect(await heldKeys()).toEqual(['1', '2'])
})

it.each([
  ['close', closedByTheBrowser],
  ['versionchange', changedByAnotherPage],
] as const)('does not use a connection that has announced its end (%s)', async (_, end) => {
  const store = browserStore()
  await store.put(award('1'))
  await end()
  expect(keysOf(await store.all())).toEqual(['1'])
  expect(transactions()).toEqual([0, 1])
})

async function closedByTheBrowser(): Promise<void> {
  // The package's type names the class instead of its instance.
  for (const connection of connections) forceCloseDatabase(connection as unknown as typeof IDBDatabase)
}

/** Happens only once every other connection is closed. */
function changedByAnotherPage(): Promise<void> {
  const request = indexedDB.open(DATABASE, 2)
  request.onupgradeneeded = () => request.transaction?.abort()
  return new Promise((resolve) => (request.onerror = () => resolve()))
}

it('if reading fails, returns the last read awards and those written since', async () => {
  const store = browserStore()
  for (const key of ['1', '2', '3']) await store.put(award(key))
  await store.remove('3')
  // A newer version of the app has changed the database.
  const newer = await openDB(DATABASE, 2)
  await store.put(award('4'))
  await store.remove('1')
  expect(keysOf(await store.all())).toEqual(['2', '4'])
  newer.close()
})

it('remembers a refusal that the browser failed to store, so that the award is not sent again and again', async () => {
  const store = browserStore()
  let sent = 0
  const send = async (): Promise<AwardReply> => {
    isFull = true
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
  isFull = true
  const store = browserStore()
  await store.put(award('1'))
  await store.all()
  expect([await heldKeys(), store.isKept()]).toEqual([[], false])
  isFull = false
  expect(keysOf(await store.all())).toEqual(['1'])
  expect([await heldKeys(), store.isKept()]).toEqual([['1'], true])
})

it("sends awards although the browser's storage never responds", async () => {
  await holdOpenings()
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
  const letOpen = await holdOpenings()
  const store = browserStore(20)
  await store.put(award('1'))
  await store.put(award('2'))
  await store.remove('1')
  expect([keysOf(await store.all()), store.isKept()]).toEqual([['2'], false])
  letOpen()
  await expect.poll(async () => [keysOf(await store.all()), store.isKept()]).toEqual([['2'], true])
  expect(await heldKeys()).toEqual(['2'])
})

it.each([
  ['asks the browser not to clear it away', false, 1],
  ['asks for nothing where it is answered', true, 0],
] as const)('an award that waits %s', async (_, online, times) => {
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
