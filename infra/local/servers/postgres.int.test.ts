import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, dropDatabase, eventsDatabase, withDatabase } from './database.ts'
import { startPostgres } from './postgres.ts'

describe('the embedded PostgreSQL', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'hatik-postgres-'))
    chmodSync(dataDir, 0o711)
  })
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('restarts on the same address with every committed row after kill -9', async () => {
    const first = await startPostgres({ dataDir })
    await query(first.url, 'create table kept (n int)')
    await query(first.url, 'insert into kept values (1)')
    await first.kill()
    const second = await startPostgres({ dataDir })
    expect(second.url).toBe(first.url)
    expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }])
    await second.stop()
    expect(await second.exited).toBe('PostgreSQL ended with code 0')
  })

  it('restarts on the same address after kill -9 even while an old connection lives on', async () => {
    const first = await startPostgres({ dataDir })
    const client = new pg.Client(first.url)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const outliving = rows[0]!.pid
    process.kill(outliving, 'SIGSTOP')
    await first.kill()
    const starting = startPostgres({ dataDir })
    await sleep(1_000)
    process.kill(outliving, 'SIGKILL')
    const second = await starting
    expect(second.url).toBe(first.url)
    await second.stop()
  })

  it('compares and upper-cases Armenian the same on every machine, and has page checksums', async () => {
    const server = await startPostgres({ dataDir, fsync: 'off' })
    expect(await query(server.url, `select upper('բարև') as upper, current_setting('data_checksums') as sums`)).toEqual(
      [{ upper: 'ԲԱՐԵՒ', sums: 'on' }],
    )
    await server.stop()
  })

  it('keeps freed memory for the next statement', async () => {
    const server = await startPostgres({ dataDir, fsync: 'off' })
    const client = new pg.Client(server.url)
    await client.connect()
    try {
      const statement = {
        name: 'sum',
        text: 'SELECT sum(x + y) FROM unnest($1::bigint[], $2::bigint[]) AS t (x, y)',
        values: [numbers(20_000), numbers(20_000)],
      }
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
      for (let warm = 0; warm < 10; warm += 1) await client.query(statement)
      const before = faultsOf(rows[0]!.pid)
      for (let again = 0; again < 20; again += 1) await client.query(statement)
      // Several hundred each without the setting.
      expect(faultsOf(rows[0]!.pid) - before).toBeLessThan(200)
    } finally {
      await client.end()
      await server.stop()
    }
  })

  it('requires the stored password', async () => {
    const server = await startPostgres({ dataDir, fsync: 'off' })
    const stranger = new URL(server.url)
    stranger.password = 'guess'
    await expect(query(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/)
    await server.stop()
  })

  it('logs no row values', async () => {
    const lines: string[] = []
    const server = await startPostgres({ dataDir, fsync: 'off', log: (line) => lines.push(line) })
    await query(server.url, 'create table people (email text)')
    await query(server.url, 'create unique index people_email on people (lower(email))')
    await query(server.url, 'insert into people values ($1)', ['ani@example.am'])
    await expect(query(server.url, 'insert into people values ($1)', ['Ani@example.am'])).rejects.toThrow(
      'people_email',
    )
    await server.stop()
    expect(lines.join('\n')).toContain('duplicate key value violates unique constraint "people_email"')
    expect(lines.join('\n')).not.toMatch(/ani@example\.am/i)
  })

  it('gets a new password if its file is lost, and keeps its data', async () => {
    const first = await startPostgres({ dataDir })
    await query(first.url, 'create table kept (n int)')
    await first.kill()
    for (const lose of [() => writeFileSync(join(dataDir, 'password'), ''), () => rmSync(join(dataDir, 'password'))]) {
      lose()
      const again = await startPostgres({ dataDir, fsync: 'off' })
      expect(await query(again.url, 'select n from kept')).toEqual([])
      await again.stop()
      const known = await startPostgres({ dataDir, fsync: 'off' })
      expect(known.url).toBe(again.url)
      await known.stop()
    }
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600)
  })

  it('leaves no server behind that refuses our password', async () => {
    const first = await startPostgres({ dataDir, fsync: 'off' })
    await first.stop()
    writeFileSync(join(dataDir, 'password'), 'another')
    const lines: string[] = []
    await expect(startPostgres({ dataDir, fsync: 'off', log: (line) => lines.push(line) })).rejects.toThrow(
      /password authentication failed/,
    )
    const counted = (words: string) => lines.filter((line) => line.includes(words)).length
    expect(counted('database system is shut down')).toBe(counted('ready to accept connections'))
    expect(existsSync(join(dataDir, 'cluster/postmaster.pid'))).toBe(false)
  })

  it('recreates a partially created cluster', async () => {
    const whole = await startPostgres({ dataDir, fsync: 'off' })
    await whole.stop()
    rmSync(join(dataDir, 'cluster.made'))
    writeFileSync(join(dataDir, 'cluster/half'), '')
    const again = await startPostgres({ dataDir, fsync: 'off' })
    expect(existsSync(join(dataDir, 'cluster/half'))).toBe(false)
    await again.stop()
  })

  it('creates a database once, and drops it despite connections', async () => {
    const server = await startPostgres({ dataDir, fsync: 'off' })
    const events = eventsDatabase(server.url)
    expect(new URL(events).pathname).toBe('/hatik_events')
    expect([await createDatabase(events), await createDatabase(events)]).toEqual([true, false])
    const connected = new pg.Client({ connectionString: events })
    connected.on('error', () => {})
    await connected.connect()
    await dropDatabase(events)
    await expect(query(events, 'select 1')).rejects.toThrow(/does not exist/)
    await expect(query(withDatabase(server.url, 'postgres'), 'select 1 as n')).resolves.toEqual([{ n: 1 }])
    await connected.end().catch(() => {})
    await server.stop()
  })
})

async function query(url: string, text: string, values: string[] = []): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}

const numbers = (count: number): string => `{${Array.from({ length: count }, (_, index) => index).join(',')}}`

/** Page faults of a process since its start. */
function faultsOf(pid: number): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
  return Number(afterName.split(' ')[7])
}
