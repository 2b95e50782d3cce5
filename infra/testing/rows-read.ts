/** Measures rows read instead of milliseconds, so that results do not depend on the machine. */
import type { Pool, Queryable } from '#platform/postgres/postgres.ts'

type Node = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/** Nodes that read no table or whose rows are counted elsewhere. */
const COUNTED_ELSEWHERE = ['Function Scan', 'Subquery Scan', 'CTE Scan', 'Bitmap Index Scan']

const nodes = (node: Node | undefined): Node[] => (node ? [node, ...(node.Plans ?? []).flatMap(nodes)] : [])

/**
 * Runs each statement twice. `read`: rows read in total; `most`: by one statement; `ways`: node types such as 'Seq
 * Scan'.
 */
export function countingRows(pool: Pool): {
  db: Queryable
  read: () => number
  most: () => number
  ways: () => string[]
} {
  const reads: number[] = []
  const ways = new Set<string>()
  const query = async (statement: string | { text: string; values?: unknown[] }, given?: unknown[]) => {
    const { text, values } = typeof statement === 'string' ? { text: statement, values: given } : statement
    const explained = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    )
    const scans = nodes(explained.rows[0]?.['QUERY PLAN'][0]?.Plan).filter(
      ({ 'Node Type': type }) => type.includes('Scan') && !COUNTED_ELSEWHERE.includes(type),
    )
    for (const scan of scans) ways.add(scan['Node Type'])
    reads.push(
      scans.reduce(
        (sum, scan) =>
          sum + Math.round((scan['Actual Rows'] + (scan['Rows Removed by Filter'] ?? 0)) * scan['Actual Loops']),
        0,
      ),
    )
    return pool.query(text, values)
  }
  return {
    db: { query } as unknown as Queryable,
    read: () => reads.reduce((sum, read) => sum + read, 0),
    most: () => Math.max(0, ...reads),
    ways: () => [...ways],
  }
}

/** Gives the planner statistics on read models that a test has filled at once. */
export async function analyzeReadModels(pool: Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    const { rows } = await pool.query<{ schema: string }>(
      `SELECT table_schema AS schema FROM information_schema.tables WHERE table_name = $1 AND table_type = 'BASE TABLE'`,
      [table],
    )
    for (const { schema } of rows) await pool.query(`ANALYZE ${schema}.${table}`)
  }
}
