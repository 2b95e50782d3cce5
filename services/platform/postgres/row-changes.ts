/**
 * Notifications of changed rows, sent by the database itself on commit (migration 0031), whatever code made the change.
 * They let caches keep rows that every award needs for minutes without serving stale ones.
 */
import { listenToPostgres } from './postgres-listener.ts'

const CHANNEL = 'hatik_row_changed'
/**
 * Bounds how long cached rows may be stale before a dead connection is noticed; the promise (short-cache.ts) is 2 s.
 */
const HEARTBEAT_MS = 750

export interface RowWatcher {
  /** A row of the table with this key changed. */
  changed(key: string): void
  /** Changes may have been missed: drop everything cached. */
  missed(): void
}

export interface RowChanges {
  /** Whether every change is being received now. */
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
      // Rows read before listening began may have changed in between.
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
