import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Server, ServerCredentials, status } from '@grpc/grpc-js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { embeddedStore } from '../../eventstore/embedded.ts'
import { CERTIFICATE, KEY } from '../../testing/servers/self-signed.ts'
import { eventStoreFault } from './event-store-fault.ts'

let folder: string
let certificate: string
const servers: Server[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hatik-store-fault-'))
  certificate = join(folder, 'ca.pem')
  writeFileSync(certificate, CERTIFICATE)
})
afterAll(() => {
  for (const server of servers) server.forceShutdown()
  rmSync(folder, { recursive: true, force: true })
})

/** A TLS server that refuses every call with this code; returns its port. */
async function refusing(code: status): Promise<number> {
  const server = new Server()
  servers.push(server)
  const refuse = (
    call: { emit: (event: 'error', error: object) => void },
    callback?: (error: object) => void,
  ): void => {
    const error = { code, details: 'Refused' }
    if (callback) callback(error)
    else call.emit('error', error)
  }
  server.addService(ServerFeaturesService as never, { getSupportedMethods: refuse } as never)
  server.addService(
    StreamsService as never,
    { read: refuse, append: refuse, delete: refuse, tombstone: refuse, batchAppend: refuse } as never,
  )
  const credentials = ServerCredentials.createSsl(null, [
    { private_key: Buffer.from(KEY), cert_chain: Buffer.from(CERTIFICATE) },
  ])
  return new Promise((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, port) => (error ? reject(error) : resolve(port))),
  )
}

it('the check names an untrusted certificate, a wrong password and a missing right, and never repeats the password', async () => {
  const [wrong, denied] = [await refusing(status.UNAUTHENTICATED), await refusing(status.PERMISSION_DENIED)]
  const trusted = `tls=true&tlsCAFile=${certificate}`
  const untrusted = /^EVENTSTORE_URL: the event store's certificate is not trusted \(\w+\)/
  const faults = await Promise.all(
    [
      `esdb://hatik:secret-1@localhost:${wrong}?tls=true`,
      `esdb+discover://hatik:secret-1@localhost:${wrong},localhost:1?tls=true`,
      `esdb://hatik:secret-1@localhost:${wrong}?${trusted}`,
      `esdb://hatik:secret-1@localhost:${denied}?${trusted}`,
    ].map(eventStoreFault),
  )
  expect(faults).toEqual([
    expect.stringMatching(untrusted),
    expect.stringMatching(untrusted),
    'EVENTSTORE_URL: the event store rejects the user or password',
    'EVENTSTORE_URL: this user may not read the log: grant read access to $all in the event store',
  ])
  expect(faults.join()).not.toContain('secret-1')
})

it('the check finds no fault in a store that responds or is not up yet', async () => {
  const store = await embeddedStore()
  try {
    expect(await eventStoreFault(store.url)).toBeUndefined()
  } finally {
    await store.close()
  }
  expect(await eventStoreFault('esdb://hatik:secret-1@localhost:1?tls=true')).toBeUndefined()
})
