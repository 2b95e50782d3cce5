import { join } from 'node:path'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { READ_MODELS, viewsSchema } from '#platform/postgres/read-models.ts'
import { foldStore } from '../faults/independent-fold.ts'
import type { Child } from '../local/child.ts'
import { freePort } from '../local/ports.ts'
import { hearError } from '../quality/told-errors.ts'
import type { Person } from '../testing/people/person.ts'
import { startProduct, type Product } from '../testing/servers/test-product.ts'
import { waitUntil } from '../testing/wait-until.ts'
import {
  checkOut,
  previousCommit,
  previousReadModels,
  startPreviousApi,
  startPreviousWorker,
} from './previous-release.ts'

const CLIENTS = 6
const AMOUNT_AMD = 500
const WAIT_MS = 30_000
/** As of a release whose read models are others. */
const OTHER = '0000aaaa'

const commit = previousCommit()
if (commit === undefined) console.warn('Without the commit of the previous release, upgrades are not tested')

/**
 * Awards at one API and reads at the other, in turn, until stopped. Every answer counts. `balances`: tenths in the log
 * before, by stream.
 */
function startLoad(
  shop: Person,
  buyers: readonly (Person & { code: string })[],
  addresses: readonly string[],
  balances: ReadonlyMap<string, number>,
) {
  let stopped = false
  let awards = 0
  let stale = 0
  const wrong: unknown[] = []
  const client = async (buyer: Person & { code: string }, before: number) => {
    for (let made = 1; !stopped; made += 1) {
      const [writeTo, readFrom] = made % 2 === 0 ? addresses : addresses.toReversed()
      const path = `/api/business/${shop.id}/award-points`
      const answer = await shop.at(writeTo!).write('POST', path, { buyerId: buyer.code, amountSpent: AMOUNT_AMD })
      if (answer.status !== 200) wrong.push([path, answer.status, answer.body])
      awards += 1
      const reader = buyer.at(readFrom!)
      reader.sees(answer.token)
      const read = await reader.get<{ points: string }[]>(`/api/buyer/${buyer.id}/points`)
      const isStale = read.headers.get('consistency-stale') !== null
      if (isStale) stale += 1
      else if (read.status !== 200 || Number(read.body[0]?.points) !== before + made)
        wrong.push([read.status, read.body])
    }
  }
  const running = Promise.all(
    buyers.map((buyer) => client(buyer, (balances.get(`account-${shop.id}.${buyer.id}`) ?? 0) / 10)),
  )
  return {
    /** Waits until that many more awards are made. */
    async more(count: number) {
      const from = awards
      await waitUntil(`${count} more awards`, () => awards >= from + count, WAIT_MS)
    },
    async stop() {
      stopped = true
      await running
      return { awards, stale, wrong }
    },
  }
}

describe.skipIf(commit === undefined)('the previous release and this one, on one database under load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hatik-previous-'))
  const begun: Child[] = []
  let product: Product
  let previous: string
  let shop: Person
  let buyers: (Person & { code: string })[]

  const previousApi = async () => {
    const port = await freePort()
    begun.push(await startPreviousApi(folder, { ...product.env, PORT: String(port) }, hearError))
    return `http://127.0.0.1:${port}`
  }
  const previousWorker = async () => {
    const worker = await startPreviousWorker(folder, product.workerEnv, hearError)
    begun.push(worker)
    return worker
  }
  beforeAll(async () => {
    checkOut(commit!, folder)
    product = await startProduct()
    previous = await previousApi()
    shop = await product.business()
    buyers = []
    for (let n = 0; n < CLIENTS; n += 1) buyers.push(await product.buyer())
  })
  afterAll(async () => {
    await Promise.all(begun.map((child) => child.stop()))
    await product?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const ready = async () => {
    const response = await fetch(`${product.address}/api/health/ready`)
    const { projection } = (await response.json()) as { projection: { caughtUp: boolean } }
    return response.status === 200 && projection.caughtUp
  }

  const inTheLog = () => foldStore(product.services.eventStoreUrl)

  async function inTheReadModels(schema: string) {
    const { rows } = await product.pool.query<{ stream: string; balance: number }>(
      `SELECT 'account-' || business_id || '.' || buyer_id AS stream, balance_tenths AS balance FROM "${schema}".account_balances`,
    )
    const lines = await product.pool.query<{ n: number }>(`SELECT count(*) AS n FROM "${schema}".movements`)
    return { balances: new Map(rows.map((row) => [row.stream, row.balance])), movements: lines.rows[0]?.n }
  }

  const load = async (addresses: readonly string[]) => startLoad(shop, buyers, addresses, (await inTheLog()).balances)

  const isSame = commit !== undefined && previousReadModels(commit) === READ_MODELS
  it.runIf(isSame)('share read models that are the same, whichever worker runs', async () => {
    const old = await previousWorker()
    const running = await load([previous, product.address])
    await running.more(40)
    await product.worker.stop()
    await running.more(40)
    await product.restartWorker()
    await running.more(20)
    await old.kill()
    await running.more(40)
    const { awards, wrong } = await running.stop()
    expect(wrong).toEqual([])
    await waitUntil('the read models have caught up', ready, WAIT_MS)

    const log = await inTheLog()
    expect(log.awards.size).toBe(awards)
    expect([...log.awards.values()].every((times) => times === 1)).toBe(true)
    const { balances, movements } = log
    expect(await inTheReadModels('read')).toEqual({ balances, movements })
    expect(await inTheReadModels(viewsSchema(READ_MODELS))).toEqual({ balances, movements })
  })

  it('keep read models of their own that differ, and each API reads its own', async () => {
    await product.worker.stop()
    await product.pool.query(
      `UPDATE projection_generations SET definitions = '${OTHER}'; ALTER SCHEMA ${viewsSchema(READ_MODELS)} RENAME TO read_${OTHER}`,
    )
    const worker = await previousWorker()
    const before = await load([previous, previous])
    await before.more(20)
    await product.restartWorker()
    await waitUntil('this release is ready', ready, WAIT_MS)
    const made = await before.stop()
    const running = await load([previous, product.address])
    await running.more(60)
    const { wrong } = await running.stop()
    expect([made.wrong, wrong]).toEqual([[], []])
    const { balances, movements } = await inTheLog()
    await waitUntil('both have caught up', async () => {
      const shown = [await inTheReadModels('read'), await inTheReadModels(viewsSchema(READ_MODELS))]
      return shown.every((each) => each.movements === movements)
    })
    expect(await inTheReadModels('read')).toEqual({ balances, movements })
    expect(await inTheReadModels(viewsSchema(READ_MODELS))).toEqual({ balances, movements })

    // The rest of the upgrade.
    await worker.stop()
    const rest = await load([product.address, product.address])
    await rest.more(20)
    expect((await rest.stop()).wrong).toEqual([])
  })
})
