import { expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { registerBusiness } from './registration.ts'
import { registrationOf } from '../testing/registrations.ts'

const { pool } = await testDatabase()

const register = (businessName: string) =>
  registerBusiness(pool, registrationOf({ businessName }, new Date()), { correlationId: 'test', now: new Date() })

it('a business gets a page address however many have its name (H27)', async () => {
  await pool.query(
    `INSERT INTO users (email, password, role, first_name, last_name) SELECT 'junk-' || n || '@hatik.test', '!', 'business', '', '' FROM generate_series(1, 1000) AS n`,
  )
  await pool.query(
    `INSERT INTO business_profiles (user_id, business_name, slug)
     SELECT id, '咖啡', 'business-page' || CASE WHEN n > 1 THEN '-' || n ELSE '' END
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM users WHERE email LIKE 'junk-%') AS junk`,
  )
  const slugs = [(await register('咖啡')).slug, (await register('茶')).slug]
  for (const slug of slugs) expect(slug).toMatch(/^business-page-[\da-f]{10}$/)
  expect(new Set(slugs).size).toBe(2)
  expect([(await register('Կոֆե Տուն')).slug, (await register('Կոֆե Տուն')).slug]).toEqual(['kofe-tun', 'kofe-tun-2'])
})
