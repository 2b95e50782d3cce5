import { randomInt } from 'node:crypto'
import type { Language, Role } from '#contracts/calls/account/session.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { NO_OPEN_LINKS, orderPasswordChanged } from '../reset-password.ts'
import { recordSecurity } from './security-log.ts'
import { USER_COLUMNS, type User } from '../users.ts'

/** H34: true until the first password is changed. */
export async function mustChangePassword(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await db.query<{ must: boolean }>({
    name: 'must-change-password',
    text: 'SELECT must_change_password AS must FROM users WHERE id = $1',
    values: [userId],
  })
  return rows[0]?.must ?? false
}

/** Administrators who can confirm an action that needs two: verified, and with their own password. */
export async function countAdministrators(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `SELECT count(*) AS n FROM users WHERE role = 'admin' AND email_verified AND NOT must_change_password`,
  )
  return rows[0]?.n ?? 0
}

/** Avoids look-alike characters; meets R157. */
function firstPassword(): string {
  const pick = (signs: string, count: number) =>
    Array.from({ length: count }, () => signs[randomInt(signs.length)]).join('')
  return `${pick('ABCDEFGHJKLMNPQRSTUVWXYZ', 4)}-${pick('abcdefghijkmnopqrstuvwxyz', 6)}-${pick('23456789', 4)}`
}

/** Run at the installation only (H34). Returns the first password, shown once; undefined if the address is taken. */
export async function createStaff(
  db: Queryable,
  {
    email,
    role,
    firstName,
    lastName,
    language,
  }: {
    email: string
    role: Extract<Role, 'admin' | 'auditor'>
    firstName: string
    lastName: string
    language: Language
  },
): Promise<{ id: number; password: string } | undefined> {
  const password = firstPassword()
  const { rows } = await db.query<{ id: number }>(
    `INSERT INTO users (email, password, role, first_name, last_name, email_verified, preferred_language, must_change_password)
     VALUES ($1, $2, $3, $4, $5, true, $6, true) ON CONFLICT DO NOTHING RETURNING id`,
    [email, await hashPassword(password), role, firstName, lastName, language],
  )
  const [made] = rows
  if (!made) return undefined
  await recordSecurity(db, { what: 'role_given', result: role, userId: made.id, at: new Date() })
  return { id: made.id, password }
}

/**
 * Ends all sessions (R98) and mails the owner. Undefined, with nothing changed, if the session of `epoch` was ended or
 * the caller is no longer staff.
 */
export async function setStaffPassword(
  transaction: Queryable,
  { userId, epoch }: { userId: number; epoch: number },
  passwordHash: string,
): Promise<User | undefined> {
  // Decided under the row lock: the call may have waited for a password reset.
  const { rows } = await transaction.query<User>(
    `UPDATE users SET password = $3, must_change_password = false, session_epoch = session_epoch + 1,
       ${NO_OPEN_LINKS}, updated_at = now()
     WHERE id = $1 AND session_epoch <= $2 AND role IN ('admin', 'auditor') AND erased_at IS NULL RETURNING ${USER_COLUMNS}`,
    [userId, epoch, passwordHash],
  )
  const [user] = rows
  if (!user) return undefined
  await orderPasswordChanged(transaction, user)
  await recordSecurity(transaction, { what: 'password_changed', userId, at: new Date() })
  return user
}

/** For commands (infra/replay). Undefined while the first password is unchanged (H34). */
export async function administratorByPassword(
  db: Queryable,
  email: string,
  password: string,
): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number; hash: string }>(
    `SELECT id, password AS hash FROM users WHERE lower(email) = lower($1) AND role = 'admin' AND email_verified AND NOT must_change_password`,
    [email],
  )
  return (await verifyPassword(rows[0]?.hash, password)) ? rows[0]?.id : undefined
}
