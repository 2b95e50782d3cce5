import { z } from 'zod'

/**
 * Refuses unknown fields, for writes that move points, where a misspelt field would be lost. The message echoes no
 * input.
 */
export const strictBody = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: (issue) => (issue.code === 'unrecognized_keys' ? 'Unknown field' : undefined) })
