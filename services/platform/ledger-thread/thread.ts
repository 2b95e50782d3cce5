/** The ordinary ledger, driven by messages (open.ts). */
import { parentPort, workerData } from 'node:worker_threads'
import { openLedger } from '../event-store/ledger.ts'
import type { AppendSample } from '../event-store/measured-appends.ts'
import { readSnapshots } from '../postgres/account-snapshots.ts'
import { createPool } from '../postgres/postgres.ts'
import { sampleOf } from '../traces/trace-ids.ts'
import { gather } from './gather.ts'
import {
  failureOf,
  type Answer,
  type Call,
  type FromThread,
  type Question,
  type ThreadData,
  type ToThread,
  type Value,
} from './messages.ts'

/** Only long accounts that are not in memory need one. */
const POOL_MAX = 2

if (!parentPort) throw new Error('This module runs only as a worker thread')
const port = parentPort
const tell = (message: FromThread) => port.postMessage(message)
let appends: AppendSample[] = []
const answer = gather<Answer>((answers) => {
  tell({ answers, appends })
  appends = []
})

const { eventStoreUrl, databaseUrl, tracedShare } = workerData as ThreadData
const pool = databaseUrl === undefined ? undefined : createPool(databaseUrl, { max: POOL_MAX, name: 'hatik-ledger' })
const { store, ledger } = openLedger(eventStoreUrl, {
  ...(pool && { snapshots: readSnapshots(pool) }),
  onWarning: (warning, error) => tell({ warning, failure: failureOf(error) }),
  onRenewed: () => tell({ renewed: true }),
  onAppend: (sample) => appends.push(sample),
  traceOf: tracedShare > 0 ? sampleOf(tracedShare) : undefined,
})
// Connects early, so that the first award does not wait.
store
  .warmUp()
  .catch((error: unknown) => tell({ warning: 'the event store is not reachable yet', failure: failureOf(error) }))

port.on('message', (message: ToThread) => {
  if ('close' in message) void close()
  else for (const call of message.calls) carryOut(call)
})

function carryOut(call: Call): void {
  const { number } = call
  answerTo(call).then(
    (value) => answer({ number, value }),
    (error: unknown) => answer({ number, failed: failureOf(error) }),
  )
}

function answerTo(question: Question): Promise<Value> {
  if ('execute' in question) return ledger.execute(...question.execute)
  if ('seen' in question) return ledger.seen(...question.seen)
  if ('award' in question) return ledger.award(...question.award)
  return ledger.pending(...question.pending)
}

async function close(): Promise<void> {
  await store.close()
  await pool?.end()
  port.close()
}
