/**
 * Which rows have just changed, in every process, as the database itself tells it (migration 0031): whoever changes a row, by whatever
 * code, the caches hear of it when it is committed. Rows that every award needs may so be kept for minutes and are yet never old.
 */
import { listenToPostgres } from './postgres-listener.ts'

const CHANNEL = 'hatik_row_changed'
/** What may be old while nobody knows yet that the connection is dead: within I15's two seconds, together with the answer's own wait. */
const HEARTBEAT_MS = 750

export interface RowWatcher {
  /** A row of the table changed: its key. */
  changed(key: string): void
  /** Changes may have been missed: nothing that is kept is to be believed. */
  missed(): void
}

export interface RowChanges {
  /** Whether every change is heard at this moment. */
  readonly heard: boolean
  watch(table: 'users' | 'buyer_codes' | 'businesses', watcher: RowWatcher): void
  close(): Promise<void>
}

export function listenForRowChanges(databaseUrl: string): RowChanges {
  const watchers = new Map<string, RowWatcher[]>()
  let heard = false

  const doubt = (): void => {
    for (const watcher of [...watchers.values()].flat()) watcher.missed()
  }
  const listener = listenToPostgres({
    databaseUrl,
    channel: CHANNEL,
    name: 'hatik-row-changes',
    heartbeatMs: HEARTBEAT_MS,
    onNotice(payload) {
      const [table = '', key = ''] = payload.split(':')
      for (const watcher of watchers.get(table) ?? []) watcher.changed(key)
    },
    async ask(client) {
      await client.query('SELECT 1')
      if (heard) return
      // What was read before the listening began may have changed before it began.
      doubt()
      heard = true
    },
    onLost() {
      heard = false
      doubt()
    },
  })

  return {
    get heard() {
      return heard
    },
    watch(table, watcher) {
      watchers.set(table, [...(watchers.get(table) ?? []), watcher])
    },
    close: () => listener.close(),
  }
}
