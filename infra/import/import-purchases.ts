import type { Pool } from '#platform/postgres/postgres.ts'
import { formatTenths, tenthsFromPoints } from '#contracts/units/points.ts'
import { signIn } from './api-session.ts'
import type { Purchase } from './purchases.ts'
import { registerCustomers } from './register-customers.ts'

export type ImportResult = {
  rows: number
  /** Awards in the ledger for these rows, made now or before. */
  awards: number
  alreadyThere: number
  refused: number
  totalAmd: number
  totalTenths: number
}

export type Target = { address: string; database: Pool; email: string; password: string }
export type Progress = (phase: 'customers' | 'awards', done: number, all: number) => void

/** Customers in parallel; a customer's rows run in the file's order. */
const LANES = 32

/**
 * Registers the customers and awards every row through the public API with the row's own key, so it is idempotent and
 * can resume after a kill. Throws on an unexpected response.
 */
export async function importPurchases(
  purchases: readonly Purchase[],
  target: Target,
  progress: Progress,
): Promise<ImportResult> {
  const { userId, post } = await signIn(target.address, target.email, target.password)
  const byCustomer = Map.groupBy(purchases, (purchase) => purchase.customer)
  const customers = [...byCustomer.keys()]
  const codes = await registerCustomers(target.database, userId, customers, (done) =>
    progress('customers', done, customers.length),
  )

  const result: ImportResult = {
    rows: purchases.length,
    awards: 0,
    alreadyThere: 0,
    refused: 0,
    totalAmd: 0,
    totalTenths: 0,
  }
  const waiting = customers.values()
  const lane = async () => {
    for (const customer of waiting) {
      for (const { amountAmd, key } of byCustomer.get(customer) ?? []) {
        const reply = await post(`/api/business/${userId}/award-points`, key, {
          buyerId: codes.get(customer),
          amountSpent: amountAmd,
        })
        record(result, reply, amountAmd)
        progress('awards', result.awards + result.refused, result.rows)
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return result
}

function record(
  result: ImportResult,
  reply: { status: number; body: { points?: number; message?: string; code?: unknown }; replayed: boolean },
  amountAmd: number,
) {
  const tenths = reply.status === 200 ? tenthsFromPoints(reply.body.points ?? '') : undefined
  if (tenths !== undefined) {
    result.awards += 1
    result.totalAmd += amountAmd
    result.totalTenths += tenths
    if (reply.replayed) result.alreadyThere += 1
  } else if (reply.status === 400 && reply.body.code === 'invalid_input') {
    result.refused += 1
  } else {
    throw new Error(`An award was refused with ${reply.status} ${reply.body.message ?? ''}`)
  }
}

export function report(result: ImportResult): string {
  const grouped = (text: string) => text.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  const [whole, tenth] = formatTenths(result.totalTenths).split('.')
  return [
    `rows          ${grouped(String(result.rows))}`,
    `awards        ${grouped(String(result.awards))} (${grouped(String(result.alreadyThere))} already existed)`,
    `refused rows  ${grouped(String(result.refused))} (under 50 AMD)`,
    `total         ${grouped(String(result.totalAmd))} AMD`,
    `points        ${grouped(whole ?? '0')}${tenth ? `.${tenth}` : ''}`,
  ].join('\n')
}
