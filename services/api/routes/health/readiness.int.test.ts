/** The readiness probe's response, for everybody and for administrators (H30). */
import { describe, expect, it } from 'vitest'
import type { PublicReady, Ready } from '#contracts/calls/health.ts'
import { Person } from '../../../../infra/testing/people/person.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'
import { productWithAdmin } from '../../../../infra/testing/servers/product-with-admin.ts'

const { product, admin } = await productWithAdmin()

const seen = async () => {
  const anybody = await new Person(product.address, { id: 0, email: '' }).get<PublicReady>('/api/health/ready')
  return { status: anybody.status, anybody: anybody.body, admin: (await admin.get<Ready>('/api/admin/readiness')).body }
}

describe('readiness', () => {
  it('readiness answers many callers at once like a single one', async () => {
    const crowd = await Promise.all(
      Array.from({ length: 300 }, () => fetch(`${product.address}/api/health/ready`).then(({ status }) => status)),
    )
    expect(new Set(crowd)).toEqual(new Set([200]))
  })

  it('readiness names versions only to administrators', async () => {
    const { anybody, admin: told } = await seen()
    expect(JSON.stringify(anybody)).not.toMatch(/version|product|node|v\d+\.\d/i)
    expect([told.node, told.store.product]).toEqual([
      expect.stringMatching(/^v\d+/),
      expect.stringMatching(/event ?store/i),
    ])
  })

  it('readiness reports blocked projections, and the cause only to administrators', async () => {
    await product.worker.stop()
    const stop = {
      position: '7',
      eventId: 'x',
      stream: 'account-12-34',
      type: 'PerkRedeemed',
      reason: 'account-12-34 is not complete',
    }
    await product.pool.query('UPDATE projection_generations SET stopped_by = $1::jsonb WHERE live', [
      JSON.stringify(stop),
    ])
    const { status, anybody, admin: told } = await seen()
    expect([status, anybody.projection]).toMatchObject([503, { ok: false, stoppedBy: 'stopped' }])
    expect(JSON.stringify(anybody)).not.toMatch(/account-|PerkRedeemed/)
    expect(told.projection.stoppedBy).toBe('PerkRedeemed at 7: account-12-34 is not complete')
    await product.pool.query('UPDATE projection_generations SET stopped_by = NULL WHERE live')
    await product.restartWorker()
  })

  it("readiness reports that the log ends before the read models' position, with or without a worker; projection resumes with the right store", async () => {
    const [cafe, buyer] = [await product.business(), await product.buyer()]
    const award = () =>
      cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: buyer.code, amountSpent: 5_000 })
    const live = async () =>
      (
        await product.pool.query<{ position: string; stop: string | null }>(
          `SELECT position::text, stopped_by ->> 'type' AS stop FROM projection_generations WHERE live`,
        )
      ).rows[0]!
    expect((await award()).status).toBe(200)
    const { position } = await waitUntil(
      'nothing is left to project',
      async () => (await seen()).anybody.projection.caughtUp && live(),
    )
    await product.worker.stop()
    const beyond = String(BigInt(position) + 1_000_000n)
    await product.pool.query('UPDATE projection_generations SET position = $1 WHERE live', [beyond])
    const ahead = await seen()
    expect([ahead.status, ahead.anybody.projection]).toMatchObject([
      503,
      { ok: false, caughtUp: false, stoppedBy: 'log_ends_early' },
    ])
    expect(ahead.admin.projection.stoppedBy).toContain(
      `but the read models are at ${beyond}: the event store was restored from an older backup, or is a different one`,
    )

    await product.restartWorker()
    await waitUntil('the worker has noticed', async () => (await live()).stop === 'LogEndsBefore')
    expect((await award()).status).toBe(200)
    await product.worker.stop()
    expect(await live()).toEqual({ position: beyond, stop: 'LogEndsBefore' })

    // As after a wrong address is corrected.
    await product.pool.query('UPDATE projection_generations SET position = $1 WHERE live', [position])
    expect((await seen()).anybody.projection).toMatchObject({ ok: false, caughtUp: false, stoppedBy: 'log_ends_early' })
    await product.restartWorker()
    const { status } = await waitUntil('the projections continue', async () => {
      const now = await seen()
      return now.anybody.projection.caughtUp && now
    })
    expect(status).toBe(200)
  })

  it.skipIf(process.env['EVENTSTORE_URL'])(
    'readiness names a part that is down, and its message only to administrators',
    async () => {
      const { port } = new URL(product.services.eventStoreUrl)
      await product.services.killEventStore()
      const { anybody, admin: told } = await waitUntil('the store is away', async () => {
        const now = await seen()
        return now.status === 503 && !now.admin.store.ok && now
      })
      expect(['timeout', 'unreachable']).toContain(anybody.store.detail)
      expect(JSON.stringify(anybody)).not.toMatch(new RegExp(`127\\.0\\.0\\.1|localhost|:${port}`))
      expect(told.store.detail?.length).toBeGreaterThan('unreachable'.length)
      await product.services.restartEventStore()
    },
  )
})
