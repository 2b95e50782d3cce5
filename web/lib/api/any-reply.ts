import { z } from 'zod'

/** Accepts any reply, for writes whose reply body is unused. */
export const anyReply = z.unknown()
