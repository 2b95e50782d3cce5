import { expect, it } from 'vitest'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { testDatabase } from '../../../infra/testing/servers/test-database.ts'
import { countingRows } from '../../../infra/testing/rows-read.ts'
import { searchUsers } from './admin-list.ts'

const { pool } = await testDatabase()

type Node = Record<string, unknown> & { Plans?: Node[] }
const nodes = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodes)]

/** How many texts the search folds, from the plan of its statement. */
async function foldedBy(search: string): Promise<number> {
  let folded = 0
  const query = async (text: string, values: unknown[]) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    )
    for (const node of nodes(rows[0]!['QUERY PLAN'][0]!.Plan))
      for (const filter of ['Filter', 'Join Filter'])
        if (String(node[filter] ?? '').includes('NORMALIZE'))
          folded +=
            (Number(node['Actual Rows']) + Number(node[`Rows Removed by ${filter}`] ?? 0)) *
            Number(node['Actual Loops'])
    return pool.query(text, values)
  }
  const found = await searchUsers({ query } as unknown as Queryable, { search, limit: 10 })
  expect(found).toEqual([])
  return folded
}

it('folds each different name once, however many people have it', async () => {
  await pool.query(
    `INSERT INTO users (email, password, role, first_name, last_name, buyer_code)
     SELECT 'namesake-' || n || '@hatik.test', '!', 'buyer', (ARRAY['Անի', 'Արամ'])[1 + n % 2], 'Սարգսյան', 'QA' || lpad(n::text, 4, '0') FROM generate_series(1, 300) AS n`,
  )
  await pool.query('ANALYZE users')
  expect(await foldedBy('Զարուհի')).toBe(3)
  expect(await foldedBy('Զարուհի Մկրտչյան')).toBe(6)
})

it('finds a person by a name and a part of the address together, and everybody by nothing', async () => {
  const emails = async (search: string) => (await searchUsers(pool, { search, limit: 3 })).map(({ email }) => email)
  expect(await emails('sargsyan NAMESAKE-77')).toEqual(['namesake-77@hatik.test'])
  expect(await emails('Արամ namesake-77@')).toEqual(['namesake-77@hatik.test'])
  expect(await emails('Անի namesake-77@')).toEqual([])
  expect(await emails('  ')).toHaveLength(3)
})

it('a page of a common name is found without reading everybody, and rare names are found wherever they are', async () => {
  const many = 30_000
  const { rows } = await pool.query<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM users')
  const first = rows[0]!.last + 1
  await pool.query(
    `INSERT INTO users (id, email, password, role, first_name, last_name)
     SELECT $1 + n, 'many-' || n || '@hatik.test', '!', 'business', (ARRAY['Գոհար', 'Nare'])[1 + n % 2], 'Մկրտչյան' FROM generate_series(0, $2::int - 1) AS n`,
    [first, many],
  )
  // Before, at and after the ends of what is looked through at a time.
  const rare = [first + 10, first + 4_999, first + 5_000, first + 24_999, first + 25_000, first + many - 1]
  await pool.query(`UPDATE users SET last_name = 'Շուշանյան' WHERE id = ANY($1)`, [rare])
  await pool.query('VACUUM ANALYZE users')

  const { db, read } = countingRows(pool)
  const page = await searchUsers(db, { search: 'Գոհար', after: first - 1, limit: 21 })
  expect(page.map(({ id }) => id)).toEqual(page.map((_, place) => first + 2 * place))
  expect(page).toHaveLength(21)
  expect(read()).toBeLessThanOrEqual(20_000)

  const found: number[] = []
  for (let after = first - 1; ;) {
    const [next] = await searchUsers(pool, { search: 'shushanyan', after, limit: 1 })
    if (!next) break
    found.push((after = next.id))
  }
  expect(found).toEqual(rare)
  expect((await searchUsers(pool, { search: 'Շուշանյան', after: first - 1, limit: 10 })).map(({ id }) => id)).toEqual(
    rare,
  )
})
