import { z } from 'zod'

/**
 * A body that refuses unknown fields, for writes that move points, where a misspelt field would be lost. The message
 * does not repeat the field, so that no input is echoed.
 */
export const strictBody = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: (issue) => (issue.code === 'unrecognized_keys' ? 'Unknown field' : undefined) })
