import { expect, it } from 'vitest'
import { sqlState } from '#platform/postgres.ts'
import { testDatabase } from '../../infra/quality/test-database.ts'
import { uuids } from './columns.ts'

const { pool } = await testDatabase({ max: 1 })

const read = async (column: (string | null)[]): Promise<(string | null)[]> => {
  const { rows } = await pool.query<{ id: string | null }>('SELECT id::text AS id FROM unnest($1::uuid[]) AS id', [uuids(column)])
  return rows.map(({ id }) => id)
}

it.each([
  ['none', []],
  ['one', ['01234567-89ab-cdef-8123-456789abcdef']],
  ['nothing but NULL', [null, null]],
  ['NULL between others', ['ffffffff-ffff-4fff-bfff-ffffffffffff', null, '00000000-0000-4000-8000-000000000000']],
])('PostgreSQL reads a column of UUIDs as it was written: %s', async (_name, column) => {
  expect(uuids(column)).toBeInstanceOf(Buffer)
  expect(await read(column)).toEqual(column)
})

it.each(['no-uuid', '', '01234567-89ab-cdef-8123-456789abcdeg', '01234567-89ab-cdef-8123-456789abcdef00'])(
  'what is no UUID is refused as a contradiction, which ends in a stop, and not in tries without end: %j',
  async (id) => {
    const refused = await read([null, id]).catch((error: unknown) => sqlState(error))
    expect(refused).toBe('22P02')
  },
)
