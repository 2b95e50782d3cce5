/** What production knows of the demo: that it must not run on it. One of its people is an administrator, and everybody can read its password. */
import { sqlState, type Queryable } from './postgres.ts'

const UNDEFINED_TABLE = '42P01'

/** What whoever starts production on it is told. */
export const DEMO_REFUSED =
  'NODE_ENV is production, and this database holds the demo, whose passwords everybody knows: set another HATIK_DATA_DIR or DATABASE_URL.'

/** Whether the demo was ever seeded into this database, if only by half. A database without tables holds none. Throws where it is away. */
export async function holdsDemo(db: Queryable): Promise<boolean> {
  try {
    return (await db.query('SELECT FROM demo_seeds LIMIT 1')).rowCount === 1
  } catch (error) {
    if (sqlState(error) === UNDEFINED_TABLE) return false
    throw error
  }
}
