/** The API process: reads its environment, listens, and ends in order. */
import { readEnv } from '#platform/env.ts'
import { createLog } from '#platform/log.ts'
import { buildApp } from './app.ts'
import { openDeps } from './deps.ts'
import { endInOrder } from './end-in-order.ts'

const env = readEnv()
const log = createLog({ level: env.LOG_LEVEL, base: { part: 'api' } })
const deps = await openDeps(env, log)
const app = await buildApp(deps)

let ending = false
async function end(why: string): Promise<void> {
  if (ending) return
  ending = true
  log.info({ why }, 'ending')
  await endInOrder(app, deps)
  process.exit(0)
}
process.on('SIGTERM', () => void end('SIGTERM'))
process.on('SIGINT', () => void end('SIGINT'))
process.on('disconnect', () => void end('parent gone'))

const address = await app.listen({ host: env.HOST, port: env.PORT })
log.info({ address }, 'listening')
