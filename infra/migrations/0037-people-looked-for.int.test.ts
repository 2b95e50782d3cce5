import { beforeAll, expect, it } from 'vitest'
import { searchUsers } from '#accounts/staff/admin-list.ts'
import { countAdministrators } from '#accounts/staff/staff.ts'
import { unverifiedToErase } from '#accounts/verification/unverified.ts'
import { deleteOldDocuments } from '#businesses/profile/id-documents.ts'
import { DAY_MS } from '#contracts/units/time.ts'
import type { FileStorage } from '#platform/files/file-storage.ts'
import { countingRows } from '../testing/rows-read.ts'
import { testDatabase } from '../testing/servers/test-database.ts'

/** Verified buyers, among whom a few others are searched. */
const PEOPLE = 20_000
const now = new Date('2026-07-01T00:00:00Z')

const { pool } = await testDatabase()
beforeAll(async () => {
  await pool.query(
    `INSERT INTO users (id, email, password, role, first_name, last_name, buyer_code, email_verified)
     SELECT 2000 + n, 'p' || n || '@hatik.test', '', 'buyer', '', '', 'A' || chr(65 + n / 10000) || lpad((n % 10000)::text, 4, '0'), true FROM generate_series(0, $1::int - 1) AS n`,
    [PEOPLE],
  )
  await pool.query(
    `INSERT INTO users (id, email, password, role, first_name, last_name, buyer_code, email_verified, email_verification_expires, created_at, id_document_url)
     VALUES (1001, 'admin', '', 'admin', '', '', NULL, true, NULL, now(), NULL), (1002, 'auditor', '', 'auditor', '', '', NULL, true, NULL, now(), NULL),
       (1003, 'lost', '', 'buyer', '', '', 'ZZ0001', false, $1, $1, NULL), (1004, 'new', '', 'buyer', '', '', 'ZZ0002', false, $2, $2, NULL),
       (1005, 'shop', '', 'business', '', '', NULL, true, NULL, now(), 'id-documents/kept.jpg')`,
    [new Date(now.getTime() - 40 * DAY_MS), now],
  )
  await pool.query('ANALYZE users')
})

/** Old documents; records deletions. */
function filesWith(...keys: string[]) {
  const deleted: string[] = []
  const stored = keys.map((key) => ({ key, writtenAt: new Date(0) }))
  const files = {
    list: async () => stored,
    delete: async (key: string) => void deleted.push(key),
  } as unknown as FileStorage
  return { files, deleted }
}

it('an unverified sign-up is found without reading verified ones (decision 35)', async () => {
  const { db, read } = countingRows(pool)
  expect(await unverifiedToErase(db, now)).toEqual([{ userId: 1003, role: 'buyer', awarded: false }])
  expect(read()).toBeLessThanOrEqual(10)
})

it('ID documents are searched only among people who sent one (H26)', async () => {
  const { db, read } = countingRows(pool)
  for (const [keys, gone] of [
    [[], []],
    [['id-documents/kept.jpg', 'id-documents/lost.jpg'], ['id-documents/lost.jpg']],
  ]) {
    const { files, deleted } = filesWith(...(keys ?? []))
    await deleteOldDocuments(db, files, now)
    expect(deleted).toEqual(gone)
  }
  expect(read()).toBeLessThanOrEqual(20)
})

it('a person is found by number, its end, address or code without reading everybody, even among many similar numbers (H30)', async () => {
  await pool.query(`UPDATE users SET phone = '+37491' || lpad(id::text, 6, '0') WHERE id >= 2000 AND id % 2 = 0`)
  await pool.query('ANALYZE users')
  for (const search of ['+374 91 004 242', '091-00-42-42', '37491004242', '00-42-42', 'P2242@hatik.test', 'aa 2242']) {
    const { db, read } = countingRows(pool)
    expect(
      (await searchUsers(db, { search, limit: 51 })).map(({ id }) => id),
      search,
    ).toEqual([4242])
    expect(read(), search).toBeLessThanOrEqual(10)
  }
  const { db, read } = countingRows(pool)
  expect(await searchUsers(db, { search: '+374 91 00 42 43', limit: 51 })).toEqual([])
  expect((await searchUsers(db, { search: '091 00 42', limit: 51 })).map(({ id }) => id)).toHaveLength(50)
  expect(read()).toBeLessThanOrEqual(200)
})

it('administrators are counted without reading others', async () => {
  const { db, read } = countingRows(pool)
  expect(await countAdministrators(db)).toBe(1)
  expect(read()).toBeLessThanOrEqual(5)
})
