import { expect, it } from 'vitest'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { insertUser } from '../../infra/testing/people/people-rows.ts'
import { testDatabase } from '../../infra/testing/servers/test-database.ts'
import { newBuyerCode } from './buyer-codes.ts'
import { editProfile, PhoneNeeded } from './edit-profile.ts'

const { pool } = await testDatabase()

it('a business with a phone number must keep one; a business without one, and a buyer, need none (R159, R97)', async () => {
  const business = await insertUser(pool, { role: 'business', passwordHash: '!' })
  const buyer = await insertUser(pool, { role: 'buyer', passwordHash: '!', code: newBuyerCode() })
  const save = async ({ id, email }: { id: number; email: string }, phone: string | null) => {
    const change = {
      firstName: 'Ani',
      lastName: 'Owner',
      email,
      phone,
      language: undefined,
      proved: false,
      newPasswordHash: undefined,
    }
    return (
      await inTransaction(pool, (client) =>
        editProfile(client, { userId: id, epoch: 0 }, change, {
          secret: 'a secret of at least thirty-two signs',
          now: new Date(),
        }),
      )
    ).phone
  }
  for (const who of [business, buyer]) {
    expect(await save(who, null)).toBeNull()
    expect(await save(who, '+37491123456')).toBe('+37491123456')
  }
  await expect(save(business, null)).rejects.toThrow(PhoneNeeded)
  expect((await pool.query('SELECT phone FROM users WHERE id = $1', [business.id])).rows).toEqual([
    { phone: '+37491123456' },
  ])
  expect(await save(business, '+37491654321')).toBe('+37491654321')
  expect(await save(buyer, null)).toBeNull()
})
