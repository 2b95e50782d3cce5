import type { FastifyRequest } from 'fastify'
import { hasSignedIn, recordSecurity } from '#accounts/staff/security-log.ts'
import type { User } from '#accounts/users.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import type { Deps } from '../deps.ts'
import { deviceName } from './device-name.ts'

/**
 * Records a sign-in, and mails its person if the browser is new (`isKnown` false) and not the first. Failures do not
 * block the sign-in.
 */
export async function recordSignIn(
  request: FastifyRequest,
  deps: Pick<Deps, 'pool' | 'now' | 'wake'>,
  {
    what,
    user,
    isKnown,
  }: { what: 'sign_in' | 'staff_sign_in' | 'passkey_sign_in'; user: Pick<User, 'id'>; isKnown: boolean },
): Promise<void> {
  const at = deps.now()
  const device = deviceName(request.headers['user-agent'])
  try {
    await inTransaction(deps.pool, async (client) => {
      const isNew = !isKnown && (await hasSignedIn(client, user.id))
      const id = await recordSecurity(client, { what, userId: user.id, at, device })
      if (!isNew) return
      await orderMail(client, {
        cause: `new-device:${id}`,
        template: 'new_device',
        userId: user.id,
        parameters: { startedAt: at.toISOString(), device },
      })
    })
    if (!isKnown) deps.wake('mail')
  } catch (error) {
    request.log.error({ err: error }, 'a sign-in could not be written to the security log')
  }
}
