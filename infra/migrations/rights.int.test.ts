/** The product's roles cannot change the log or append-only tables (decision 41). */
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createPool, sqlState, type Pool } from '#platform/postgres/postgres.ts'
import { eventsDatabase } from '../local/servers/database.ts'
import { API_ROLE, asRole, EVENTS_ROLE, OWNER_ROLE, WORKER_ROLE, type Role } from '../local/roles.ts'
import { testDatabaseAndStore } from '../testing/servers/test-database.ts'
import { TABLE_RIGHTS } from './rights.ts'

const REFUSED = '42501'
const PROCESSES = [API_ROLE, WORKER_ROLE] as const

// Foreign servers have no roles.
describe.runIf(inject('servers').withRoles)('the roles of the embedded PostgreSQL', async () => {
  const { services, pool } = await testDatabaseAndStore()
  const pools = new Map<string, Pool>()
  afterAll(async () => {
    for (const each of pools.values()) await each.end()
  })

  const connected = (url: string): Pool => {
    const known = pools.get(url) ?? createPool(url, { max: 1, name: 'test' })
    pools.set(url, known)
    return known
  }
  const as = (role: Role): Pool => connected(asRole(services.databaseUrl, role))
  const asIn = (role: Role): Pool => connected(asRole(eventsDatabase(services.databaseUrl), role))
  /** The SQLSTATE; undefined if permitted. */
  const outcome = async (db: Pool, statement: string): Promise<string | undefined> =>
    db.query(statement).then(() => undefined, sqlState)
  /** One after another: a statement waits at most five seconds for the only connection. */
  const refusals = async (db: Pool, statements: readonly string[]) => {
    const found: [string, string | undefined][] = []
    for (const statement of statements) found.push([statement, await outcome(db, statement)])
    return found
  }
  const all = (statements: readonly string[]) => statements.map((statement) => [statement, REFUSED])
  const changes = (table: string, column: string) => [
    `UPDATE ${table} SET ${column} = ${column}`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table}`,
    `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
    `DROP TABLE ${table}`,
  ]

  it('have rights on every table, by name', async () => {
    const { rows } = await pool.query<{ tablename: string }>(
      `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
    )
    expect(rows.map(({ tablename }) => tablename).sort()).toEqual(Object.keys(TABLE_RIGHTS).sort())
  })

  it('own no tables, are no superusers, and cannot switch roles', async () => {
    for (const [role, db] of [
      [API_ROLE, as(API_ROLE)],
      [WORKER_ROLE, as(WORKER_ROLE)],
      [EVENTS_ROLE, asIn(EVENTS_ROLE)],
    ] as const) {
      const { rows } =
        await db.query(`SELECT rolname AS role, rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS mighty,
        (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid AND relnamespace = 'public'::regnamespace) AS owned FROM pg_roles r WHERE rolname = current_user`)
      expect(rows).toEqual([{ role, mighty: false, owned: 0 }])
      const statements = [
        ...[OWNER_ROLE, ...PROCESSES, EVENTS_ROLE]
          .filter((other) => other !== role)
          .map((other) => `SET ROLE ${other}`),
        `COPY (SELECT 1) TO PROGRAM 'true'`,
        `SELECT pg_read_file('postgresql.conf')`,
        'CREATE TABLE own (n int)',
        'CREATE TEMP TABLE own (n int)',
        'CREATE ROLE another',
      ]
      expect(await refusals(db, statements)).toEqual(all(statements))
    }
  })

  it('let the event store add and read events, but change none', async () => {
    const db = asIn(EVENTS_ROLE)
    const statements = [
      ...changes('events', 'type'),
      'CREATE INDEX ON events (type)',
      'CREATE RULE lost AS ON INSERT TO events DO INSTEAD NOTHING',
    ]
    expect(await refusals(db, statements)).toEqual(all(statements))
    expect((await db.query('SELECT FROM events')).rowCount).toBeGreaterThan(0)
  })

  it("separate the log and the application's database", async () => {
    for (const role of [...PROCESSES, OWNER_ROLE] as const)
      expect([role, await outcome(asIn(role), 'SELECT FROM events')]).toEqual([role, REFUSED])
    expect(await outcome(as(EVENTS_ROLE), 'SELECT FROM users')).toBe(REFUSED)
  })

  it('keep API and worker from changing append-only tables: Merkle tree, tree heads, retired codes, outgoing events', async () => {
    const columns = {
      ledger_leaves: 'hash',
      ledger_nodes: 'hash',
      ledger_heads: 'signature',
      ledger_keys: 'public_key',
      ledger_seal: 'secret',
      retired_codes: 'buyer_code',
      event_outbox: 'data',
    }
    const ofEvents = ['stream', 'revision', 'event_id', 'type', 'metadata'].map(
      (column) => `UPDATE event_outbox SET ${column} = ${column}`,
    )
    const statements = [...Object.entries(columns).flatMap(([table, column]) => changes(table, column)), ...ofEvents]
    for (const role of PROCESSES) expect(await refusals(as(role), statements)).toEqual(all(statements))
    const additions = ['leaves', 'nodes', 'heads', 'keys'].map(
      (name) => `INSERT INTO ledger_${name} SELECT * FROM ledger_${name} WHERE false`,
    )
    expect(await refusals(as(API_ROLE), [...additions, 'UPDATE event_outbox SET position = 1'])).toEqual(
      all([...additions, 'UPDATE event_outbox SET position = 1']),
    )
    expect(await refusals(as(WORKER_ROLE), additions)).toEqual(additions.map((statement) => [statement, undefined]))
  })

  it('let an invoice be paid and cancelled, but not rewritten or removed (decision 24)', async () => {
    const statements = [
      ...['number', 'amount_amd', 'price_amd', 'issued_at', 'parties', 'business_id'].map(
        (column) => `UPDATE invoices SET ${column} = ${column}`,
      ),
      'DELETE FROM invoices',
      'TRUNCATE invoices',
    ]
    for (const role of PROCESSES) {
      expect(await refusals(as(role), statements)).toEqual(all(statements))
      expect(
        await outcome(as(role), `UPDATE invoices SET state = 'cancelled', cancelled_at = now() WHERE id = -1`),
      ).toBeUndefined()
    }
  })

  it('let the API read the read models, but not write, create or drop any', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = 'read_g1'::regnamespace AND relkind = 'r'`,
    )
    expect(rows.length).toBeGreaterThan(5)
    const statements = [
      ...rows.flatMap(({ name }) => [
        `INSERT INTO read_g1.${name} SELECT * FROM read_g1.${name} WHERE false`,
        `DELETE FROM read.${name}`,
        `TRUNCATE read_g1.${name}`,
        `DROP TABLE read_g1.${name}`,
      ]),
      'UPDATE projection_generations SET position = 1',
      'DELETE FROM projection_generations',
      'CREATE SCHEMA read_g2',
      'DROP SCHEMA read CASCADE',
    ]
    expect(await refusals(as(API_ROLE), statements)).toEqual(all(statements))
    for (const { name } of rows) expect(await outcome(as(API_ROLE), `SELECT FROM read.${name}`)).toBeUndefined()
  })

  it('let nobody with an account be deleted, and the worker create nobody', async () => {
    const never = [
      'DELETE FROM users',
      'DELETE FROM business_profiles',
      'TRUNCATE users CASCADE',
      `INSERT INTO demo_seeds (name) VALUES ('none')`,
      'SELECT FROM knex_migrations',
    ]
    for (const role of PROCESSES) expect(await refusals(as(role), never)).toEqual(all(never))
    const ofWorker = [`INSERT INTO users (email) VALUES ('')`, `UPDATE settings SET value = '0'`]
    expect(await refusals(as(WORKER_ROLE), ofWorker)).toEqual(all(ofWorker))
  })
})
