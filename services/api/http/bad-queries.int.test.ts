/** Sends values that PostgreSQL cannot store to every query parameter of the API document, new ones included. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../../../infra/testing/people/person.ts'
import { signInStaff } from '../../../infra/testing/people/staff.ts'
import { startProduct, type Product } from '../../../infra/testing/servers/test-product.ts'

type Parameter = { in?: string; name: string; required?: boolean; schema?: { format?: string } }
type Read = { path: string; parameters: Parameter[] }

let product: Product
let cafe: Person
let ani: Person & { code: string }
let admin: Person
let reads: Read[]
let batchId: string
beforeAll(async () => {
  product = await startProduct()
  cafe = await product.business()
  ani = await product.buyer()
  admin = await signInStaff(product, 'admin')
  const { token } = await cafe.write('POST', `/api/business/${cafe.id}/award-points`, {
    buyerId: ani.code,
    amountSpent: 500,
  })
  ani.sees(token)
  const cards = await cafe.write<{ batchId: string }>('POST', `/api/business/${cafe.id}/cards`, { cards: 1 })
  batchId = cards.body.batchId
  await ani.get(`/api/buyer/${ani.id}/points`)
  const document = (await (await fetch(`${product.address}/api/docs/json`)).json()) as {
    paths: Record<string, { get?: { parameters?: Parameter[] } }>
  }
  reads = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []).filter((one) => one.in === 'query')
    return parameters.length > 0 ? [{ path, parameters }] : []
  })
})
afterAll(() => product.close())

const YEAR_0 = ['0000-01-01', '0000-01-05', '0000-01-01T00:00:00Z']
const YEAR_9999 = ['9999-12-31', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59-14:00']
const FAR_OFFSETS = [
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00-23:59',
  `2026-01-01T00:00:00.${'1'.repeat(200)}Z`,
]
const FIRST_AND_LAST = ['2000-01-01', '2000-01-01T00:00:00Z', '9998-12-31', '9998-12-31T23:59:59.999Z']
const NUMBERS = [
  '3000000000',
  '9223372036854775808',
  '99999999999999999999',
  '1.99999999999999999999',
  '1.9999999999999999999',
  '999999999999999.1',
  '-1',
  '1e308',
]

describe('no query about a day, an instant or a cursor ends in 500', () => {
  it('valid queries succeed', async () => {
    expect(reads.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        '/api/admin/invoices',
        '/api/audit/export',
        '/api/business/{id}/figures/daily',
        '/api/buyer/{id}/statement/{businessId}',
      ]),
    )
    for (const read of reads)
      expect([read.path, await statusOf(read, {})]).toEqual([read.path, PLAIN[read.path] ?? 200])
  })

  it.each([...YEAR_0, ...YEAR_9999, ...FAR_OFFSETS, ...FIRST_AND_LAST, ...NUMBERS])('%s', async (value) => {
    for (const read of reads) {
      const ofTime = read.parameters.filter(({ schema }) => schema?.format === 'date' || schema?.format === 'date-time')
      // Each parameter alone, and both ends of a span at one instant.
      const asked = [...read.parameters.map((one) => [one]), ofTime].map((some) =>
        Object.fromEntries(some.map(({ name }) => [name, value])),
      )
      const statuses = await Promise.all(asked.map((query) => statusOf(read, query)))
      expect([read.path, asked.filter((_, index) => ![200, 400, 404].includes(statuses[index] ?? 0))]).toEqual([
        read.path,
        [],
      ])
    }
  })

  it.each([...YEAR_0, ...YEAR_9999])('refuses a day or instant in these years: %s', async (value) => {
    const format = value.length === 10 ? 'date' : 'date-time'
    const asked = reads.flatMap((read) =>
      read.parameters.filter(({ schema }) => schema?.format === format).map(({ name }) => ({ read, name })),
    )
    expect(asked.length).toBeGreaterThan(5)
    for (const { read, name } of asked)
      expect([read.path, name, await statusOf(read, { [name]: value })]).toEqual([read.path, name, 400])
  })
})

/** The log grows in the background: a size that it may reach would answer 404 or 200, as the moment has it. */
const PAST_THE_LOG = '1000000'

const NEEDED: Record<string, string> = {
  token: 'none',
  position: '1',
  first: PAST_THE_LOG,
  second: PAST_THE_LOG,
  format: 'csv',
  direction: 'next',
}
/** No such token, invoice, position or size of the log exists. */
const PLAIN: Record<string, number> = {
  '/api/auth/verify-email': 400,
  '/api/auth/invitation': 404,
  '/api/business/{id}/invoices/{invoiceId}/pdf': 404,
  '/api/audit/inclusion': 404,
  '/api/ledger/consistency': 404,
}

async function statusOf({ path, parameters }: Read, query: Record<string, string>): Promise<number> {
  const needed = parameters.filter(({ required }) => required).map(({ name }) => [name, NEEDED[name] ?? 'missing'])
  const filled = path
    .replace('{slug}', `business-${cafe.id}`)
    .replace('{businessId}', String(cafe.id))
    .replace('{buyerId}', String(ani.id))
    .replace('{id}', String((path.startsWith('/api/buyer/') ? ani : cafe).id))
    .replace('{invoiceId}', '1')
    .replace('{sheet}', 'a6.pdf')
    .replace('{batchId}', batchId)
    .replace('{file}', 'cards.csv')
  const reader = path.startsWith('/api/buyer/') ? ani : path.startsWith('/api/business/') ? cafe : admin
  const answer = await fetch(
    `${product.address}${filled}?${new URLSearchParams({ ...Object.fromEntries(needed), ...query })}`,
    { headers: { cookie: reader.cookie } },
  )
  await answer.arrayBuffer()
  return answer.status
}
