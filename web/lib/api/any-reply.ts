import { z } from 'zod'

/** For a write whose reply says nothing that anybody needs. */
export const anyReply = z.unknown()
