import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Replays } from '#contracts/calls/staff/admin.ts'
import type { Person } from '../../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../../infra/testing/wait-until.ts'

let product: Product
let first: Person
let second: Person
let cafe: Person
let ani: Person & { code: string }

beforeAll(async () => {
  product = await startProduct()
  first = await signInStaff(product, 'admin')
  cafe = await product.business()
  ani = await product.buyer()
  for (let each = 0; each < 12; each += 1) await award()
})
afterAll(() => product.close())

const award = () =>
  cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: ani.code, amountSpent: 5_000 })
const read = async () => (await first.send<Replays>('GET', '/api/admin/replay')).body
const untilState = (state: string) =>
  waitUntil(`the replay is ${state}`, async () => ((await read()).current?.state === state ? read() : undefined))
const command = (...args: string[]) => commandBy(PASSWORD, ...args)
const commandBy = (password: string, ...args: string[]) =>
  promisify(execFile)(
    process.execPath,
    [
      'infra/replay/main.ts',
      ...args,
      '--database',
      product.services.databaseUrl,
      '--event-store',
      product.services.eventStoreUrl,
    ],
    {
      env: { ...process.env, HATIK_ADMIN_PASSWORD: password },
    },
  ).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

describe('a replay by call', () => {
  it('the worker builds a replay that finds a row changed by hand; a sole administrator may switch', async () => {
    await waitUntil(
      'projected',
      async () => (await product.pool.query('SELECT 1 FROM read.account_balances')).rowCount === 1,
    )
    const { live } = await read()
    await product.pool.query(`UPDATE read_g${live.generation}.account_balances SET balance_tenths = balance_tenths + 5`)
    const begun = await first.send<Replays>('POST', '/api/admin/replay', { reason: 'a balance looks wrong' })
    expect(begun.body).toMatchObject({
      secondAdminNeeded: false,
      current: { state: 'building', reason: 'a balance looks wrong', startedBy: first.id },
    })
    expect((await first.send('POST', '/api/admin/replay', { reason: 'once more' })).body.code).toBe('replay_under_way')
    const { current } = await untilState('ready')
    const table = current!.diff!.tables.find(({ table: name }) => name === 'account_balances')!
    expect(table).toMatchObject({
      changed: 1,
      missing: 0,
      extra: 0,
      samples: [{ kind: 'changed', differences: [{ column: 'balance_tenths' }] }],
    })
    await first.send('POST', '/api/admin/replay/switch')
    await waitUntil('switched', async () => (await read()).live.generation > live.generation)
    const points = await ani.get<{ points: string }[]>(`/api/buyer/${ani.id}/points`)
    expect(points.body[0]?.points).toBe('120.0')
    expect((await award()).body['balance']).toBe('130.0')
  })

  it('a switch needs two administrators if there are two, and records both (H30)', async () => {
    second = await signInStaff(product, 'admin')
    await first.send('POST', '/api/admin/replay', { reason: 'the yearly check' })
    expect((await first.send('POST', '/api/admin/replay/switch')).body.code).toBe('replay_not_ready')
    await untilState('ready')
    expect((await first.send<Replays>('POST', '/api/admin/replay/switch')).body.current).toMatchObject({
      state: 'awaiting_second',
      switchAskedBy: first.id,
    })
    expect((await first.send('POST', '/api/admin/replay/switch')).body.code).toBe('second_admin_needed')
    expect((await second.send<Replays>('POST', '/api/admin/replay/switch')).status).toBe(200)
    const { past } = await waitUntil('switched', async () => ((await read()).current === null ? read() : undefined))
    expect(past[0]).toMatchObject({ state: 'switched', switchAskedBy: first.id, switchApprovedBy: second.id })
    const said = await waitUntil('told in the log', async () => {
      const { rows } = await product.pool.query<{ type: string; actor: number }>(
        `SELECT type, actor_id AS actor FROM read.business_history WHERE business_id = 0 ORDER BY position`,
      )
      return rows.length >= 5 ? rows : undefined
    })
    expect(said.map(({ type, actor }) => [type, actor])).toEqual([
      ['ReplayStarted', first.id],
      ['ReplaySwitchAsked', first.id],
      ['ReplayStarted', first.id],
      ['ReplaySwitchAsked', first.id],
      ['ReplaySwitchApproved', second.id],
    ])
  })

  /** By command. Each step that must not count comes before the valid one. */
  async function switchByTwo(): Promise<void> {
    expect(await command('--switch')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('both must approve the switch'),
    })
    expect(await commandBy('Wrong-horse-1', '--switch', '--admin', first.email)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No administrator'),
    })
    expect(await command('--switch', '--admin', cafe.email)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No administrator'),
    })
    expect((await read()).current).toMatchObject({ state: 'ready', switchAskedBy: null })
    expect(await command('--switch', '--admin', first.email)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Another administrator must approve too'),
    })
    expect(await command('--switch', '--admin', first.email)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Another administrator'),
    })
    expect((await read()).current).toMatchObject({ state: 'awaiting_second', switchAskedBy: first.id })
    expect(await command('--switch', '--admin', second.email)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is active'),
    })
    expect((await read()).past[0]).toMatchObject({
      state: 'switched',
      switchAskedBy: first.id,
      switchApprovedBy: second.id,
    })
  }

  it('the command shows differences, discards, and switches by two administrators', async () => {
    expect(await command('--diff')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/account_balances\s+equal 1 /),
    })
    expect(await command('--discard')).toMatchObject({ code: 0 })
    expect((await read()).current).toBeNull()
    expect((await command('--switch')).code).toBe(2)
    const { live } = await read()
    await product.pool.query(`DELETE FROM read_g${live.generation}.movements WHERE revision = 3`)
    expect(await command('--diff')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/movements\s+equal 12 {2}changed 0 {2}missing 1/),
    })
    await switchByTwo()
    expect((await product.pool.query('SELECT 1 FROM read.movements WHERE revision = 3')).rowCount).toBe(1)
  })
})
