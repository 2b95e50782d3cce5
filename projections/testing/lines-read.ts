/** What a question costs: lines, which do not depend on the machine, and not milliseconds. */
import type { Pool, Queryable } from '#platform/postgres.ts'

type Node = { 'Node Type': string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Node[] }

/** Scans of what the statement has made itself. */
const OF_ITS_OWN = ['Subquery Scan', 'Bitmap Index Scan', 'CTE Scan', 'Function Scan']

const nodes = (node: Node | undefined): Node[] => (node ? [node, ...(node.Plans ?? []).flatMap(nodes)] : [])

/** Answers as the database does, and counts how many lines of tables the statements have looked at, and how many the largest of them. */
export function countingLines(pool: Pool): { db: Queryable; read: () => number; most: () => number } {
  const reads: number[] = []
  const query = async (text: string, values: unknown[]) => {
    const explained = await pool.query<{ 'QUERY PLAN': { Plan: Node }[] }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values)
    const scans = nodes(explained.rows[0]?.['QUERY PLAN'][0]?.Plan).filter(({ 'Node Type': type }) => type.includes('Scan') && !OF_ITS_OWN.includes(type))
    reads.push(scans.reduce((sum, node) => sum + Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']), 0))
    return pool.query(text, values)
  }
  return { db: { query } as unknown as Queryable, read: () => reads.reduce((sum, read) => sum + read, 0), most: () => Math.max(0, ...reads) }
}

/** What the planner knows of tables that grow slowly, it must be told of those that a test has filled at once. */
export async function analyzed(pool: Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await pool.query(`DO $$ BEGIN EXECUTE 'ANALYZE ' || (SELECT table_schema || '.${table}' FROM information_schema.tables WHERE table_name = '${table}' AND table_type = 'BASE TABLE'); END $$`)
  }
}
