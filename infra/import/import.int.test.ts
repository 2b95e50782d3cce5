import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repository } from '../local/settings.ts'
import { PASSWORD, startProduct, type Product } from '../testing/servers/test-product.ts'
import { waitUntil } from '../testing/wait-until.ts'

const ROWS = 2_000
const CUSTOMERS = 300

let product: Product
let folder: string
beforeAll(async () => {
  product = await startProduct()
  folder = await mkdtemp(path.join(tmpdir(), 'hatik-import-'))
})
afterAll(async () => {
  await product.close()
  await rm(folder, { recursive: true, force: true })
})

/** Realistic rows: some equal, some below the minimum. */
function rows(): { customer: string; cents: number; line: string }[] {
  return Array.from({ length: ROWS }, (_, index) => {
    const customer = String((index * 7) % CUSTOMERS).padStart(5, '0')
    const cents = index % 40 === 0 ? index % 13 : 100 + ((index * 97) % 9) * 350
    return { customer, cents, line: `${customer},1997-01-${String((index % 3) + 1).padStart(2, '0')},${cents}` }
  })
}

async function run(
  file: string,
  email: string,
  untilAwards?: { businessId: number; count: number },
): Promise<{ code: number | null; output: string }> {
  const child = spawn(
    process.execPath,
    [
      'infra/import/main.ts',
      file,
      '--business',
      email,
      '--password',
      PASSWORD,
      '--address',
      product.address,
      '--database',
      product.services.databaseUrl,
    ],
    { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)))
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  if (untilAwards) {
    await waitUntil(
      'the import is half done',
      async () => (await awardsOf(untilAwards.businessId)) >= untilAwards.count,
    )
    child.kill('SIGKILL')
  }
  return { code: await ended, output }
}

const awardsOf = async (businessId: number) =>
  (
    await product.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM read.movements WHERE business_id = $1`, [
      businessId,
    ])
  ).rows[0]?.n ?? 0

describe('npm run import', () => {
  it('an import resumes after a kill and changes nothing when repeated; every balance is the sum of the rows', async () => {
    const shop = await product.business()
    const purchases = rows()
    const file = path.join(folder, 'purchases.csv')
    await writeFile(file, ['customer,date,usd_cents', ...purchases.map((row) => row.line)].join('\n'))

    const killed = await run(file, shop.email, { businessId: shop.id, count: 200 })
    expect(killed.code).toBeNull()
    const second = await run(file, shop.email)
    const third = await run(file, shop.email)

    // Independent of the product: 39 AMD per ten cents, a tenth of a point per 50 AMD.
    const expected = new Map<string, number>()
    let awards = 0
    for (const { customer, cents } of purchases) {
      const tenths = Math.trunc(Math.trunc((cents * 39) / 10) / 50)
      if (tenths === 0) continue
      awards += 1
      expected.set(customer, (expected.get(customer) ?? 0) + tenths)
    }
    expect(second.code).toBe(0)
    expect(third.output).toContain(
      `${awards.toLocaleString('en-US')} (${awards.toLocaleString('en-US')} already existed)`,
    )
    expect(third.output).toContain(`refused rows  ${ROWS - awards}`)

    await waitUntil('all is projected', async () => (await awardsOf(shop.id)) === awards)
    const balances = await product.pool.query<{ customer: string; tenths: number }>(
      `SELECT u.last_name AS customer, b.balance_tenths AS tenths
       FROM read.account_balances b JOIN users u ON u.id = b.buyer_id WHERE b.business_id = $1`,
      [shop.id],
    )
    expect(new Map(balances.rows.map((row) => [row.customer, row.tenths]))).toEqual(expected)
  }, 180_000)

  it('an import reports what is missing instead of importing part of a file', async () => {
    const shop = await product.business()
    const file = path.join(folder, 'broken.csv')
    await writeFile(file, 'customer,date,usd_cents\n1,1997-01-01,500\n1,yesterday,500')
    const { code } = await run(file, shop.email)
    expect(code).toBe(1)
    expect(await awardsOf(shop.id)).toBe(0)
  })

  it('an import registers nobody unless a business runs it', async () => {
    const buyer = await product.buyer()
    const file = path.join(folder, 'one.csv')
    await writeFile(file, 'customer,date,usd_cents\n1,1997-01-01,500')
    expect(await run(file, buyer.email)).toEqual({
      code: 1,
      output: `${buyer.email} does not belong to a business, and only businesses award points\n`,
    })
    expect(
      (await product.pool.query('SELECT FROM users WHERE email = $1', [`customer-1.${buyer.id}@import.invalid`]))
        .rowCount,
    ).toBe(0)
  })
})
