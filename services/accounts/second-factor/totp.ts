/** Authenticator apps of administrators and auditors (decision 55). */
import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODES, isTotpCode } from '#contracts/calls/account/second-factor.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { recordSecurity } from '../staff/security-log.ts'
import type { User } from '../users.ts'
import {
  countRecoveryCodes,
  recoveryCodesOf,
  removeRecoveryCodes,
  spendRecoveryCode,
  storeRecoveryCodes,
} from './recovery-codes.ts'
import { seal, unseal } from './sealed-secret.ts'

const SECRET_BYTES = 20
const STEP_SECONDS = 30
const STEP_MS = STEP_SECONDS * 1_000

type Person = Pick<User, 'id' | 'email'>
/** `secret`: the installation's. */
type Use = { secret: string; at: Date; device: string }

const totpOf = (secret: Secret, email: string) =>
  new TOTP({ issuer: 'Hatik', label: email, algorithm: 'SHA1', digits: 6, period: STEP_SECONDS, secret })

/**
 * Begins a set-up in place of one that was not finished. Undefined if an app is active. Returns the secret in base32,
 * and the address that apps read from a QR code.
 */
export async function beginTotp(
  db: Queryable,
  { id: userId, email }: Person,
  { setUpId, secret }: { setUpId: string; secret: string },
): Promise<{ secret: string; uri: string } | undefined> {
  const fresh = new Secret({ size: SECRET_BYTES })
  const { rowCount } = await db.query(
    `INSERT INTO totp_secrets (user_id, id, secret) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, secret = excluded.secret WHERE totp_secrets.active_since IS NULL`,
    [userId, setUpId, seal(secret, userId, fresh.base32)],
  )
  return rowCount === 1 ? { secret: fresh.base32, uri: totpOf(fresh, email).toString() } : undefined
}

export type NotActivated = 'session_over' | 'own_password_needed' | 'not_begun' | 'active' | 'wrong_code'

/**
 * Activates the app that shows this code, and stores recovery codes (recoveryCodesOf). Decided under the user's row
 * lock: the call may have waited for a password reset. `epoch`: of the caller's session.
 */
export async function activateTotp(
  transaction: Queryable,
  { userId, epoch }: { userId: number; epoch: number },
  code: string,
  { secret, at, device }: Use,
): Promise<NotActivated | { setUpId: string }> {
  const { rows: people } = await transaction.query<{ epoch: number; mustChange: boolean; email: string }>(
    `SELECT session_epoch AS epoch, must_change_password AS "mustChange", email FROM users WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE`,
    [userId],
  )
  const [user] = people
  if (!user || epoch < user.epoch) return 'session_over'
  if (user.mustChange) return 'own_password_needed'
  const { rows } = await transaction.query<{ id: string; sealed: string; since: Date | null }>(
    'SELECT id, secret AS sealed, active_since AS since FROM totp_secrets WHERE user_id = $1 FOR UPDATE',
    [userId],
  )
  const [begun] = rows
  if (!begun) return 'not_begun'
  if (begun.since) return 'active'
  const step = stepOf(begun.sealed, { id: userId, email: user.email }, code, { secret, at })
  if (step === undefined) return 'wrong_code'
  await transaction.query('UPDATE totp_secrets SET active_since = $2, last_step = $3 WHERE user_id = $1', [
    userId,
    at,
    step,
  ])
  await storeRecoveryCodes(transaction, userId, recoveryCodesOf(secret, begun.id))
  await recordSecurity(transaction, { what: 'second_factor_added', userId, at, device })
  // To the address of now: a later one may be somebody else's.
  await orderMail(transaction, {
    cause: `second-factor-added:${begun.id}`,
    template: 'second_factor_added',
    userId,
    parameters: { startedAt: at.toISOString(), device },
    to: user.email,
  })
  return { setUpId: begun.id }
}

/** The step of a code that the app shows now, a step before or a step after. */
function stepOf(
  sealed: string,
  { id, email }: Person,
  code: string,
  { secret, at }: Pick<Use, 'secret' | 'at'>,
): number | undefined {
  const plain = unseal(secret, id, sealed)
  if (plain === undefined) return undefined
  const delta = totpOf(Secret.fromBase32(plain), email).validate({ token: code, timestamp: at.getTime(), window: 1 })
  return delta === null ? undefined : Math.floor(at.getTime() / STEP_MS) + delta
}

/** Uses up a code of the app or a recovery code. False if it is wrong or used. */
export async function spendCode(transaction: Queryable, person: Person, code: string, use: Use): Promise<boolean> {
  if (isTotpCode(code)) return spendTotp(transaction, person, code, use)
  const { id: userId, email } = person
  const { at, device } = use
  if (!(await spendRecoveryCode(transaction, userId, code, at))) return false
  const left = await countRecoveryCodes(transaction, userId)
  const entry = await recordSecurity(transaction, { what: 'recovery_code_used', userId, at, device })
  await orderMail(transaction, {
    cause: `recovery-code-used:${entry}`,
    template: 'recovery_code_used',
    userId,
    parameters: { startedAt: at.toISOString(), device, codesLeft: String(left) },
    to: email,
  })
  return true
}

async function spendTotp(transaction: Queryable, person: Person, code: string, use: Use): Promise<boolean> {
  const { rows } = await transaction.query<{ id: string; sealed: string }>(
    'SELECT id, secret AS sealed FROM totp_secrets WHERE user_id = $1 AND active_since IS NOT NULL',
    [person.id],
  )
  const [active] = rows
  const step = active && stepOf(active.sealed, person, code, use)
  if (step === undefined) return false
  // Compared in the statement that stores it: two calls at once cannot both pass.
  const { rowCount } = await transaction.query(
    'UPDATE totp_secrets SET last_step = $3 WHERE user_id = $1 AND id = $2 AND last_step < $3',
    [person.id, active?.id, step],
  )
  return rowCount === 1
}

/** Removes the app and its recovery codes, records it and mails the person. False if none is active. */
export async function removeTotp(transaction: Queryable, { id: userId, email }: Person, at: Date): Promise<boolean> {
  const { rows } = await transaction.query<{ id: string }>(
    'DELETE FROM totp_secrets WHERE user_id = $1 AND active_since IS NOT NULL RETURNING id',
    [userId],
  )
  const [gone] = rows
  if (!gone) return false
  await removeRecoveryCodes(transaction, userId)
  await recordSecurity(transaction, { what: 'second_factor_removed', userId, at })
  await orderMail(transaction, {
    cause: `second-factor-removed:${gone.id}`,
    template: 'second_factor_removed',
    userId,
    parameters: { startedAt: at.toISOString() },
    to: email,
  })
  return true
}

/** Null if no app is active. `recoveryCodes`: unused ones, of RECOVERY_CODES. */
export async function totpState(db: Queryable, userId: number): Promise<{ since: Date; recoveryCodes: number } | null> {
  const { rows } = await db.query<{ since: Date }>(
    'SELECT active_since AS since FROM totp_secrets WHERE user_id = $1 AND active_since IS NOT NULL',
    [userId],
  )
  if (!rows[0]) return null
  return { since: rows[0].since, recoveryCodes: Math.min(RECOVERY_CODES, await countRecoveryCodes(db, userId)) }
}
