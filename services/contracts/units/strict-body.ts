import { z } from 'zod'

/**
 * A body in which a field that the call does not know is refused: for writes that move points, where a misspelt field would be lost. The message
 * does not repeat the field: no input comes back.
 */
export const strictBody = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: (issue) => (issue.code === 'unrecognized_keys' ? 'Unknown field' : undefined) })
