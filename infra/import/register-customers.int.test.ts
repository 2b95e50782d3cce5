import { beforeEach, describe, expect, it } from 'vitest'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import { BUYER_CODE_LETTERS } from '#contracts/units/codes.ts'
import { testDatabase } from '../testing/servers/test-database.ts'
import { insertUser } from '../testing/people/people-rows.ts'
import { registerCustomers } from './register-customers.ts'

const { pool } = await testDatabase()
let businessId = 1
beforeEach(() => {
  businessId += 1
})

const register = (...customers: string[]) => registerCustomers(pool, businessId, customers, () => {})

describe('registering the customers of a purchases file', () => {
  it('registering keeps existing buyer codes', async () => {
    const first = await register('00001', '00002')
    const second = await register('00002', '00003', '00001')
    expect(second.size).toBe(3)
    expect([second.get('00001'), second.get('00002')]).toEqual([first.get('00001'), first.get('00002')])
  })

  it('each registered customer has a placeholder name in their language (C4)', async () => {
    const code = (await register('00001')).get('00001')
    const { rows } = await pool.query(
      'SELECT first_name, last_name, preferred_language FROM users WHERE buyer_code = $1',
      [code],
    )
    expect(rows).toEqual([{ first_name: 'Գնորդ', last_name: '00001', preferred_language: 'am' }])
  })

  it('registering reports a customer registered with another spelling', async () => {
    await register('A1')
    await expect(register('B1', 'a1')).rejects.toThrow(
      /Customer a1 is already registered with another spelling: customer-A1/,
    )
    await expect(register('C1', 'c1')).rejects.toThrow(/with another spelling/)
  })

  it('registering reports a customer’s address that belongs to an account without a buyer code', async () => {
    const { id } = await insertUser(pool, { role: 'business', passwordHash: '!' })
    await pool.query('UPDATE users SET email = $2 WHERE id = $1', [id, `customer-D1.${businessId}@import.invalid`])
    await expect(register('D1')).rejects.toThrow(/not a buyer/)
  })

  it('registering ignores an account that a stranger made with a customer’s address, and creates the customer’s own', async () => {
    const squat = async (customer: string) => {
      const { id } = await insertUser(pool, { role: 'buyer', passwordHash: 'of somebody', code: newBuyerCode() })
      await pool.query('UPDATE users SET email = $2, email_verified = false WHERE id = $1', [
        id,
        `Customer-${customer}.${businessId}@import.invalid`,
      ])
      return id
    }
    const stranger = await squat('E1')
    const codes = await register('E1', 'E2')
    expect(codes.size).toBe(2)
    const { rows } = await pool.query<{ code: string; email: string }>(
      'SELECT buyer_code AS code, email FROM users WHERE id = $1',
      [stranger],
    )
    expect([...codes.values()]).not.toContain(rows[0]?.code)
    expect(rows[0]?.email).toMatch(/\.invalid$/)
    expect(await register('E1', 'E2')).toEqual(codes)

    await pool.query('UPDATE users SET email_verified = true WHERE id = $1', [await squat('F1')])
    await expect(register('F1')).rejects.toThrow(/not created by an import/)
  })

  it('registering never reuses the code of a deleted account', async () => {
    const letter = BUYER_CODE_LETTERS.charAt(0)
    await pool.query(
      `INSERT INTO retired_codes (buyer_code)
       SELECT $1 || substr($2, second, 1) || lpad(digits::text, 4, '0') FROM generate_series(1, length($2)) AS second, generate_series(0, 9999) AS digits`,
      [letter, BUYER_CODE_LETTERS],
    )
    const codes = await register(...Array.from({ length: 1_000 }, (_, index) => String(index)))
    expect(codes.size).toBe(1_000)
    expect(new Set(codes.values()).size).toBe(1_000)
    expect([...codes.values()].filter((code) => code.startsWith(letter))).toEqual([])
  })
})
