import { expect, it } from 'vitest'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { signUpBuyer } from './sign-up.ts'

const { pool } = await testDatabase()

const signUp = (email: string) => {
  const person = { email, passwordHash: '!', firstName: 'Ani', lastName: 'Buyer', language: 'am' } as const
  return signUpBuyer(pool, person, { secret: 'a secret of at least thirty-two signs', key: undefined, now: new Date() })
}

it('a buyer whose drawn code is or was taken gets another one, unnoticed (H12, H25)', async () => {
  const { buyerCode } = await signUp('davit@hatik.test')
  await pool.query(`INSERT INTO retired_codes (buyer_code) VALUES ('ZZ9999')`)
  // Forces taken draws, which by chance need millions of buyers. A sequence keeps counting after a rollback.
  await pool.query(`
    CREATE SEQUENCE draws;
    CREATE FUNCTION draw_a_taken_one() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      CASE nextval('draws') WHEN 1 THEN NEW.buyer_code := '${buyerCode}'; WHEN 2 THEN NEW.buyer_code := 'ZZ9999'; ELSE END CASE;
      RETURN NEW;
    END $$;
    CREATE TRIGGER a_taken_one BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION draw_a_taken_one()`)
  const ani = await signUp('ani@hatik.test')
  expect([buyerCode, 'ZZ9999']).not.toContain(ani.buyerCode)
  expect((await pool.query('SELECT email FROM users WHERE id = $1', [ani.id])).rows).toEqual([
    { email: 'ani@hatik.test' },
  ])
})
