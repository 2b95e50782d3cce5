import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Reports all errors of a form at once: the contract's schema checks rules across fields only once each field is
 * valid, so those run separately. A field's own error wins.
 */
export function allRules<Fields extends FieldValues, Output>(
  contract: z.ZodType<Output>,
  acrossFields: z.ZodType,
): Resolver<Fields, unknown, Output> {
  const [byField, byForm] = [zodResolver(contract as never), zodResolver(acrossFields as never)]
  return async (fields, context, options) => {
    const [single, across] = await Promise.all([
      byField(fields as never, context, options as never),
      byForm(fields as never, context, options as never),
    ])
    const errors = { ...across.errors, ...single.errors } as unknown as FieldErrors<Fields>
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: single.values as Output, errors: {} }
  }
}
