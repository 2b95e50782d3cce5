/** Where a backup is restored to: the embedded parts of a data folder, or own servers. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkedAddress } from '#platform/env/env-addresses.ts'
import { takeDataFolder } from '../local/instance-lock.ts'
import { asRole, handOver, makeRoles, openEventsDatabase, OWNER_ROLE } from '../local/roles.ts'
import { createDatabase, eventsDatabase } from '../local/servers/database.ts'
import { startEventStore } from '../local/servers/event-store.ts'
import { startPostgres } from '../local/servers/postgres.ts'

/** `ownStore`: an event store that its own backup has restored. Else the log is written to `eventsUrl`. */
export type Place = {
  databaseUrl: string
  filesUrl: string
  ownStore: string | undefined
  /** The embedded store's database, with the right to create its table. */
  eventsUrl: string
  /** Starts the embedded store on what was written. */
  startStore(): Promise<{ url: string; stop: () => Promise<void> }>
  close(): Promise<void>
}

/** `databaseUrl` and `eventStoreUrl`: undefined for the embedded ones. Throws if Hatik runs on the data folder. */
export async function openPlace(dataDir: string, env: NodeJS.ProcessEnv = process.env): Promise<Place> {
  const ownStore = env['EVENTSTORE_URL']
    ? checkedAddress('EVENTSTORE_URL', env['EVENTSTORE_URL'], 'EVENTSTORE_URL')
    : undefined
  const filesUrl = env['FILES_URL'] || pathToFileURL(join(dataDir, 'files')).href
  if (env['DATABASE_URL']) {
    const databaseUrl = checkedAddress('DATABASE_URL', env['DATABASE_URL'], 'DATABASE_URL')
    const eventsUrl = eventsDatabase(databaseUrl)
    await createDatabase(databaseUrl)
    if (!ownStore) await createDatabase(eventsUrl)
    return {
      databaseUrl,
      filesUrl,
      ownStore,
      eventsUrl,
      startStore: () => startStore(eventsUrl),
      close: () => Promise.resolve(),
    }
  }
  const release = takeDataFolder(dataDir)
  try {
    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
    const close = async (): Promise<void> => {
      await postgres.stop()
      release()
    }
    try {
      await makeRoles(postgres.url)
      await handOver(postgres.url)
      const storeUrl = await openEventsDatabase(postgres.url)
      return {
        databaseUrl: asRole(postgres.url, OWNER_ROLE),
        filesUrl,
        ownStore,
        eventsUrl: eventsDatabase(postgres.url),
        startStore: () => startStore(storeUrl),
        close,
      }
    } catch (error) {
      await postgres.stop()
      throw error
    }
  } catch (error) {
    release()
    throw error
  }
}

/** With a secret, because all users of the machine reach its port. */
const startStore = (databaseUrl: string) => startEventStore({ databaseUrl, secret: randomBytes(24).toString('hex') })
