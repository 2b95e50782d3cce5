/** Makes awards and keeps the books of acknowledgements. Awards with unknown outcome are repeated with the same key. */
import { setTimeout as sleep } from 'node:timers/promises'
import { businessIdOf } from '../people.ts'
import { Connection } from './connection.ts'
import type { Award } from './mix.ts'
import type { Reply } from './reply.ts'
import { awardHead, awardRequest, type Host } from './request.ts'

export type Prepared = { request: string; tenths: number }
export type Books = {
  acknowledged: number
  acknowledgedTenths: number
  failures: Record<string, number>
  unsettled: number
}

const SETTLE_TRIES = 50
const SETTLE_PAUSE_MS = 100

export class Awarder {
  readonly #heads: string[]
  readonly #host: Host
  readonly #runKey: string
  readonly #unsettled: Prepared[] = []
  readonly #failures: Record<string, number> = {}
  #count = 0
  #acknowledged = 0
  #acknowledgedTenths = 0

  /** `cookies` by business index. `runKey` prefixes keys and must be unique per database. */
  constructor(host: Host, cookies: readonly string[], runKey: string) {
    this.#host = host
    this.#runKey = runKey
    this.#heads = cookies.map((cookie, business) => awardHead(host, businessIdOf(business), cookie))
  }

  prepare({ business, buyerCode, amountAmd, tenths }: Award): Prepared {
    const head = this.#heads[business]
    if (head === undefined) throw new RangeError(`Unknown business ${business}`)
    const key = `${this.#runKey}-${String((this.#count += 1)).padStart(8, '0')}`
    return { request: awardRequest(head, key, buyerCode, amountAmd), tenths }
  }

  /** True if acknowledged. */
  book(prepared: Prepared, reply: Reply | undefined): boolean {
    if (reply?.status === 200) {
      this.#acknowledged += 1
      this.#acknowledgedTenths += prepared.tenths
      return true
    }
    const what = reply ? `${reply.status} ${reply.body.slice(0, 80)}` : 'connection lost'
    this.#failures[what] = (this.#failures[what] ?? 0) + 1
    this.#unsettled.push(prepared)
    return false
  }

  /** Repeats until every outcome is known. */
  async settle(): Promise<Books> {
    let unsettled = 0
    for (const prepared of this.#unsettled.splice(0)) if (!(await this.#settleOne(prepared))) unsettled += 1
    return {
      acknowledged: this.#acknowledged,
      acknowledgedTenths: this.#acknowledgedTenths,
      failures: this.#failures,
      unsettled,
    }
  }

  async #settleOne(prepared: Prepared): Promise<boolean> {
    for (let attempt = 0; attempt < SETTLE_TRIES; attempt += 1) {
      const connection = await Connection.open(this.#host).catch(() => undefined)
      const reply = await connection?.ask(prepared.request)
      connection?.close()
      if (reply?.status === 200) {
        this.#acknowledged += 1
        this.#acknowledgedTenths += prepared.tenths
        return true
      }
      if (reply && reply.status < 500 && reply.status !== 429) return true
      await sleep(SETTLE_PAUSE_MS)
    }
    return false
  }
}
