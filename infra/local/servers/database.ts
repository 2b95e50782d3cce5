/** Making and dropping databases on a running PostgreSQL server. */
import pg from 'pg'

/** The same server and credentials, another database. */
export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** The database's name in a URL. Throws when the URL names none. */
export function databaseName(databaseUrl: string): string {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  if (name === '') throw new Error('The database URL names no database')
  return name
}

/** The database beside this one for the embedded event store: its log never shares a database with the read models. */
export function eventsDatabase(databaseUrl: string): string {
  return withDatabase(databaseUrl, `${databaseName(databaseUrl)}_events`)
}

const duplicateDatabase = '42P04'
const closed = '42501'

/**
 * Creates the database that the URL names, where it is missing; optionally as a copy of `template`. Answers whether it made it. Throws what the administrator
 * of the server has to do where this role may make none, as is usual on a server of one's own.
 */
export async function createDatabase(databaseUrl: string, template?: string): Promise<boolean> {
  return onMaintenance(databaseUrl, async (client) => {
    const name = databaseName(databaseUrl)
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 1) return false
    const from = template === undefined ? '' : ` template ${pg.escapeIdentifier(template)}`
    const statement = `CREATE DATABASE ${pg.escapeIdentifier(name)}`
    try {
      await client.query(`${statement}${from}`)
      return true
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error
      if (error.code === duplicateDatabase) return false
      if (error.code !== closed) throw error
      const owner = pg.escapeIdentifier(decodeURIComponent(new URL(databaseUrl).username))
      throw new Error(
        `The database ${name} is missing, and PostgreSQL lets this role make none. Let its administrator run: ${statement} OWNER ${owner}`,
        { cause: error },
      )
    }
  })
}

/** Drops the database that the URL names, and whoever is still connected to it. */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  await onMaintenance(databaseUrl, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(databaseName(databaseUrl))} with (force)`),
  )
}

/** Runs `work` on a connection to the server's maintenance database. */
export async function onMaintenance<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return onDatabase(withDatabase(databaseUrl, 'postgres'), work)
}

/** Runs `work` on a connection of its own to this database. */
export async function onDatabase<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // A connection lost while idle shows at its next use; unheard, it would end the whole process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
