import { z } from 'zod'

/** For writes whose reply body is unused. */
export const anyReply = z.unknown()
