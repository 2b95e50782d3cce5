import { expect, it } from 'vitest'
import { readModels } from '../../all.ts'
import { arrayLog } from '../../testing/history.ts'
import { shop } from '../../testing/shop.ts'
import { ledgerBatch } from '../catch-up/ledger-batch.ts'
import { batchOfShard } from './shard-of.ts'

it('every event of a batch is of one shard, and each shard is as far as the whole', async () => {
  const found = await arrayLog(shop().events).read(null, 1_000)
  const whole = ledgerBatch(found, undefined)
  const parts = [0, 1, 2].map((shard) => batchOfShard(found, undefined, { shard, shards: 3 }))
  expect(new Set(parts.map(({ events }) => events.length)).size).toBeGreaterThan(1)
  const joined = parts.flatMap(({ events }) => events).sort((a, b) => (a.position < b.position ? -1 : 1))
  expect(joined).toEqual(whole.events)
  for (const part of parts)
    expect(part).toMatchObject({ position: whole.position, lastPosition: whole.lastPosition, reachedHead: true })
})

it.each(readModels.map(({ table, ddl }) => [table, ddl('read_g1')]))(
  '%s has rows of one business each',
  (_table, ddl) => {
    expect(ddl).toMatch(/^ {2}business_id integer NOT NULL,$/m)
  },
)
