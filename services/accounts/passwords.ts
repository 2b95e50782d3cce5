/** argon2id (OWASP: 19 MiB, two passes). Hashes carry their parameters, so they can be raised later. */
import argon2 from 'argon2'
import { sameSigns } from '#contracts/units/passwords.ts'
import { createLanes } from '#platform/process/lanes.ts'

const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * One hash at a time, about 60 ms each: libuv has four threads, and four hashes at once would starve awards. Separate
 * lanes keep a flood of unknown callers from delaying known ones.
 */
const inLane = createLanes(
  { known: { most: 100, mostOfOne: 10 }, strangers: { most: 24 } },
  () => new PasswordQueueFull(),
)
const inLaneOf = <T>(knownAs: number | undefined, work: () => Promise<T>) =>
  inLane(knownAs === undefined ? 'strangers' : 'known', String(knownAs), work)

/** The password queue is full: callers answer 503. */
export class PasswordQueueFull extends Error {}

/**
 * Normalises Unicode, because keyboards differ (é, և). `knownAs`: the account proved by session, known browser or
 * mailed link. Throws PasswordQueueFull.
 */
export function hashPassword(password: string, knownAs?: number): Promise<string> {
  return inLaneOf(knownAs, () => argon2.hash(sameSigns(password), PARAMETERS))
}

/** A new hash if PARAMETERS were raised since; call at sign-in. Throws PasswordQueueFull. */
export async function upgradedHash(hash: string, password: string, knownAs?: number): Promise<string | undefined> {
  return argon2.needsRehash(hash, PARAMETERS) ? hashPassword(password, knownAs) : undefined
}

/** A stored value that no password matches. */
export const NO_PASSWORD = '!'

let decoy: Promise<string> | undefined

/**
 * Takes as long for an unknown account (`undefined`) or one without a password (R128). `knownAs` as for hashPassword.
 * Throws PasswordQueueFull.
 */
export async function verifyPassword(hash: string | undefined, password: string, knownAs?: number): Promise<boolean> {
  // Outside the lanes: if a full lane rejected it, all later checks would lack a decoy.
  decoy ??= argon2.hash('decoy, opened by nothing', PARAMETERS)
  const usable = hash !== undefined && hash !== NO_PASSWORD
  const against = usable ? hash : await decoy
  const opens = (typed: string) => inLaneOf(knownAs, () => argon2.verify(against, typed))
  const same = sameSigns(password)
  // Older hashes were made without NFKC.
  const opened = (await opens(same)) || (password !== same && (await opens(password)))
  return usable && opened
}
