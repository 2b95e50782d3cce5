import { afterAll, beforeAll, expect, it } from 'vitest'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { readMetrics } from '../../../infra/testing/read-metrics.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

let product: Product
beforeAll(async () => {
  product = await startProduct({ metrics: true })
})
afterAll(() => product.close())

const ofApi = () => readMetrics(product.env['METRICS_PORT'])
const ofWorker = () => readMetrics(product.workerEnv['METRICS_PORT'])

const AWARD = { method: 'POST', route: '/api/business/:id/award-points' }

it('counts an award, a refused one, a failed sign-in and a mail, on ports of their own', async () => {
  const cafe = await product.business({ plan: 'starter', perks: ['5.0'] })
  const ani = await product.buyer()
  const award = (receipt: string) =>
    cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000, receipt })
  expect((await award('R-1')).status).toBe(200)
  expect((await award('R-1')).status).toBe(409)
  const redeem = await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })
  expect(redeem.status).toBe(200)
  expect((await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })).status).toBe(200)
  expect((await ani.write('POST', `/api/buyer/${ani.id}/redeem`, { perkId: cafe.perkIds[0] })).status).toBe(409)
  const guess = await ani.send('POST', '/api/auth/login', { email: ani.email, password: 'Wrong-horse-1' })
  expect(guess.status).toBe(401)
  await ani.send('POST', '/api/auth/forgot-password', { email: ani.email })
  await product.mailTo(ani.email)

  const api = await ofApi()
  expect(api.value('hatik_http_requests_total', { ...AWARD, status: '200' })).toBe(1)
  expect(api.value('hatik_http_requests_total', { ...AWARD, status: '409' })).toBe(1)
  expect(api.value('hatik_http_request_duration_seconds_count', AWARD)).toBe(2)
  expect(api.value('hatik_http_refusals_total', { code: 'receipt_already_awarded' })).toBe(1)
  expect(api.value('hatik_commands_total', { command: 'AwardPoints', outcome: 'done' })).toBe(1)
  expect(api.value('hatik_commands_total', { command: 'RedeemPerk', outcome: 'refused' })).toBe(1)
  expect(api.value('hatik_command_refusals_total', { code: 'insufficient_points' })).toBe(1)
  expect(api.value('hatik_store_appends_total', { outcome: 'written' })).toBe(3)
  expect(api.value('hatik_store_append_duration_seconds_count')).toBe(3)
  expect(api.value('hatik_store_append_events_sum')).toBe(3)
  expect(api.value('hatik_quota_places_total', { outcome: 'reserved' })).toBe(1)
  expect(api.value('hatik_sign_ins_total', { method: 'password', outcome: 'ok' })).toBe(2)
  expect(api.value('hatik_sign_ins_total', { method: 'password', outcome: 'invalid_credentials' })).toBe(1)
  for (const part of ['store', 'postgres', 'redis', 'queue', 'projection'])
    expect(api.value('hatik_part_up', { part }), part).toBe(1)
  expect(api.value('hatik_projection_stopped')).toBe(0)
  expect(api.value('hatik_clock_ahead_seconds')).toBe(0)
  expect(api.value('hatik_mails_unsent', { state: 'dead' })).toBe(0)
  expect(api.value('hatik_queue_jobs', { queue: 'projection', state: 'failed' })).toBe(0)

  const worker = await waitUntil('the worker has projected and mailed', async () => {
    const now = await ofWorker()
    return (
      now.sum('hatik_projection_batch_events_sum') >= 3 && now.sum('hatik_mails_total', { outcome: 'sent' }) > 0 && now
    )
  })
  expect(worker.value('hatik_mails_total', { outcome: 'sent' })).toBe((await product.mails()).length)
  expect(worker.value('hatik_mails_total', { outcome: 'dead' })).toBe(0)
  expect(worker.sum('hatik_projection_commit_duration_seconds_count')).toBeGreaterThan(0)
  expect(worker.sum('hatik_projection_delay_seconds_count')).toBeGreaterThan(0)
  expect(worker.sum('hatik_jobs_total', { queue: 'mail', outcome: 'done' })).toBeGreaterThan(0)
  expect(worker.sum('process_resident_memory_bytes')).toBeGreaterThan(0)

  const admin = await signInStaff(product, 'admin')
  await admin.send('POST', '/api/admin/self-check/run', { scope: 'sample' })
  await waitUntil('the account is checked', async () => (await ofWorker()).sum('hatik_self_check_accounts_total') >= 1)
  const caughtUp = await waitUntil('the read models are caught up', async () => {
    const now = await ofApi()
    return now.value('hatik_projection_lag_events') === 0 && now
  })
  expect(caughtUp.value('hatik_projection_lag_seconds')).toBe(0)
  expect(caughtUp.value('hatik_self_check_differences')).toBe(0)
  expect(caughtUp.value('hatik_self_check_age_seconds')).toBeLessThan(600)

  for (const { text } of [api, worker])
    for (const trace of [ani.code, ani.email, cafe.email, 'R-1', String(redeem.body['redemptionCode'])])
      expect(text).not.toContain(trace)
})

it('counts stores that were away and came back', async () => {
  const before = (await ofWorker()).value('hatik_store_reconnections_total', { connection: 'subscription' })
  await product.services.killEventStore()
  await waitUntil('the store is away', async () => (await ofApi()).value('hatik_part_up', { part: 'store' }) === 0)
  expect((await ofApi()).value('hatik_projection_lag_seconds'), 'unknown, so there is no value').toBeUndefined()
  await product.services.restartEventStore()
  await waitUntil('the subscription is renewed', async () => {
    const now = (await ofWorker()).value('hatik_store_reconnections_total', { connection: 'subscription' })
    return now === before! + 1
  })
  await waitUntil('the store is back', async () => (await ofApi()).value('hatik_part_up', { part: 'store' }) === 1)
})

it('shares one label among all addresses without a route, and serves nothing else on the port', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) => fetch(`${product.address}/api/nothing-${index}`, { method: 'POST' })),
  )
  const { series } = await ofApi()
  const routes = new Set(
    series.filter(({ name }) => name === 'hatik_http_requests_total').map(({ labels }) => labels['route']),
  )
  expect([...routes].filter((route) => route?.includes('nothing'))).toEqual([])
  const port = product.env['METRICS_PORT']
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  expect((await fetch(`${product.address}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4')
})
