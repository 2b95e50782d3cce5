import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { ERRORS } from '#contracts/calls/errors.ts'
import { administratorByPassword, countAdministrators } from '#accounts/staff/staff.ts'
import type { Pool } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { moveReplay } from '#projections/runtime/replay/replay-control.ts'
import { sayYesToSwitch } from '../../services/api/routes/admin/say-yes-to-switch.ts'

export type Yes = { kind: 'switching' | 'awaiting_second'; replayId: number; text: string }

/**
 * `email`: an administrator, who must enter the password. Without it, a switch is allowed only with fewer than two
 * administrators. Throws if the approval is invalid.
 */
export async function sayYes(pool: Pool, email: string | undefined): Promise<Yes> {
  if (email === undefined) return byTheMachine(pool)
  const adminId = await administratorByPassword(pool, email, await password(email))
  if (adminId === undefined) throw new Error('No administrator has this e-mail and password.')
  const said = await inTransaction(pool, (client) => sayYesToSwitch(client, { adminId, now: () => new Date() }))
  if (said.kind === 'refused')
    throw new Error(
      said.code === 'replay_not_ready'
        ? 'No rebuilt read models are ready: run --diff first.'
        : `${ERRORS[said.code][1]}.`,
    )
  const text =
    said.kind === 'switching'
      ? `Approved by ${email}.`
      : `Approved by ${email}. Another administrator must approve too: at /admin/dashboard/replay, or with --switch --admin EMAIL.`
  return { kind: said.kind, replayId: said.replay.id, text }
}

async function byTheMachine(pool: Pool): Promise<Yes> {
  if ((await countAdministrators(pool)) >= 2)
    throw new Error('With two administrators, both must approve the switch: --switch --admin EMAIL.')
  const replay = await moveReplay(pool, { from: ['ready', 'awaiting_second'], to: 'switching' })
  if (!replay) throw new Error('No rebuilt read models are ready: run --diff first.')
  return { kind: 'switching', replayId: replay.id, text: 'Switching.' }
}

async function password(email: string): Promise<string> {
  const given = process.env['HATIK_ADMIN_PASSWORD']
  if (given !== undefined) return given
  if (!process.stdin.isTTY) throw new Error('Set HATIK_ADMIN_PASSWORD, or run this in a terminal.')
  process.stderr.write(`Password of ${email}: `)
  const unseen = new Writable({ write: (_bytes, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
