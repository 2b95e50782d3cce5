/**
 * Prepares a new installation's servers, before the migrations: PostgreSQL's roles (decision 41) and the event store's
 * user. Reads SUPERUSER_URL, STORE_ADMIN_URL and EVENTSTORE_URL. May be repeated.
 */
import { checkedAddress } from '#platform/env/env-addresses.ts'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { makeStoreUser } from '../eventstore/own-user.ts'
import { handOver, makeRoles } from '../local/roles.ts'

await exitOnError(async () => {
  const superuser = checkedAddress('DATABASE_URL', process.env['SUPERUSER_URL'], 'SUPERUSER_URL')
  const admin = checkedAddress('EVENTSTORE_URL', process.env['STORE_ADMIN_URL'], 'STORE_ADMIN_URL')
  await makeRoles(superuser)
  await handOver(superuser)
  await makeStoreUser(admin, checkedAddress('EVENTSTORE_URL', process.env['EVENTSTORE_URL']))
})
