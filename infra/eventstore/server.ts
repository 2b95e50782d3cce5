import { randomUUID } from 'node:crypto'
import { Server, ServerCredentials, type UntypedServiceImplementation } from '@grpc/grpc-js'
import { GossipService } from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import { ServerFeaturesService } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import type { Logger } from 'pino'
import { createRateLimitedLog } from '#platform/process/throttled-log.ts'
import { batchAppend, classicAppend } from './calls/append-calls.ts'
import type { ServerContext } from './context.ts'
import { removeStream } from './calls/delete-calls.ts'
import { type CallError, notLeader, unavailable } from './calls/errors.ts'
import { Faults } from './faults.ts'
import { endpointOf, gossipRead, supportedMethods } from './calls/feature-calls.ts'
import { createHistoryClock, isUnused, serverClock } from './log/history-clock.ts'
import { LogReader } from './log/log-store.ts'
import { read } from './calls/read-calls.ts'
import { createSchema } from './log/schema.ts'
import { closedToStrangers } from './calls/strangers.ts'
import { fellSilent, openWriterSession } from './log/writer-lock.ts'
import { Writer } from './log/writer.ts'

export type EventStoreServerOptions = {
  databaseUrl: string
  host: string
  /** 0: any free port. */
  port: number
  allowUnsafe: boolean
  /** Without it, anybody who reaches the port may access streams. */
  secret?: string | undefined
  /** Takes creation times from metadata if the log is unused. */
  history?: boolean
  log: Logger
  /** Called once when the writing session is lost; the program must then exit. */
  onLost: (error: Error) => void
}

export type EventStoreServer = { port: number; faults: Faults; stop: () => Promise<void> }

/** With a full disk, hundreds of failures per second would fill the log. */
const FAILURES_SAID_A_MINUTE = 20
const MAX_MESSAGE_BYTES = 17 * 1024 * 1024
const STOP_WAIT_MS = 1000

/** Throws SecondWriterError or UnsafeDatabaseError (writer-lock.ts), or errors of PostgreSQL or the socket. */
export async function startEventStoreServer(options: EventStoreServerOptions): Promise<EventStoreServer> {
  const { databaseUrl, host, log } = options
  const faults = new Faults()
  const { client, unsafe } = await openWriterSession(databaseUrl, options.allowUnsafe)
  if (unsafe.length > 0)
    log.warn({ unsafe }, 'PostgreSQL may lose acknowledged events; allowed by EVENTSTORE_ALLOW_UNSAFE')
  let stopping = false
  const lost = (error: Error) => {
    if (stopping) return
    stopping = true
    options.onLost(error)
  }
  client.on('error', lost)
  client.on('end', () => lost(new Error("The writer's connection to PostgreSQL ended")))

  await createSchema(client)
  const ofFailures = createRateLimitedLog(FAILURES_SAID_A_MINUTE)
  const takesPast = options.history === true && (await isUnused(client))
  if (takesPast) log.info('The log is unused and accepts history: events keep their recorded time as creation time')
  const writer = await Writer.open(client, {
    clock: takesPast ? createHistoryClock() : serverClock,
    freeze: faults,
    committed: () => {
      if (faults.take('kill-after-commit')) process.kill(process.pid, 'SIGKILL')
    },
    failed: (error) => {
      const unsaid = ofFailures()
      if (unsaid !== undefined)
        log.error(
          { err: error, ...(unsaid > 0 && { unsaid }) },
          'A commit failed; its appends were refused as not ready',
        )
      if (fellSilent(error)) lost(new Error('PostgreSQL does not respond'))
    },
  })
  const reader = new LogReader(databaseUrl, (error) =>
    log.warn({ err: error }, 'A reader connection to PostgreSQL was lost'),
  )

  const open = new Set<(error: CallError) => void>()
  const context: ServerContext = {
    writer,
    reader,
    faults,
    log,
    notLeader: (authority) => {
      const reached = endpointOf(authority, port)
      return notLeader(reached.host, reached.port)
    },
    track: (call, ended) => {
      let over = false
      const finish = () => {
        over = true
        open.delete(fail)
        ended()
      }
      const fail = (error: CallError) => {
        if (over) return
        finish()
        call.emit('error', error)
      }
      open.add(fail)
      call.on('cancelled', finish)
      call.on('close', finish)
      call.on('finish', finish)
      return fail
    },
    trackUnary: (fail) => {
      open.add(fail)
      return () => open.delete(fail)
    },
  }

  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
    'grpc.keepalive_time_ms': 10_000,
    'grpc.keepalive_timeout_ms': 10_000,
  })
  addServices(server, context, () => port, options.secret)
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`${host}:${options.port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    )
  })

  const stop = async () => {
    stopping = true
    await writer.stop('Server Is Shutting Down')
    // Not OK, or the official client would leave pending appends hanging.
    for (const fail of [...open]) fail(unavailable('Server Is Shutting Down'))
    await Promise.race([
      new Promise((resolve) => server.tryShutdown(resolve)),
      new Promise((resolve) => setTimeout(resolve, STOP_WAIT_MS).unref()),
    ])
    server.forceShutdown()
    await Promise.allSettled([reader.close(), client.end()])
  }
  return { port, faults, stop }
}

const asIs = (bytes: Buffer) => bytes

/** Methods not named here answer UNIMPLEMENTED. */
function addServices(server: Server, context: ServerContext, port: () => number, secret: string | undefined): void {
  const instanceId = randomUUID()
  const { read: readMethod, append, delete: deleteMethod, tombstone, batchAppend: batchMethod } = StreamsService
  server.addService(
    {
      // Hot messages are encoded and decoded by hand, so these pass bytes.
      read: { ...readMethod, responseSerialize: asIs },
      append: { ...append, requestDeserialize: asIs, responseSerialize: asIs },
      batchAppend: { ...batchMethod, requestDeserialize: asIs, responseSerialize: asIs },
      delete: { ...deleteMethod, responseSerialize: asIs },
      tombstone: { ...tombstone, responseSerialize: asIs },
    } as unknown as Parameters<Server['addService']>[0],
    closedToStrangers(
      {
        read: (call: Parameters<typeof read>[1]) => read(context, call),
        append: (call: Parameters<typeof classicAppend>[1], callback: Parameters<typeof classicAppend>[2]) =>
          classicAppend(context, call, callback),
        batchAppend: (call: Parameters<typeof batchAppend>[1]) => batchAppend(context, call),
        delete: (call: Parameters<typeof removeStream>[2], callback: Parameters<typeof removeStream>[3]) =>
          removeStream(context, 'delete', call, callback),
        tombstone: (call: Parameters<typeof removeStream>[2], callback: Parameters<typeof removeStream>[3]) =>
          removeStream(context, 'tombstone', call, callback),
      } as UntypedServiceImplementation,
      secret,
    ),
  )
  server.addService(
    ServerFeaturesService as Parameters<Server['addService']>[0],
    {
      getSupportedMethods: (_call: unknown, callback: Parameters<typeof supportedMethods>[0]) =>
        supportedMethods(callback),
    } as UntypedServiceImplementation,
  )
  server.addService(
    GossipService as Parameters<Server['addService']>[0],
    {
      read: (call: Parameters<typeof gossipRead>[2], callback: Parameters<typeof gossipRead>[3]) =>
        gossipRead(instanceId, port(), call, callback),
    } as UntypedServiceImplementation,
  )
}
