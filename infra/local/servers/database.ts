import pg from 'pg'

export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Throws if the URL names no database. */
export function databaseName(databaseUrl: string): string {
  const name = decodeURIComponent(new URL(databaseUrl).pathname.slice(1))
  if (name === '') throw new Error('The database URL names no database')
  return name
}

/** The embedded event store's database, separate from the read models. */
export function eventsDatabase(databaseUrl: string): string {
  return withDatabase(databaseUrl, `${databaseName(databaseUrl)}_events`)
}

const duplicateDatabase = '42P04'
const closed = '42501'

/**
 * Creates the URL's database if missing, optionally from `template`; returns whether it did. Without the right to,
 * throws instructions for the server's administrator.
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
        `The database ${name} does not exist, and this role may not create it. Have the PostgreSQL administrator run: ${statement} OWNER ${owner}`,
        { cause: error },
      )
    }
  })
}

/** Ends open connections to it. */
export async function dropDatabase(databaseUrl: string): Promise<void> {
  await onMaintenance(databaseUrl, (client) =>
    client.query(`drop database if exists ${pg.escapeIdentifier(databaseName(databaseUrl))} with (force)`),
  )
}

export async function onMaintenance<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  return onDatabase(withDatabase(databaseUrl, 'postgres'), work)
}

export async function onDatabase<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // Without a listener, a connection lost while idle would end the process; its next use reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
