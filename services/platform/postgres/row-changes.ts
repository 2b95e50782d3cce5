/** Row changes, notified by the database on commit (migration 0031). They keep hot rows cached without staleness. */
import { listenToPostgres } from './postgres-listener.ts'

const CHANNEL = 'hatik_row_changed'
/** Bounds staleness on a dead connection; short-cache.ts promises 2 s. */
const HEARTBEAT_MS = 750

export interface RowWatcher {
  changed(key: string): void
  /** Drop everything cached. */
  missed(): void
}

export interface RowChanges {
  readonly heard: boolean
  watch(table: 'users' | 'buyer_codes' | 'businesses' | 'staff' | 'managers' | 'tills', watcher: RowWatcher): void
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
    channels: [CHANNEL],
    name: 'hatik-row-changes',
    heartbeatMs: HEARTBEAT_MS,
    onNotice(payload) {
      const [table = '', key = ''] = payload.split(':')
      for (const watcher of watchers.get(table) ?? []) watcher.changed(key)
    },
    async ask(client) {
      await client.query('SELECT 1')
      if (heard) return
      // Rows read before listening may have changed.
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
