/**
 * Where awards wait that the server has not answered yet: IndexedDB, so that they outlive the tab. A browser that refuses it (some
 * private windows) keeps them as long as the page is open.
 */
import type { ApiErrorCode } from './api-error.ts'

const DATABASE = 'hatik'
const AWARDS = 'waiting-awards'

/** What is sent, exactly: the same key with other input would be refused (design.md 1, rule 6). */
export interface AwardBody {
  buyerId: string
  amountSpent: number
  receipt?: string
  /** Set where the counter knew that it was offline: the moment is the purchase's, not that of the connection's return. */
  happenedAt?: string
}

export interface WaitingAward {
  key: string
  /** Whose counter made it, as users.id: nobody else's session sends it. */
  businessId: number
  body: AwardBody
  /** Milliseconds since 1970, and the order of sending. */
  madeAtMs: number
  /** Why the server said no; it then stays until somebody has seen it. */
  refusal: { code: ApiErrorCode; message: string } | null
}

export interface WaitingStore {
  all: () => Promise<WaitingAward[]>
  put: (award: WaitingAward) => Promise<void>
  remove: (key: string) => Promise<void>
}

/** A store that forgets with the page. */
export function memoryStore(): WaitingStore {
  const awards = new Map<string, WaitingAward>()
  return {
    all: () => Promise.resolve([...awards.values()]),
    put: async (award) => void awards.set(award.key, award),
    remove: async (key) => void awards.delete(key),
  }
}

/** The browser's store. Never rejects: what IndexedDB does not take is kept in memory. */
export function browserStore(): WaitingStore {
  const fallback = memoryStore()
  let opening: Promise<IDBDatabase> | undefined
  const database = (): Promise<IDBDatabase> => (opening ??= open())

  async function run<Result>(mode: IDBTransactionMode, ask: (awards: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
    const transaction = (await database()).transaction(AWARDS, mode, { durability: 'strict' })
    const request = ask(transaction.objectStore(AWARDS))
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('The store refused'))
    })
  }

  return {
    async all() {
      const stored = await run('readonly', (awards) => awards.getAll() as IDBRequest<WaitingAward[]>).catch(() => [])
      return [...stored, ...(await fallback.all())]
    },
    async put(award) {
      await run('readwrite', (awards) => awards.put(award)).catch(() => fallback.put(award))
    },
    async remove(key) {
      await fallback.remove(key)
      await run('readwrite', (awards) => awards.delete(key)).catch(() => undefined)
    },
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(AWARDS, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB does not open'))
  })
}
