/**
 * Detects the demo, which must not be public: its administrator's password is published, and its inbox shows every
 * mailed link.
 */
import { isPublicHttps } from './loopback.ts'
import { sqlState, type Queryable } from '../postgres/postgres.ts'

const UNDEFINED_TABLE = '42P01'
/** `.test` is reserved, and self-registration makes no administrators. */
const DEMO_ADMIN = 'admin@hatik.test'

export const DEMO_REFUSED =
  'NODE_ENV is production or PUBLIC_URL is a public https address, but this database contains the demo, whose passwords are public: set another HATIK_DATA_DIR or DATABASE_URL.'

/** Whether strangers can reach this installation. */
export const isPublicInstallation = (env: {
  NODE_ENV?: string | undefined
  PUBLIC_URL?: string | undefined
}): boolean => env.NODE_ENV === 'production' || isPublicHttps(env.PUBLIC_URL)

/**
 * Whether the demo was seeded, even partly: by `demo_seeds` or, for earlier versions, its administrator. False without
 * tables; throws if the database is unreachable.
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
