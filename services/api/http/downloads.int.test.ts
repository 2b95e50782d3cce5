/** Long downloads stop when their session ends, and one person's do not delay others. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountStream } from '#contracts/events/ledger-events.ts'
import { verifyFile } from '#contracts/verify/verify-file.ts'
import { NO_STREAM } from '#ledger/event-store.ts'
import { award, inMs } from '#platform/event-store/events-for-tests.ts'
import { createEventStoreGateway } from '#platform/event-store/gateway.ts'
import { DOCUMENTS_OF_ONE_MAX } from '#platform/documents/pdf-drawings.ts'
import { Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { PASSWORD, startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'
import { waitUntil } from '../../../infra/testing/wait-until.ts'

/** One page holds 500. */
const EVENTS = 501

let product: Product
let cafe: Person
let ani: Person
beforeAll(async () => {
  product = await startProduct()
  ;[cafe, ani] = [await product.business(), await product.buyer()]
  const store = createEventStoreGateway(product.services.eventStoreUrl)
  const events = Array.from({ length: EVENTS }, () => award())
  const { kind } = await store.append(accountStream(cafe.id, ani.id), NO_STREAM, events, inMs(20_000))
  if (kind !== 'written') throw new Error(`The account was not written: ${kind}`)
  await store.close()
  await waitUntil('all are projected and under a head', async () => {
    const { rows } = await product.pool.query<{ both: boolean }>(
      'SELECT (SELECT count(*) FROM read.movements) = $1 AND (SELECT max(size) FROM ledger_heads) = $1 AS both',
      [EVENTS],
    )
    return rows[0]?.both
  })
})
afterAll(() => product.close())

async function download(path: string, who: Person): Promise<{ text: string; whole: boolean }> {
  const answer = await fetch(product.address + path, { headers: { cookie: who.cookie, 'accept-encoding': 'identity' } })
  expect(answer.status).toBe(200)
  let text = ''
  try {
    // Keeps the byte order mark.
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream('utf-8', { ignoreBOM: true }))) text += part
    return { text, whole: true }
  } catch {
    return { text, whole: false }
  }
}

/** The download waits for the table after its access check, until `meanwhile` is over. */
async function downloadDuring(path: string, who: Person, locked: string, meanwhile: () => Promise<unknown>) {
  const lock = await product.pool.connect()
  try {
    await lock.query(`BEGIN; LOCK TABLE ${locked} IN ACCESS EXCLUSIVE MODE`)
    const under = download(path, who)
    await waitUntil('it waits', async () => {
      const { rows } = await product.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hatik-api' AND wait_event_type = 'Lock' AND query LIKE '%FROM ${locked}%'`,
      )
      return rows.length > 0
    })
    await meanwhile()
    await lock.query('COMMIT')
    return await under
  } finally {
    lock.release()
  }
}

it.each([
  [
    'an export as CSV',
    async () => [`/api/audit/export?format=csv&business=${cafe.id}`, await signInStaff(product, 'auditor')] as const,
  ],
  [
    'an export with proofs',
    async () =>
      [
        `/api/audit/export?format=jsonl&proofs=true&business=${cafe.id}`,
        await signInStaff(product, 'auditor'),
      ] as const,
  ],
  ['a statement with proofs', async () => [`/api/ledger/statement/${cafe.id}/${ani.id}`, ani] as const],
])('%s stops before its next page when its session ends, and is visibly incomplete', async (_, what) => {
  const [path, who] = await what()
  const before = await download(path, who)
  expect([before.whole, await verifyFile(before.text)]).toMatchObject([true, { ok: true, events: EVENTS }])

  // Waits before its first page.
  const after = await downloadDuring(path, who, 'ledger_heads', async () =>
    expect((await who.send('POST', '/api/auth/logout')).status).toBe(200),
  )
  expect(after.whole).toBe(false)
  // The next page and the closing line are missing.
  expect(after.text.split('\n').length).toBeLessThanOrEqual(before.text.split('\n').length - 2)
  expect(await verifyFile(after.text)).toMatchObject({ ok: false })
})

const csvPath = (query = '') => `/api/buyer/${ani.id}/statement/${cafe.id}/file?format=csv&language=en${query}`
const rowsOf = (text: string) => text.replace(/^\ufeff|\r\n$/g, '').split('\r\n')

it.each(['recorded', 'happened'])('a statement as CSV of more than a page has each line once (%s)', async (clock) => {
  const { text, whole } = await download(
    csvPath(`&clock=${clock}`),
    await Person.signIn(product.address, ani, PASSWORD),
  )
  const rows = rowsOf(text)
  expect([whole, rows.length]).toEqual([true, EVENTS + 3])
  const { rows: lines } = await product.pool.query<{ row: string }>(
    `SELECT concat_ws(',', (delta_tenths / 10.0)::float8, (sum(delta_tenths) OVER (ORDER BY ${clock}_at, position) / 10.0)::float8, event_id, position) AS row
     FROM read.movements ORDER BY ${clock}_at, position`,
  )
  expect(rows.slice(2, -1).map((row) => [4, 5, 10, 11].map((cell) => row.split(',')[cell]).join(','))).toEqual(
    lines.map(({ row }) => row),
  )
  expect(Number(rows.at(-1)?.split(',')[5])).toBe(Number(lines.at(-1)?.row.split(',')[1]))
})

it('a statement as CSV stops before its next page when its session ends, and is visibly incomplete', async () => {
  const who = await Person.signIn(product.address, ani, PASSWORD)
  const whole = await download(csvPath(), who)
  const { text, whole: isWhole } = await downloadDuring(csvPath(), who, 'account_checks', async () =>
    expect((await who.send('POST', '/api/auth/logout')).status).toBe(200),
  )
  expect([whole.whole, isWhole]).toEqual([true, false])
  // The first page, without the last line and the closing balance.
  expect(whole.text.startsWith(text)).toBe(true)
  expect(rowsOf(text)).toHaveLength(rowsOf(whole.text).length - 2)
})

it('limits concurrent documents per person; another person gets hers meanwhile', async () => {
  const nare = await product.buyer()
  await cafe.write('POST', `/api/business/${cafe.id}/award-points`, { buyerId: nare.code, amountSpent: 1_000 })
  const ask = (who: Person) =>
    fetch(`${product.address}/api/buyer/${who.id}/statement/${cafe.id}/file?format=pdf&language=am`, {
      headers: { cookie: who.cookie },
    })
  const again = await Person.signIn(product.address, ani, PASSWORD)
  const [many, one] = await Promise.all([Promise.all(Array.from({ length: 6 }, () => ask(again))), ask(nare)])
  expect(many.filter(({ status }) => status === 200)).toHaveLength(DOCUMENTS_OF_ONE_MAX)
  expect(many.filter(({ status }) => status === 503)).toHaveLength(6 - DOCUMENTS_OF_ONE_MAX)
  expect([one.status, one.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect((await ask(again)).status).toBe(200)
})
