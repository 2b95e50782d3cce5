/**
 * Claims on Idempotency-Keys in Redis (decision 3). What is claimed in one turn of the event loop is one script: as a command for each, a claim took
 * the client more work than reading its request, and waited for the answers to those before it.
 */
import { gather } from '#platform/gather.ts'
import { CLAIM_KEYS, type Redis } from '#platform/redis.ts'

const CLAIM_SECONDS = 7 * 24 * 60 * 60

/** Each key is claimed for its print unless it is claimed already; what it was claimed for before, or nil. */
const CLAIM = `
  local before = {}
  for index, key in ipairs(KEYS) do
    before[index] = redis.call('SET', key, ARGV[index + 1], 'EX', ARGV[1], 'NX', 'GET')
  end
  return before`

type Claim = { name: string; print: string; resolve(before: string | null): void; reject(error: unknown): void }

/** Claims `name` for a week for what `print` says; resolves with the print that it was claimed for before, or null. Rejects where Redis takes nothing. */
export type ClaimKey = (name: string, print: string) => Promise<string | null>

export function createClaimKey(redis: Redis): ClaimKey {
  redis.defineCommand(CLAIM_KEYS, { lua: CLAIM })
  const scripted = redis as Redis & Record<typeof CLAIM_KEYS, (...args: (string | number)[]) => Promise<(string | null)[]>>
  const add = gather<Claim>((claims) => {
    const names = claims.map(({ name }) => name)
    const prints = claims.map(({ print }) => print)
    scripted[CLAIM_KEYS](names.length, ...names, CLAIM_SECONDS, ...prints).then(
      (before) => claims.forEach(({ resolve }, index) => resolve(before[index] ?? null)),
      (error: unknown) => claims.forEach(({ reject }) => reject(error)),
    )
  })
  return (name, print) => new Promise((resolve, reject) => add({ name, print, resolve, reject }))
}
