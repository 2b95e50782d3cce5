/** Administrators, businesses and buyers for browser tests of support visits. */
import type { BrowserContext, Page } from '@playwright/test'
import { Redis } from 'ioredis'
import { newBuyerCode } from '#accounts/buyer-codes.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { createPool, type Pool } from '#platform/postgres/postgres.ts'
import { readInstance } from '../../local/instance.ts'
import type { Words } from './e2e-words.ts'
import { insertBusiness, insertUser } from '../people/people-rows.ts'
import { Person } from '../people/person.ts'
import { signInStaff } from '../people/staff.ts'
import { PASSWORD } from '../servers/test-product.ts'

export interface Cast {
  pool: Pool
  /** Signed in by API; `enter` moves the session to a browser. */
  admin(): Promise<Person>
  business(perks?: readonly string[]): Promise<Person & { perkIds: number[]; businessName: string }>
  buyer(): Promise<Person & { code: string }>
  /** Backdates the administrator's visit so that it expires in `leftMs`. */
  shortenVisit(admin: Person, leftMs: number): Promise<void>
  close(): Promise<void>
}

export async function openCast(): Promise<Cast> {
  const instance = await readInstance()
  if (!instance) throw new Error('HATIK_DATA_DIR names no running product')
  const { address, redisUrl } = instance
  const pool = createPool(instance.databaseUrl, { max: 2, name: 'hatik-e2e' })
  const redis = new Redis(redisUrl)
  const passwordHash = await hashPassword(PASSWORD)
  return {
    pool,
    admin: () => signInStaff({ address, pool }, 'admin'),
    async business(perks = []) {
      // Not Prime, which tests of the directory count.
      const { perkIds, ...who } = await insertBusiness(pool, {
        passwordHash,
        plan: 'standard',
        status: 'active',
        perks,
      })
      return Object.assign(await Person.signIn(address, who, PASSWORD), { perkIds, businessName: `Business ${who.id}` })
    },
    async buyer() {
      const code = newBuyerCode()
      return Object.assign(
        await Person.signIn(address, await insertUser(pool, { role: 'buyer', passwordHash, code }), PASSWORD),
        { code },
      )
    },
    async shortenVisit({ id }, leftMs) {
      for (const hash of await redis.zrange(`hatik:sessions-of:${id}`, '0', '-1')) {
        const key = `hatik:session:${hash}`
        const session = JSON.parse((await redis.get(key)) ?? '{}') as { visit?: { expiresAtMs: number } }
        if (!session.visit) continue
        session.visit.expiresAtMs = Date.now() + leftMs
        await redis.set(key, JSON.stringify(session), 'KEEPTTL')
      }
    },
    async close() {
      redis.disconnect()
      await pool.end()
    },
  }
}

/** Moves the session to a browser. */
export async function enter(context: BrowserContext, person: Person): Promise<void> {
  const url = process.env['HATIK_E2E_URL'] ?? ''
  await context.addCookies(
    person.cookie.split('; ').map((cookie) => ({
      name: cookie.slice(0, cookie.indexOf('=')),
      value: cookie.slice(cookie.indexOf('=') + 1),
      url,
    })),
  )
}

/** Starts a visit from a page. */
export async function beginVisit(page: Page, { visit }: Words, reason: string): Promise<void> {
  await page.getByRole('button', { name: visit.start }).click()
  await page.getByRole('dialog').getByLabel(visit.reason).fill(reason)
  await page.getByRole('dialog').getByRole('button', { name: visit.go }).click()
}
