/** Passkeys of people (decision 52). */
import { randomBytes } from 'node:crypto'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { PASSKEYS_MAX } from '#contracts/calls/account/passkeys.ts'
import { recordSecurity } from './staff/security-log.ts'
import { USER_COLUMNS, type User } from './users.ts'

export type Passkey = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

/** `credentialId`: base64url. `counter`: see the migration. */
export type NewPasskey = {
  id: string
  name: string
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
}

const COLUMNS = 'id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"'

/** Oldest first. */
export async function passkeysOf(db: Queryable, userId: number): Promise<Passkey[]> {
  const { rows } = await db.query<Passkey>(
    `SELECT ${COLUMNS} FROM passkeys WHERE user_id = $1 ORDER BY created_at, id`,
    [userId],
  )
  return rows
}

/** What devices must know so that none makes a second passkey. */
export async function credentialsOf(db: Queryable, userId: number): Promise<{ id: string; transports: string[] }[]> {
  const { rows } = await db.query<{ id: string; transports: string[] }>(
    'SELECT credential_id AS id, transports FROM passkeys WHERE user_id = $1 ORDER BY created_at, id',
    [userId],
  )
  return rows
}

/** Base64url. Made at the first call: random, because devices show it to whoever holds them. */
export async function passkeyHandle(db: Queryable, userId: number): Promise<string> {
  await db.query('UPDATE users SET passkey_handle = $2 WHERE id = $1 AND passkey_handle IS NULL', [
    userId,
    randomBytes(32).toString('base64url'),
  ])
  const { rows } = await db.query<{ handle: string }>('SELECT passkey_handle AS handle FROM users WHERE id = $1', [
    userId,
  ])
  return rows[0]!.handle
}

export type NotAdded = 'session_over' | 'own_password_needed' | 'too_many' | 'known'

/**
 * Records it and mails the person. Decided under the user's row lock: the call may have waited for a password reset,
 * whose person wants none of a passkey begun before. `epoch`: of the caller's session.
 */
export async function addPasskey(
  transaction: Queryable,
  { userId, epoch }: { userId: number; epoch: number },
  passkey: NewPasskey,
  { at, device }: { at: Date; device: string },
): Promise<NotAdded | undefined> {
  const { rows } = await transaction.query<{ epoch: number; mustChange: boolean; email: string }>(
    `SELECT session_epoch AS epoch, must_change_password AS "mustChange", email FROM users WHERE id = $1 AND erased_at IS NULL FOR NO KEY UPDATE`,
    [userId],
  )
  const [user] = rows
  if (!user || epoch < user.epoch) return 'session_over'
  if (user.mustChange) return 'own_password_needed'
  if ((await passkeysOf(transaction, userId)).length >= PASSKEYS_MAX) return 'too_many'
  const { id, name, credentialId, publicKey, counter, transports } = passkey
  const added = await transaction.query(
    `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
    [id, userId, credentialId, Buffer.from(publicKey), counter, transports, name, at],
  )
  if (added.rowCount === 0) return 'known'
  await recordSecurity(transaction, { what: 'passkey_added', userId, at, device })
  // To the address of now: a later one may be somebody else's.
  await orderMail(transaction, {
    cause: `passkey-added:${id}`,
    template: 'passkey_added',
    userId,
    parameters: { startedAt: at.toISOString(), device, passkeys: name },
    to: user.email,
  })
  return undefined
}

/** Undefined if the person has no such passkey. */
export async function renamePasskey(
  db: Queryable,
  userId: number,
  { id, name }: { id: string; name: string },
): Promise<Passkey | undefined> {
  const { rows } = await db.query<Passkey>(
    `UPDATE passkeys SET name = $3 WHERE id = $2 AND user_id = $1 RETURNING ${COLUMNS}`,
    [userId, id, name],
  )
  return rows[0]
}

/** Records it and mails the person. False if the person has no such passkey. */
export async function removePasskey(
  transaction: Queryable,
  { id: userId, email }: Pick<User, 'id' | 'email'>,
  id: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await transaction.query<{ name: string }>(
    'DELETE FROM passkeys WHERE id = $2 AND user_id = $1 RETURNING name',
    [userId, id],
  )
  const [gone] = rows
  if (!gone) return false
  await recordSecurity(transaction, { what: 'passkey_removed', userId, at })
  await orderMail(transaction, {
    cause: `passkey-removed:${id}`,
    template: 'passkey_removed',
    userId,
    parameters: { startedAt: at.toISOString(), passkeys: gone.name },
    to: email,
  })
  return true
}

/** After a reset by mail, which may take an account back (decision 52). Returns the names of what is gone. */
export async function removeAllPasskeys(transaction: Queryable, userId: number, at: Date): Promise<string[]> {
  const { rows } = await transaction.query<{ name: string }>('DELETE FROM passkeys WHERE user_id = $1 RETURNING name', [
    userId,
  ])
  for (const _gone of rows) await recordSecurity(transaction, { what: 'passkey_removed', userId, at })
  return rows.map(({ name }) => name)
}

/** With the row of its person, past any cache, as of one moment. */
export type Proving = { id: string; publicKey: Buffer; userHandle: string; user: User }

/** Undefined if unknown, or if its person is erased. */
export async function passkeyForSignIn(db: Queryable, credentialId: string): Promise<Proving | undefined> {
  const { rows } = await db.query<User & { passkeyId: string; publicKey: Buffer; userHandle: string; handle: string }>(
    `SELECT users.*, p.id AS "passkeyId", p.public_key AS "publicKey", users.handle AS "userHandle"
     FROM passkeys p, LATERAL (SELECT ${USER_COLUMNS}, passkey_handle AS handle FROM users u WHERE u.id = p.user_id AND u.erased_at IS NULL) users
     WHERE p.credential_id = $1`,
    [credentialId],
  )
  if (!rows[0]) return undefined
  const { passkeyId, publicKey, userHandle, handle: _handle, ...user } = rows[0]
  return { id: passkeyId, publicKey, userHandle, user }
}

/**
 * Notes a use with its signature counter. False if the passkey is gone, or if a counter did not grow, as with a copied
 * device. `isRetry`: the same use was noted already.
 */
export async function notePasskeyUse(
  db: Queryable,
  { id, counter, isRetry }: { id: string; counter: number; isRetry: boolean },
  at: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE passkeys SET counter = $2, last_used_at = $3
     WHERE id = $1 AND (counter < $2 OR (counter = $2 AND ($2 = 0 OR $4::boolean)))`,
    [id, counter, at, isRetry],
  )
  return rowCount === 1
}
