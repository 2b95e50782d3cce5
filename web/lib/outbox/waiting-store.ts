/**
 * Where awards wait that the server has not answered yet: IndexedDB, so that they outlive the tab. A browser that refuses it (some
 * private windows) keeps them as long as the page is open.
 */
import type { z } from 'zod'
import type { awardPointsSchema } from '#contracts/calls/business.ts'
import type { ApiErrorCode } from '#web/lib/api/api-error.ts'

const DATABASE = 'hatik'
const AWARDS = 'waiting-awards'
/** Longer than any answer of a working store. */
const PATIENCE_MS = 2_000

/**
 * What is sent, exactly: the same key with other input would be refused (design.md 1, rule 6). `happenedAt` is set where the counter knew that it
 * was offline: the moment is the purchase's, not that of the connection's return.
 */
export type AwardBody = z.output<typeof awardPointsSchema>

export interface WaitingAward {
  key: string
  /** Whose counter made it, as users.id: nobody else's session sends it. */
  businessId: number
  body: AwardBody
  /** The support visit in which it was made; without one, the business made it itself. */
  visitId?: string
  /**
   * The key under which it is sent, where its moment was corrected: the first one was refused with the other moment, and belongs to that. Otherwise
   * `key`.
   */
  sentAs?: string
  /** Milliseconds since 1970 by this device's clock, and the order of sending. */
  madeAtMs: number
  /** Why the server said no; it then stays until somebody has seen it. */
  refusal: { code: ApiErrorCode; message: string } | null
}

export interface WaitingStore {
  all: () => Promise<WaitingAward[]>
  put: (award: WaitingAward) => Promise<void>
  remove: (key: string) => Promise<void>
  /** False where an award is held by this page alone, and goes with it. */
  isKept: () => boolean
  /** An award is to stay for a while: a browser clears away what nobody has asked it to keep, where its device runs out of space. */
  persist: () => void
}

/** A store that forgets with the page. */
export function memoryStore(): WaitingStore {
  const awards = new Map<string, WaitingAward>()
  return {
    all: () => Promise.resolve([...awards.values()]),
    put: async (award) => void awards.set(award.key, award),
    remove: async (key) => void awards.delete(key),
    isKept: () => awards.size === 0,
    persist: () => undefined,
  }
}

/**
 * The browser's store. Never rejects, and never lets anybody wait for long: what IndexedDB does not take is kept in memory until it does. A
 * connection that breaks, as a tablet's does while it sleeps, is opened anew.
 */
export function browserStore(patienceMs = PATIENCE_MS): WaitingStore {
  let opening: Promise<IDBDatabase> | undefined
  /** What IndexedDB held when it was last heard. */
  let held: readonly WaitingAward[] = []
  /** What it ought to hold and has not taken: an award, or null for one that is to be gone. Whatever it still says of these is old. */
  const untaken = new Map<string, WaitingAward | null>()
  /** Of these it has said so, or nothing at all. */
  const refused = new Set<string>()

  function database(): Promise<IDBDatabase> {
    const connection: Promise<IDBDatabase> = open(() => drop(connection))
    return connection
  }

  /** The next one who asks opens another. Whatever still runs on this one may end. */
  function drop(connection: Promise<IDBDatabase>): void {
    if (opening === connection) opening = undefined
    void connection.then((database) => database.close()).catch(() => undefined)
  }

  async function runOnce<Result>(
    mode: IDBTransactionMode,
    ask: (awards: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    const connection = (opening ??= database())
    try {
      const transaction = (await connection).transaction(AWARDS, mode, { durability: 'strict' })
      const request = ask(transaction.objectStore(AWARDS))
      return await new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = transaction.onerror = () => reject(transaction.error ?? new Error('The store refused'))
      })
    } catch (error) {
      drop(connection)
      throw error
    }
  }
  /** Some browsers leave the store's questions open, for a while or for ever. Nobody waits for the next one then, until that one is answered. */
  let silent = false
  async function run<Result>(
    mode: IDBTransactionMode,
    ask: (awards: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    if (silent) throw new Error('The store does not answer')
    const asked = runOnce(mode, ask).catch(() => runOnce(mode, ask))
    let impatient: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      impatient = setTimeout(() => {
        silent = true
        const hear = (): void => void (silent = false)
        asked.then(hear, hear)
        reject(new Error('The store does not answer'))
      }, patienceMs)
    })
    return Promise.race([asked, late]).finally(() => clearTimeout(impatient))
  }

  async function write(
    key: string,
    award: WaitingAward | null,
    ask: (awards: IDBObjectStore) => IDBRequest,
  ): Promise<void> {
    untaken.set(key, award)
    try {
      await run('readwrite', ask)
    } catch {
      refused.add(key)
      return
    }
    refused.delete(key)
    held = withAward(held, key, award)
    // Somebody may have written it once more meanwhile.
    if (untaken.get(key) === award) untaken.delete(key)
  }

  const put = (award: WaitingAward): Promise<void> => write(award.key, award, (awards) => awards.put(award))
  const remove = (key: string): Promise<void> => write(key, null, (awards) => awards.delete(key))

  return {
    async all() {
      try {
        held = await run('readonly', (awards) => awards.getAll() as IDBRequest<WaitingAward[]>)
        // It can be read: perhaps it takes by now what it did not take then.
        for (const [key, award] of untaken) await (award ? put(award) : remove(key))
      } catch {
        // What was last heard.
      }
      return [...untaken].reduce<WaitingAward[]>((awards, [key, award]) => withAward(awards, key, award), [...held])
    },
    put,
    remove,
    isKept: () => [...refused].every((key) => !untaken.get(key)),
    // One that says no keeps it as well as it can. Only secure pages may ask.
    persist: () => void (navigator as Partial<Navigator>).storage?.persist?.().catch(() => undefined),
  }
}

/** Of this page: what a browser without IndexedDB keeps in memory is seen by everybody who asks. */
export const pageStore = browserStore()

function withAward(awards: readonly WaitingAward[], key: string, award: WaitingAward | null): WaitingAward[] {
  const others = awards.filter((one) => one.key !== key)
  return award ? [...others, award] : others
}

/** `onGone`: the browser has closed the connection, or another page wants to change the database. */
function open(onGone: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => void request.result.createObjectStore(AWARDS, { keyPath: 'key' })
    request.onsuccess = () => {
      request.result.onclose = request.result.onversionchange = onGone
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB does not open'))
  })
}
