/**
 * Session records in Redis (H17), 14 days sliding, 90 at most; of the staff 30 minutes, and 12 hours at most. Redis knows only a hash of each id, so a copy of Redis opens nobody's session;
 * the hash is also the name by which a person sees and ends her own sessions.
 */
import { hash } from 'node:crypto'
import type { Session } from 'fastify'
import { LRUCache } from 'lru-cache'
import { DAY_MS } from '#contracts/units/time.ts'
import type { Redis } from '#platform/redis/redis.ts'

declare module 'fastify' {
  interface Session {
    userId?: number
    /** The user's session epoch at the sign-in: once the user's is higher, this session is over. */
    epoch?: number
    /** Epoch ms. */
    signedInAt?: number
    /** Epoch ms: when the record was last written, so that sliding costs one write an hour and not one a request. */
    touchedAt?: number
    /** A short name of browser and system. */
    device?: string
    /** Of an administrator or an auditor: ends sooner. */
    staff?: true
  }
}

export type OwnSession = { id: string; device: string; signedInAt: Date; lastSeenAt: Date }

export const SESSION_MS = 14 * DAY_MS
/** performance.md 5.8: so long after its sign-in a session ends, however often it is used. Whoever took one somewhere does not have it for ever. */
export const SESSION_AT_MOST_MS = 90 * DAY_MS
/** Whoever finds an unlocked computer of the staff finds a session that has ended. */
const STAFF_SESSION_MS = 30 * 60 * 1000
export const STAFF_SESSION_AT_MOST_MS = 12 * 60 * 60 * 1000
/**
 * Of one person: more than the tills of a chain. Whoever knows a password may sign in any number of times, all of these sessions are kept for two weeks,
 * and all are read where the person looks at them.
 */
export const SESSIONS_OF_ONE = 1_000
/** I15: a session ended in another process is refused here within this time. */
const RECORD_TTL_MS = 1_000

const hashOf = (sessionId: string) => hash('sha256', sessionId, 'base64url')
const keyOf = (name: string) => `hatik:session:${name}`
const contentOf = ({ cookie: _cookie, ...content }: Session) => JSON.stringify(content)
const ownKey = (userId: number) => `hatik:sessions-of:${userId}`
/** Redis takes no time that is over. */
const lifeMs = ({ signedInAt = Infinity, staff }: Session) => {
  const [idle, atMost] = staff ? [STAFF_SESSION_MS, STAFF_SESSION_AT_MOST_MS] : [SESSION_MS, SESSION_AT_MOST_MS]
  return Math.max(1, Math.min(idle, signedInAt + atMost - Date.now()))
}

/** @fastify/session's store over ioredis, with the records of the last second kept in the process. */
export class RedisSessions {
  readonly #redis: Redis
  readonly #recent = new LRUCache<string, string>({ max: 20_000, ttl: RECORD_TTL_MS })
  readonly #unwritten = new WeakSet<object>()
  /** What a session said when it was dated anew, as long as its call is under way. */
  readonly #dated = new WeakMap<object, string>()

  constructor(redis: Redis) {
    this.#redis = redis
  }

  /** The public name of a session. */
  nameOf(sessionId: string): string {
    return hashOf(sessionId)
  }

  /** Begins a session; beyond SESSIONS_OF_ONE it ends the one that was longest not seen. Rejects where Redis takes nothing. */
  async begin(sessionId: string, record: Session): Promise<void> {
    const name = hashOf(sessionId)
    const text = JSON.stringify(record)
    // In its person's list first: a session that is not there could not be ended.
    await this.#list(name, record)
    await this.#redis.set(keyOf(name), text, 'PX', lifeMs(record))
    this.#recent.set(name, text)
    const { userId } = record
    if (userId !== undefined)
      await this.end(userId, await this.#redis.zrange(ownKey(userId), '0', String(-SESSIONS_OF_ONE - 1)))
  }

  /** Whether nothing was written of what a request changed in this session: it had ended or got another id meanwhile, or Redis took nothing. */
  isUnwritten(record: object | null | undefined): boolean {
    return record !== null && record !== undefined && this.#unwritten.has(record)
  }

  /** Nothing is written of what this request changes in its session. */
  leaveUnwritten(record: object): void {
    this.#unwritten.add(record)
  }

  /** Dates a session anew (H17), with the answer to its call. Where Redis takes nothing, a later call does it: this one has asked for something else. */
  date(record: Session & { touch(): void }): void {
    record.touchedAt = Date.now()
    record.touch()
    this.#dated.set(record, contentOf(record))
  }

  /** What a request has changed in its session. One that was ended meanwhile stays ended. What was refused once is not tried again with the refusal's own answer. */
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

  async #list(name: string, { userId }: Session): Promise<void> {
    if (userId === undefined) return
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

  /** A person's running sessions, the newest sign-in first. */
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

  /** Ends these sessions, in every process within a second. */
  async end(userId: number, names: readonly string[]): Promise<void> {
    if (names.length === 0) return
    for (const name of names) this.#recent.delete(name)
    await Promise.all([this.#redis.del(...names.map(keyOf)), this.#redis.zrem(ownKey(userId), ...names)])
  }
}
