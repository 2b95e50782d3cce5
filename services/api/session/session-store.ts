/**
 * Session records in Redis (H17): 14 days sliding, 90 at most; tills 90 days; staff 30 minutes, 12 hours at most. Redis
 * holds only hashed ids, so a copy opens no session; the hash also names the session publicly.
 */
import { hash } from 'node:crypto'
import type { Session } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '#contracts/units/time.ts'
import type { Redis } from '#platform/redis/redis.ts'

declare module 'fastify' {
  interface Session {
    userId?: number
    /** The user's epoch at sign-in; a higher one ends the session. */
    epoch?: number
    /** Epoch ms. */
    signedInAt?: number
    /** Epoch ms of the last write, which limits extending: once an hour, a till's every ten minutes. */
    touchedAt?: number
    device?: string
    /** Staff sessions end sooner. */
    staff?: true
  }
}

export type OwnSession = { id: string; device: string; signedInAt: Date; lastSeenAt: Date }

export const SESSION_MS = 14 * DAY_MS
/** Bounds the use of a stolen session. */
export const SESSION_AT_MOST_MS = 90 * DAY_MS
/** Short, because of unattended computers. */
const STAFF_SESSION_MS = 30 * 60 * 1000
export const STAFF_SESSION_AT_MOST_MS = 12 * 60 * 60 * 1000
/**
 * Per person: more than a chain's tills. Otherwise whoever knows the password could fill Redis, and the person's list
 * is read whole.
 */
export const SESSIONS_OF_ONE = 1_000
/** How long a retry finds the session of its first try: longer than both tries of a browser together. */
const OPENED_BY_MS = 2 * 60 * 1000
/** How long another process may still accept an ended session. */
const RECORD_TTL_MS = 1_000

const hashOf = (sessionId: string) => hash('sha256', sessionId, 'base64url')
const keyOf = (name: string) => `hatik:session:${name}`
const contentOf = ({ cookie: _cookie, ...content }: Session) => JSON.stringify(content)
const ownKey = (userId: number) => `hatik:sessions-of:${userId}`
const tillSeenKey = (tillId: string) => `hatik:till-seen:${tillId}`
const openedKey = (call: string) => `hatik:opened:${hashOf(call)}`
/** Redis refuses a TTL of zero or less. */
const lifeMs = ({ signedInAt = Infinity, staff, till }: Session) => {
  const [idle, atMost] = staff
    ? [STAFF_SESSION_MS, STAFF_SESSION_AT_MOST_MS]
    : [till ? SESSION_AT_MOST_MS : SESSION_MS, SESSION_AT_MOST_MS]
  return Math.max(1, Math.min(idle, signedInAt + atMost - Date.now()))
}

/** @fastify/session's store on ioredis, with a one-second cache. */
export class RedisSessions {
  readonly #redis: Redis
  readonly #recent = new LRUCache<string, string>({ max: 20_000, ttl: RECORD_TTL_MS })
  readonly #unwritten = new WeakSet<object>()
  /** Content at the last extension, during its call. */
  readonly #dated = new WeakMap<object, string>()

  constructor(redis: Redis) {
    this.#redis = redis
  }

  nameOf(sessionId: string): string {
    return hashOf(sessionId)
  }

