/**
 * Awards without a server reply, in IndexedDB. If the browser refuses it (some private windows), they last as long as
 * the page.
 */
import { openDB, type DBSchema, type IDBPDatabase, type IDBPObjectStore } from 'idb'
import type { z } from 'zod'
import type { awardPointsSchema } from '#contracts/calls/business.ts'
import type { ApiErrorCode } from '#web/lib/api/api-error.ts'

const DATABASE = 'hatik'
const AWARDS = 'waiting-awards'
/** Longer than any response of a working store. */
const PATIENCE_MS = 2_000

/**
 * The exact request body: the same key with other input would be refused. An offline counter sets `happenedAt` to the
 * purchase's moment, not that of the reconnection.
 */
export type AwardBody = z.output<typeof awardPointsSchema>

export interface WaitingAward {
  key: string
  /** users.id; no other business's session sends the award. */
  businessId: number
  body: AwardBody
  /** Absent if the business made it. */
  visitId?: string
  /** Proof of who had unlocked the till (till-unlock.ts). */
  unlock?: string
  /** The key after a corrected moment, because the first key's refusal is final. */
  sentAs?: string
  /** Milliseconds since 1970 by this device's clock; also the order of sending. */
  madeAtMs: number
  /** Kept until someone has seen it. */
  refusal: { code: ApiErrorCode; message: string } | null
}

export interface WaitingStore {
  all: () => Promise<WaitingAward[]>
  put: (award: WaitingAward) => Promise<void>
  remove: (key: string) => Promise<void>
  /** False if an award is only in this page's memory. */
  isKept: () => boolean
  /** Asks the browser not to evict the awards when the device runs out of space. */
  persist: () => void
}

interface Stored extends DBSchema {
  [AWARDS]: { key: string; value: WaitingAward }
}
type Database = IDBPDatabase<Stored>
type Change = (awards: IDBPObjectStore<Stored, [typeof AWARDS], typeof AWARDS, 'readwrite'>) => Promise<unknown>

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
 * Never rejects and never blocks for long: keeps in memory what IndexedDB does not take. Reopens a broken connection,
 * e.g. after a tablet's sleep.
 */
export function browserStore(patienceMs = PATIENCE_MS): WaitingStore {
  let opening: Promise<Database> | undefined
  /** IndexedDB's content at the last read. */
  let held: readonly WaitingAward[] = []
  /** Writes that IndexedDB has not taken: an award, or null for a removal. They override its content. */
  const untaken = new Map<string, WaitingAward | null>()
  /** Keys whose writes failed or got no response. */
  const refused = new Set<string>()

  function database(): Promise<Database> {
    const connection: Promise<Database> = open(() => drop(connection))
    return connection
  }

  /** The next access opens a new connection; running transactions may finish. */
  function drop(connection: Promise<Database>): void {
    if (opening === connection) opening = undefined
    void connection.then((database) => database.close()).catch(() => undefined)
  }

  async function runOnce<Result>(ask: (database: Database) => Promise<Result>): Promise<Result> {
    const connection = (opening ??= database())
    try {
      return await ask(await connection)
    } catch (error) {
      drop(connection)
      throw error
    }
  }
  /** Some browsers leave requests pending for a long time; until that one settles, others fail at once. */
  let silent = false
  async function run<Result>(ask: (database: Database) => Promise<Result>): Promise<Result> {
    if (silent) throw new Error('The store does not answer')
    const asked = runOnce(ask).catch(() => runOnce(ask))
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

  async function write(key: string, award: WaitingAward | null, change: Change): Promise<void> {
    untaken.set(key, award)
    try {
      await run(async (database) => {
        const { store, done } = database.transaction(AWARDS, 'readwrite', { durability: 'strict' })
        await Promise.all([change(store), done])
      })
    } catch {
      refused.add(key)
      return
    }
    refused.delete(key)
    held = withAward(held, key, award)
    // The award may have been written again meanwhile.
    if (untaken.get(key) === award) untaken.delete(key)
  }

  const put = (award: WaitingAward): Promise<void> => write(award.key, award, (awards) => awards.put(award))
  const remove = (key: string): Promise<void> => write(key, null, (awards) => awards.delete(key))

  return {
    async all() {
      try {
        held = await run((database) => database.getAll(AWARDS))
        // Reading works, so retry the failed writes.
        for (const [key, award] of untaken) await (award ? put(award) : remove(key))
      } catch {}
      return [...untaken].reduce<WaitingAward[]>((awards, [key, award]) => withAward(awards, key, award), [...held])
    },
    put,
    remove,
    isKept: () => [...refused].every((key) => !untaken.get(key)),
    // The API exists only on secure pages.
    persist: () => void (navigator as Partial<Navigator>).storage?.persist?.().catch(() => undefined),
  }
}

/** One per page, so that all share its memory if IndexedDB fails. */
export const pageStore = browserStore()

function withAward(awards: readonly WaitingAward[], key: string, award: WaitingAward | null): WaitingAward[] {
  const others = awards.filter((one) => one.key !== key)
  return award ? [...others, award] : others
}

/** `onGone`: the browser closed the connection, or another page is about to change the database. */
async function open(onGone: () => void): Promise<Database> {
  return openDB<Stored>(DATABASE, 1, {
    upgrade: (database) => void database.createObjectStore(AWARDS, { keyPath: 'key' }),
    blocking: onGone,
    terminated: onGone,
  })
}
