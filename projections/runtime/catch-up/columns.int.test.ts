import { expect, it } from 'vitest'
import { sqlState } from '#platform/postgres/postgres.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { moments, uuids } from './columns.ts'

const { pool } = await testDatabase({ max: 1 })

const read = async (column: (string | null)[]): Promise<(string | null)[]> => {
  const { rows } = await pool.query<{ id: string | null }>('SELECT id::text AS id FROM unnest($1::uuid[]) AS id', [
    uuids(column),
  ])
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
  'an invalid UUID is rejected as a permanent error, which stops the projection instead of endless retries: %j',
  async (id) => {
    const refused = await read([null, id]).catch((error: unknown) => sqlState(error))
    expect(refused).toBe('22P02')
  },
)

const readMoments = async (column: (string | Date | null)[]): Promise<(string | null)[]> => {
  const { rows } = await pool.query<{ micros: string | null }>(
    `SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS micros FROM unnest($1::timestamptz[]) AS moment`,
    [moments(column)],
  )
  return rows.map(({ micros }) => micros)
}

it('PostgreSQL reads a column of times as written, before and after its epoch, as text or Date', async () => {
  const column = [
    '1970-01-01T00:00:00.000Z',
    '1999-12-31T23:59:59.999Z',
    '2026-11-26T04:05:06.789Z',
    new Date('9999-12-31T23:59:59.999Z'),
  ]
  expect(moments(column)).toBeInstanceOf(Buffer)
  expect(await readMoments(column)).toEqual([
    '1970-01-01T00:00:00.000000',
    '1999-12-31T23:59:59.999000',
    '2026-11-26T04:05:06.789000',
    '9999-12-31T23:59:59.999000',
  ])
  expect(await readMoments([])).toEqual([])
})

it.each(['2026-11-26T04:05:06.789Z', '2026-11-26T04:05:06.789000Z'])(
  'PostgreSQL reads NULL between times, in binary and as text: %s',
  async (moment) => {
    expect(await readMoments([null, moment, null])).toEqual([null, '2026-11-26T04:05:06.789000', null])
    expect(await readMoments([null])).toEqual([null])
  },
)

it('a time of higher precision keeps it', async () => {
  expect(await readMoments(['2026-11-26T04:05:06.789123Z', '2026-11-26T04:05:06Z'])).toEqual([
    '2026-11-26T04:05:06.789123',
    '2026-11-26T04:05:06.000000',
  ])
})

it.each(['no moment', '2026-13-26T04:05:06.789Z'])(
  'an invalid time is rejected as a permanent error: %j',
  async (moment) => {
    const refused = await readMoments([moment]).catch((error: unknown) => sqlState(error))
    expect(['22007', '22008']).toContain(refused)
  },
)

it('times that repeat and return are read correctly', async () => {
  const [one, two] = ['2026-11-26T04:05:06.789Z', '2026-11-26T04:05:06.790Z']
  expect(await readMoments([one, one, two, new Date(one), two, one])).toEqual(
    [one, one, two, one, two, one].map((moment) => moment.replace('Z', '000')),
  )
  expect(await readMoments([one, '2026-11-26T04:05:06Z', '2026-11-26T04:05:06Z'])).toEqual([
    '2026-11-26T04:05:06.789000',
    '2026-11-26T04:05:06.000000',
    '2026-11-26T04:05:06.000000',
  ])
})
