/**
 * Detects the demo, which must not run in public: its administrator's password is published, and its inbox shows every
 * mailed link.
 */
import { isPublicHttps } from './loopback.ts'
import { sqlState, type Queryable } from '../postgres/postgres.ts'

const UNDEFINED_TABLE = '42P01'
/** No real person has this address: `.test` is reserved, and self-registration never makes an administrator. */
const DEMO_ADMIN = 'admin@hatik.test'

/** Error for an operator who starts a public installation on a database that holds the demo. */
export const DEMO_REFUSED =
  'NODE_ENV is production or PUBLIC_URL a public https address, and this database holds the demo, whose passwords everybody knows: set another HATIK_DATA_DIR or DATABASE_URL.'

/** Whether strangers can reach this installation. If so, neither demo accounts nor caught mails may be accessible. */
export const isPublicInstallation = (env: {
  NODE_ENV?: string | undefined
  PUBLIC_URL?: string | undefined
}): boolean => env.NODE_ENV === 'production' || isPublicHttps(env.PUBLIC_URL)

/**
 * Whether the demo was ever seeded into this database, even partly: recorded in `demo_seeds`, or, for seeds of earlier
 * versions, shown by the demo's administrator. False without tables; throws if the database is unreachable.
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
