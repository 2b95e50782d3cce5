import { setTimeout as sleep } from 'node:timers/promises'
import { createThrottledLog } from '#platform/process/throttled-log.ts'
import { DEMO_REFUSED, holdsDemo, isPublicInstallation } from '#platform/env/demo.ts'
import { missingInProduction } from '#platform/env/env-production.ts'
import { readEnv } from '#platform/env/env.ts'
import { serveLedger } from '#platform/ledger-peers/serve.ts'
import { createLog } from '#platform/process/log.ts'
import { exitOnError } from '#platform/process/exit-on-error.ts'
import { buildApp } from './app.ts'
import { openDeps } from './deps.ts'
import { endInOrder } from './end-in-order.ts'
import { serveApiMetrics } from './metrics/serve-api-metrics.ts'

const DATABASE_RETRY_MS = 1_000

const env = await exitOnError(readEnv)
const log = createLog({ level: env.LOG_LEVEL, base: { part: 'api' } })
for (const missing of missingInProduction(process.env)) log.warn(missing)
const deps = await exitOnError(() => openDeps(env, log))
const app = await buildApp(deps)

const metrics = await exitOnError(() => serveApiMetrics(deps))
const { forPeers } = deps
const peerServer = forPeers && (await exitOnError(() => serveLedger(forPeers.execute, forPeers)))

let ending = false
async function end(why: string): Promise<void> {
  if (ending) return
  ending = true
  log.info({ why }, 'stopping')
  await peerServer?.close()
  await endInOrder(app, deps)
  await metrics?.close()
  process.exit(0)
}
process.on('SIGTERM', () => void end('SIGTERM'))
process.on('SIGINT', () => void end('SIGINT'))
process.on('disconnect', () => void end('parent process ended'))

/** Retries until the database answers. */
async function refuseDemo(): Promise<void> {
  // Retried every second, perhaps for hours.
  const ofDatabase = createThrottledLog(log, {
    failed: 'waiting for the database (DATABASE_URL) before listening',
    worked: 'the database responds',
  })
  for (let holds: boolean | undefined; holds !== false && !ending;) {
    holds = await holdsDemo(deps.pool).catch((error: unknown) => {
      ofDatabase.failed(error)
      return undefined
    })
    if (holds) throw new Error(DEMO_REFUSED)
    if (holds === undefined) await sleep(DATABASE_RETRY_MS)
    else ofDatabase.worked()
  }
}
/** A taken port or foreign address is the operator's to fix. */
async function listen(): Promise<string> {
  return app.listen({ host: env.HOST, port: env.PORT }).catch((error: Error) => {
    throw new Error(`HOST, PORT: ${error.message}`)
  })
}
if (isPublicInstallation(env)) await exitOnError(refuseDemo)

if (!ending) {
  const address = await exitOnError(listen)
  log.info({ address }, 'listening')
}
