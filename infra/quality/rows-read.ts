/** How much a statement reads: lines and not milliseconds, so that a test of it says the same on every machine. */
import type { Pool, Queryable } from '#platform/postgres.ts'

type Node = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Node[] }

/** What reads no table, or is counted where its lines are fetched. */
const COUNTED_ELSEWHERE = ['Function Scan', 'Subquery Scan', 'CTE Scan', 'Bitmap Index Scan']

/** Answers as the database does; `read` says how many lines of tables all its statements have looked at, each of which is run twice. */
export function countingRows(pool: Pool): { db: Queryable; read: () => number } {
  let read = 0
  const nodes = (node: Node | undefined): Node[] => (node ? [node, ...(node.Plans ?? []).flatMap(nodes)] : [])
  const query = async (statement: string | { text: string; values?: unknown[] }, given?: unknown[]) => {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: given } : statement
    const explained = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    for (const node of nodes(explained.rows[0]?.['QUERY PLAN'][0]?.Plan)) {
      if (!node['Node Type'].includes('Scan') || COUNTED_ELSEWHERE.includes(node['Node Type'])) continue
      read += (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
    }
    return pool.query(text, values)
  }
  return { db: { query } as unknown as Queryable, read: () => read }
}

/** Lets the database count the lines of the tables that a view of the live read models shows. */
export async function analyzeReadModels(pool: Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await pool.query<{ schema: string }>(
      `SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = $1 AND table_type = 'BASE TABLE'`,
      [table],
    )
    for (const { schema } of rows) await pool.query(`ANALYZE ${schema}.${table}`)
  }
}