  /** Beyond SESSIONS_OF_ONE the longest unseen session ends. Rejects if Redis fails. */
  async begin(sessionId: string, record: Session): Promise<void> {
    const name = hashOf(sessionId)
    const text = JSON.stringify(record)
    // Listed first: an unlisted session could not be ended.
    await this.#list(name, record)
    await this.#redis.set(keyOf(name), text, 'PX', lifeMs(record))
    this.#recent.set(name, text)
    const { userId } = record
    if (userId !== undefined)
      await this.end(userId, await this.#redis.zrange(ownKey(userId), '0', String(-SESSIONS_OF_ONE - 1)))
  }

  /** True if the request's changes were not written: the session ended, got another id, or Redis failed. */
  isUnwritten(record: object | null | undefined): boolean {
    return record !== null && record !== undefined && this.#unwritten.has(record)
  }

  leaveUnwritten(record: object): void {
    this.#unwritten.add(record)
  }

  /** Extends a session (H17) with the response. A Redis failure is ignored; a later call retries. */
  date(record: Session & { touch(): void }): void {
    record.touchedAt = Date.now()
    record.touch()
    this.#dated.set(record, contentOf(record))
  }

  /**
   * Writes the request's changes. An ended session stays ended; a failed write is not retried for the error response.
   */
  set(sessionId: string, record: Session, callback: (error?: unknown) => void): void {
    if (this.#unwritten.has(record)) return callback()
    this.#update(hashOf(sessionId), record).then(
      () => callback(),
      (error: unknown) => {
        this.#unwritten.add(record)
        callback(this.#dated.get(record) === contentOf(record) ? undefined : error)
      },
    )
  }

  async #update(name: string, record: Session): Promise<void> {
    const text = JSON.stringify(record)
    if ((await this.#redis.set(keyOf(name), text, 'PX', lifeMs(record), 'XX')) === null) {
      this.#unwritten.add(record)
      return
    }
    this.#recent.set(name, text)
    await this.#list(name, record)
  }

  /** Tills stand in a list of their own, by their rows; here only when each was last seen. */
  async #list(name: string, { userId, till, touchedAt }: Session): Promise<void> {
    if (userId === undefined) return
    if (till) {
      if (touchedAt !== undefined) await this.#redis.set(tillSeenKey(till.tillId), touchedAt, 'PX', SESSION_AT_MOST_MS)
      return
    }
    const own = ownKey(userId)
    await Promise.all([this.#redis.zadd(own, Date.now() + SESSION_MS, name), this.#redis.pexpire(own, SESSION_MS)])
  }

  get(sessionId: string, callback: (error: unknown, record?: Session | null) => void): void {
    const name = hashOf(sessionId)
    const recent = this.#recent.get(name)
    if (recent) return callback(null, JSON.parse(recent) as Session)
    this.#redis.get(keyOf(name)).then(
      (text) => {
        if (text) this.#recent.set(name, text)
        callback(null, text ? (JSON.parse(text) as Session) : null)
      },
      (error: unknown) => callback(error),
    )
  }

  destroy(sessionId: string, callback: (error?: unknown) => void): void {
    const name = hashOf(sessionId)
    this.#recent.delete(name)
    this.#redis.del(keyOf(name)).then(
      () => callback(),
      (error: unknown) => callback(error),
    )
  }

  /** The name of the session that this call opened within the last two minutes. */
  async openedBy(call: string): Promise<string | undefined> {
    return (await this.#redis.get(openedKey(call))) ?? undefined
  }

  /** Notes the session that a call opened, and ends the one that its earlier try had opened. */
  async replaceOpened(call: string, sessionId: string, userId: number): Promise<void> {
    const name = hashOf(sessionId)
    const earlier = await this.#redis.set(openedKey(call), name, 'PX', OPENED_BY_MS, 'GET')
    if (earlier !== null && earlier !== name) await this.end(userId, [earlier])
  }

  /** The content of a session that has not ended. */
  async read(name: string): Promise<Partial<Session> | undefined> {
    const text = await this.#redis.get(keyOf(name))
    if (text === null) return undefined
    const { cookie: _cookie, ...content } = JSON.parse(text) as Session
    return content
  }

  /** Newest sign-in first. */
  async listOf({ id, sessionEpoch }: { id: number; sessionEpoch: number }): Promise<OwnSession[]> {
    await this.#redis.zremrangebyscore(ownKey(id), '-inf', String(Date.now()))
    const names = await this.#redis.zrange(ownKey(id), '0', '-1')
    if (names.length === 0) return []
    const texts = await this.#redis.mget(names.map(keyOf))
    const sessions = names.flatMap((name, index) => {
      const record = texts[index] ? (JSON.parse(texts[index]) as Session) : undefined
      if (record?.userId !== id || (record.epoch ?? 0) < sessionEpoch) return []
      const signedInAt = new Date(record.signedInAt ?? record.touchedAt ?? 0)
      return [
        { id: name, device: record.device ?? '', signedInAt, lastSeenAt: new Date(record.touchedAt ?? signedInAt) },
      ]
    })
    return sessions.sort((a, b) => b.signedInAt.getTime() - a.signedInAt.getTime())
  }

  /** By id, to ten minutes, as a till's session is dated. Without tills that were never seen. */
  async tillsSeen(tillIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
    if (tillIds.length === 0) return new Map()
    const moments = await this.#redis.mget(tillIds.map(tillSeenKey))
    return new Map(
      tillIds.flatMap((tillId, index) => {
        const at = moments[index]
        return at ? [[tillId, new Date(Number(at))]] : []
      }),
    )
  }

  /** Within a second in other processes. */
  async end(userId: number, names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    for (const name of names) this.#recent.delete(name)
    await Promise.all([this.#redis.del(...names.map(keyOf)), this.#redis.zrem(ownKey(userId), ...names)])
  }
}
