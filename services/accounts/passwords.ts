/** argon2id (OWASP: 19 MiB, two passes). The parameters stand in the hash, so they can be raised later. */
import argon2 from 'argon2'
import { sameSigns } from '#contracts/passwords.ts'
import { createInTurn } from '#platform/in-turn.ts'

const PARAMETERS = { type: argon2.argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const MAX_WAITING = 200

/** One hash at a time: libuv has four threads, and four hashes at once starve the awards (performance.md 4, technique 13). */
const inTurn = createInTurn(MAX_WAITING, () => new PasswordQueueFull())

/** More sign-ins are waiting than can be answered soon: the caller answers 503. */
export class PasswordQueueFull extends Error {}

/** Keyboards write é as one sign or as two, and և as one or as եւ: all of them are hashed alike. Throws PasswordQueueFull. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(sameSigns(password), PARAMETERS))
}

/**
 * The hash that should stand in the row instead, where the parameters have been raised since it was made: to be asked at sign-in,
 * when the password is known. Undefined where it is as good as new. Throws PasswordQueueFull.
 */
export async function upgradedHash(hash: string, password: string): Promise<string | undefined> {
  return argon2.needsRehash(hash, PARAMETERS) ? hashPassword(password) : undefined
}

/** A hash that no password opens: for customers who were registered without one. */
export const NO_PASSWORD = '!'

let decoy: Promise<string> | undefined

/**
 * True where the password opens the hash. For an unknown account (`undefined`) or one without a password it takes the
 * same time and says no (R128's rule, for sign-in). Throws PasswordQueueFull.
 */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('decoy, opened by nothing')
  const usable = hash !== undefined && hash !== NO_PASSWORD
  const against = usable ? hash : await decoy
  const opened = (await opens(against, sameSigns(password))) || (await opensAsTyped(against, password))
  return usable && opened
}

const opens = (hash: string, password: string): Promise<boolean> => inTurn(() => argon2.verify(hash, password))

/** Hashes from before NFKC were made of the signs as typed. */
async function opensAsTyped(hash: string, password: string): Promise<boolean> {
  return password !== sameSigns(password) && opens(hash, password)
}
