/** argon2id (OWASP: 19 MiB, two passes). The parameters stand in the hash, so they can be raised later. */
import argon2 from 'argon2'
import { sameSigns } from '#contracts/units/passwords.ts'
import { createLanes } from '#platform/process/lanes.ts'

const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * One hash at a time: libuv has four threads, and four hashes at once starve the awards (performance.md 4, technique 13). A hash takes about
 * 60 ms, so nobody waits for long behind strangers; and no number of strangers fills the lane of people who are known.
 */
const inLane = createLanes(
  { known: { most: 100, mostOfOne: 10 }, strangers: { most: 24 } },
  () => new PasswordQueueFull(),
)
const inLaneOf = <T>(knownAs: number | undefined, work: () => Promise<T>) =>
  inLane(knownAs === undefined ? 'strangers' : 'known', String(knownAs), work)

/** More sign-ins are waiting than can be answered soon: the caller answers 503. */
export class PasswordQueueFull extends Error {}

/**
 * Keyboards write é as one sign or as two, and և as one or as եւ: all of them are hashed alike. `knownAs`: the account whose session, known browser or
 * mailed link the caller has. Throws PasswordQueueFull.
 */
export function hashPassword(password: string, knownAs?: number): Promise<string> {
  return inLaneOf(knownAs, () => argon2.hash(sameSigns(password), PARAMETERS))
}

/**
 * The hash that should stand in the row instead, where the parameters have been raised since it was made: to be asked at sign-in,
 * when the password is known. Undefined where it is as good as new. Throws PasswordQueueFull.
 */
export async function upgradedHash(hash: string, password: string, knownAs?: number): Promise<string | undefined> {
  return argon2.needsRehash(hash, PARAMETERS) ? hashPassword(password, knownAs) : undefined
}

/** A hash that no password opens: for customers who were registered without one. */
export const NO_PASSWORD = '!'

let decoy: Promise<string> | undefined

/**
 * True where the password opens the hash. For an unknown account (`undefined`) or one without a password it takes the
 * same time and says no (R128's rule, for sign-in). `knownAs` as for hashPassword. Throws PasswordQueueFull.
 */
export async function verifyPassword(hash: string | undefined, password: string, knownAs?: number): Promise<boolean> {
  // In no lane: a full one would leave every later check without a decoy.
  decoy ??= argon2.hash('decoy, opened by nothing', PARAMETERS)
  const usable = hash !== undefined && hash !== NO_PASSWORD
  const against = usable ? hash : await decoy
  const opens = (typed: string) => inLaneOf(knownAs, () => argon2.verify(against, typed))
  const same = sameSigns(password)
  // Hashes from before NFKC were made of the signs as typed.
  const opened = (await opens(same)) || (password !== same && (await opens(password)))
  return usable && opened
}
