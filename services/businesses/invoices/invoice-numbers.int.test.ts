/** Invoice numbers restart with each year in Yerevan, without gaps or duplicates (H36, H10, decision 36). */
import { expect, it } from 'vitest'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { lastInvoiceNumber, nextInvoiceNumber, passInvoiceNumber, readInvoiceNumber } from './invoice-numbers.ts'

const { pool } = await testDatabase()
const issuedAt = (moment: string) => inTransaction(pool, (client) => nextInvoiceNumber(client, new Date(moment)))

it('restart with the year in Yerevan, four hours ahead of UTC; an invoice of the old year continues its numbers', async () => {
  expect(await lastInvoiceNumber(pool)).toBeUndefined()
  expect(await issuedAt('2030-12-31T19:59:59.999Z')).toBe('HTK-2030-000001')
  expect(await issuedAt('2030-12-31T20:00:00.000Z')).toBe('HTK-2031-000001')
  expect(await issuedAt('2031-06-01T12:00:00.000Z')).toBe('HTK-2031-000002')
  expect(await issuedAt('2030-12-31T19:00:00.000Z')).toBe('HTK-2030-000002')
  expect(await lastInvoiceNumber(pool)).toEqual({ year: 2031, last: 2 })
})

it('are never reused: skipped numbers stay skipped, even if reported again late', async () => {
  expect(await passInvoiceNumber(pool, { year: 2040, last: 17 })).toBe(true)
  for (const last of [17, 3]) expect(await passInvoiceNumber(pool, { year: 2040, last })).toBe(false)
  expect(await issuedAt('2040-02-01T12:00:00.000Z')).toBe('HTK-2040-000018')
})

it('are given back by a failed transaction', async () => {
  const failed = inTransaction(pool, async (client) => {
    expect(await nextInvoiceNumber(client, new Date('2050-02-01T12:00:00.000Z'))).toBe('HTK-2050-000001')
    throw new Error('refused')
  })
  await expect(failed).rejects.toThrow('refused')
  expect(await issuedAt('2050-02-01T12:00:00.000Z')).toBe('HTK-2050-000001')
})

it('are parsed only in their written form', () => {
  expect(readInvoiceNumber('HTK-2031-000042')).toEqual({ year: 2031, last: 42 })
  expect(readInvoiceNumber('HTK-2031-1234567')).toEqual({ year: 2031, last: 1_234_567 })
  for (const none of ['HTK-2031-000000', 'HTK-31-000042', 'HTK-2031-42', 'htk-2031-000042', 'HTK-2031-000042 '])
    expect(readInvoiceNumber(none)).toBeUndefined()
})
