/** An export with proofs longer than a page. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { verifyFile } from '#contracts/verify/verify-file.ts'
import { readSeal } from '#audit/canonical-event.ts'
import { growLog } from '#audit/grow-log.ts'
import { headsBefore, publicKeys } from '#audit/heads.ts'
import { openMerkleTree } from '#audit/merkle-tree.ts'
import { sealedFile } from '#audit/sealed-file.ts'
import { openSigningKey } from '#audit/signing-key.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { arrayLog, History } from '#projections/testing/history.ts'
import { shown } from '#projections/testing/shown.ts'
import { testDatabase } from '../../../../infra/testing/servers/test-database.ts'
import { exportLines } from './audit-export.ts'

const LONG = 1_203

const { pool } = await testDatabase()

it('proves every event, asks the store for a few at once, and the database for one thing after the other', async () => {
  const history = new History()
  for (let n = 0; n < LONG; n += 1) history.award({ businessId: 11, buyerId: 101 + (n % 7) }, 500)
  const log = history.events
  await shown(pool, log)
  const signingKey = openSigningKey({ seed: randomBytes(32).toString('hex'), file: '' })
  await growLog({ pool, log: arrayLog(log), key: signingKey })
  const [[head], keys] = [await headsBefore(pool, { limit: 1 }), await publicKeys(pool)]

  const asked = { store: { now: 0, most: 0, all: 0 }, database: { now: 0, most: 0, all: 0 } }
  async function watched<T>(of: keyof typeof asked, work: () => Promise<T>): Promise<T> {
    const count = asked[of]
    count.all += 1
    count.most = Math.max(count.most, (count.now += 1))
    return work().finally(() => (count.now -= 1))
  }
  const db = {
    query: (...query: unknown[]) =>
      watched('database', () => Reflect.apply(pool.query, pool, query) as Promise<unknown>),
  } as unknown as Pool
  const eventAt = (position: bigint) =>
    watched('store', async () => {
      await sleep(1)
      return log.find((event) => event.position === position)
    })

  const until = String(head!.position)
  const file = sealedFile(
    { hatik: 'export/1', query: { proofs: true }, position: until, head: head!, keys },
    signingKey,
    'jsonl',
  )
  const sources = { pool: db, eventAt, merkle: openMerkleTree(db), seal: () => readSeal(db) }
  let text = ''
  for await (const part of exportLines(sources, {
    file,
    filter: {},
    until,
    format: 'jsonl',
    proven: head!,
    goOn: async () => {},
  }))
    text += part

  expect(await verifyFile(text)).toMatchObject({ ok: true, kind: 'export', events: LONG, problems: [] })
  expect([asked.store.all, asked.store.most]).toEqual([LONG, 16])
  expect(asked.database.most).toBe(1)
  // The tree's nodes once, and a few queries per page.
  expect(asked.database.all).toBeLessThan(2 * LONG + 30)
})
