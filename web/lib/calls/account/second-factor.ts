/** The second factor of administrators and auditors. Each call rejects with ApiError. */
import { adminUserSchema } from '#contracts/calls/staff/admin.ts'
import {
  secondFactorReplySchema,
  totpActivatedSchema,
  totpBegunSchema,
  type SecondFactor,
  type TotpActivated,
  type TotpBegun,
} from '#contracts/calls/account/second-factor.ts'
import { anyReply } from '#web/lib/api/any-reply.ts'
import { api } from '#web/lib/api/api.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import type { StaffUser } from '../staff/admin-session.ts'

export const SECOND_FACTOR_PATH = '/api/auth/second-factor'

export const useSecondFactor = (): Reading<SecondFactor> => useRead(SECOND_FACTOR_PATH, secondFactorReplySchema)

export const enterCode = (code: string, key: string): Promise<StaffUser> =>
  api.write({ method: 'POST', path: SECOND_FACTOR_PATH, body: { code }, key, reply: adminUserSchema })

/** Asks for the password if needed. */
export const beginApp = confirmed((_input: null, key: string): Promise<TotpBegun> =>
  api.write({ method: 'POST', path: `${SECOND_FACTOR_PATH}/totp`, key, reply: totpBegunSchema }),
)

export const activateApp = (code: string, key: string): Promise<TotpActivated> =>
  api.write({
    method: 'POST',
    path: `${SECOND_FACTOR_PATH}/totp/activate`,
    body: { code },
    key,
    reply: totpActivatedSchema,
  })

/** Asks for the password if needed. */
export const removeApp = confirmed((code: string, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: `${SECOND_FACTOR_PATH}/totp/remove`, body: { code }, key, reply: anyReply }),
)
