/**
 * Server of the CRUD arms: the product's plugins, session store, caches, schemas and responses around another write.
 * Environment as the API's, plus CRUD_WRITE: `interactive`, `function` or `full`.
 */
import { randomUUID } from 'node:crypto'
import Fastify, { LogController, type FastifyBaseLogger } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createUsers } from '#accounts/users.ts'
import { createBusinesses } from '#businesses/profile/businesses.ts'
import { awardPointsSchema, awardReplySchema } from '#contracts/calls/business.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { IDEMPOTENCY_KEY, idempotencyKeySchema, userIdSchema } from '#contracts/units/ids.ts'
import { decimalString, formatTenths, pointsNumber, tenthsForAmount } from '#contracts/units/points.ts'
import { yerevanMonth } from '#contracts/units/time.ts'
import { readEnv } from '#platform/env/env.ts'
import { createLog } from '#platform/process/log.ts'
import { createPool } from '#platform/postgres/postgres.ts'
import { createRedis } from '#platform/redis/redis.ts'
import { listenForRowChanges } from '#platform/postgres/row-changes.ts'
import { ApiError } from '../../../services/api/http/api-error.ts'
import { bodiesInTime } from '../../../services/api/http/before-routing.ts'
import { consistency } from '../../../services/api/plugins/consistency.ts'
import { delivery } from '../../../services/api/plugins/delivery.ts'
import { errors } from '../../../services/api/plugins/errors.ts'
import { knownMethods } from '../../../services/api/plugins/known-methods.ts'
import { originCheck } from '../../../services/api/plugins/origin-check.ts'
import { rateLimits } from '../../../services/api/plugins/rate-limit.ts'
import { readableText } from '../../../services/api/plugins/readable-text.ts'
import { retries } from '../../../services/api/plugins/retries.ts'
import { securityHeaders } from '../../../services/api/plugins/security-headers.ts'
import { sessions } from '../../../services/api/plugins/sessions.ts'
import { supportVisits } from '../../../services/api/plugins/support-visits.ts'
import { turns } from '../../../services/api/plugins/requests-per-tick.ts'
import { RedisSessions } from '../../../services/api/session/session-store.ts'
import { functionWrite, interactiveWrite } from './crud-writes.ts'

/** More connections only add lock queueing on two cores. */
const POOL_MAX = 16

const env = readEnv()
const pool = createPool(env.DATABASE_URL, { max: POOL_MAX, name: 'hatik-bench-crud', statementTimeoutMs: 60_000 })
const redis = createRedis(env.REDIS_URL)
const rowChanges = listenForRowChanges(env.DATABASE_URL)
const users = createUsers(pool, rowChanges)
const businesses = createBusinesses(pool, rowChanges)
const { CRUD_WRITE } = process.env
const write =
  CRUD_WRITE === 'interactive' ? interactiveWrite(pool) : functionWrite(pool, { full: CRUD_WRITE === 'full' })

const app = Fastify({
  loggerInstance: createLog({ level: env.LOG_LEVEL, base: { part: 'crud' } }) as FastifyBaseLogger,
  logController: new LogController({ disableRequestLogging: true }),
  genReqId: () => randomUUID(),
  keepAliveTimeout: 75_000,
}).withTypeProvider<ZodTypeProvider>()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
// In the product's order and complete, so that only the write differs.
await app.register(bodiesInTime)
await app.register(turns)
await app.register(errors)
await app.register(readableText)
await app.register(securityHeaders, { env })
await app.register(delivery)
await app.register(knownMethods)
await app.register(originCheck, { env })
const store = new RedisSessions(redis)
await app.register(sessions, { env, redis, store })
await app.register(retries, { env, store })
await app.register(supportVisits, { deps: { now: () => new Date(), pool, redis, users, wake: () => {} } })
await app.register(rateLimits, { env, redis })
// Writes are immediately readable, so there is nothing to wait for.
await app.register(consistency, { positions: { wait: async () => true }, endOfLog: async () => 2n ** 63n })

app.get('/api/health', async () => ({ status: 'ok' }))

app.post(
  '/api/business/:id/award-points',
  {
    schema: {
      params: z.object({ id: userIdSchema }),
      body: awardPointsSchema,
      response: { 200: awardReplySchema, '4xx': errorSchema },
    },
  },
  async (request) => {
    const { userId } = request.session
    const user = userId === undefined ? undefined : await users.byId(userId)
    if (!user) throw new ApiError('not_signed_in')
    if (user.role !== 'business' || user.id !== request.params.id) throw new ApiError('forbidden')
    const business = await businesses.byUserId(user.id)
    if (business?.status !== 'active') throw new ApiError('forbidden')
    const { buyerId: code, amountSpent } = request.body
    const buyer = await users.buyerIdByCode(code)
    if (!buyer) throw new ApiError('buyer_not_found')
    const header = request.headers[IDEMPOTENCY_KEY]
    if (header === undefined) throw new ApiError('idempotency_key_required')
    const key = idempotencyKeySchema.safeParse(header)
    if (!key.success) throw new ApiError('invalid_input')

    const tenths = tenthsForAmount(amountSpent)
    const outcome = await write({
      awardId: randomUUID(),
      businessId: business.userId,
      buyerId: buyer.id,
      key: key.data,
      amountAmd: amountSpent,
      tenths,
      month: yerevanMonth(new Date()),
      // All businesses of the benchmark are on Prime: counted, not limited.
      limit: null,
    })
    if (outcome.kind === 'limit') throw new ApiError('transaction_limit_exceeded', { limitExceeded: true })
    if (outcome.kind === 'reused') throw new ApiError('idempotency_key_reused')
    return {
      awardId: outcome.awardId,
      points: pointsNumber(tenths),
      buyerId: code,
      amountSpent,
      balance: decimalString(outcome.balanceTenths),
      message: `${formatTenths(tenths)} points awarded`,
    }
  },
)

const end = async (): Promise<void> => {
  await app.close()
  await rowChanges.close()
  await pool.end()
  redis.disconnect()
  process.exit(0)
}
process.on('SIGTERM', () => void end())
await app.listen({ host: env.HOST, port: env.PORT })
