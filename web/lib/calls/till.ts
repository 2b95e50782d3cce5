/** Calls of a till, and the one that makes this browser one (decision 45). Each rejects with ApiError. */
import type { z } from 'zod'
import {
  tillLockedSchema,
  tillReplySchema,
  tillUnlockedSchema,
  type TillReply,
  type unlockTillSchema,
} from '#contracts/rights/till-calls.ts'
import { api } from '#web/lib/api/api.ts'

/** The till's session takes the place of the one that this browser had. */
export const pairTill = (code: string, key: string): Promise<TillReply> =>
  api.write({ method: 'POST', path: '/api/till/pair', body: { code }, key, reply: tillReplySchema })

export const readTill = (): Promise<TillReply> => api.read('/api/till', tillReplySchema)

export const unlockTill = (
  body: z.input<typeof unlockTillSchema>,
  key: string,
): Promise<z.infer<typeof tillUnlockedSchema>> =>
  api.write({ method: 'POST', path: '/api/till/unlock', body, key, reply: tillUnlockedSchema })

export const lockTill = (key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: '/api/till/lock', key, reply: tillLockedSchema })
