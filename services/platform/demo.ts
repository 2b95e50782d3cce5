/** What production knows of the demo: that it must not run on it. One of its people is an administrator, and everybody can read its password. */
import { sqlState, type Queryable } from './postgres.ts'

const UNDEFINED_TABLE = '42P01'
/** Nobody else's: `.test` is no address of anybody, and who registers by himself is no administrator. */
const DEMO_ADMIN = 'admin@hatik.test'

/** What whoever starts production on it is told. */
export const DEMO_REFUSED =
  'NODE_ENV is production, and this database holds the demo, whose passwords everybody knows: set another HATIK_DATA_DIR or DATABASE_URL.'

/**
 * Whether the demo was ever seeded into this database, if only by half: as it is written down since, or, where an earlier version was cut off, by
 * its administrator, who may sign in. A database without tables holds none. Throws where it is away.
 */
export async function holdsDemo(db: Queryable): Promise<boolean> {
  try {
    const traces = 'SELECT FROM demo_seeds UNION ALL SELECT FROM users WHERE email = $1 AND role = $2 LIMIT 1'
    return (await db.query(traces, [DEMO_ADMIN, 'admin'])).rowCount === 1
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return false
    throw error
  }
}
