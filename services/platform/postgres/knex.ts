/** For migrations only: loading knex takes a tenth of a process's start. */
import knex, { type Knex } from 'knex'
import { CONNECT_TIMEOUT_MS } from './postgres.ts'

export function createKnex(url: string, { max, name }: { max: number; name: string }): Knex {
  return knex({
    client: 'pg',
    connection: { connectionString: url, application_name: name, connectionTimeoutMillis: CONNECT_TIMEOUT_MS },
    pool: { min: 0, max },
  })
}
