import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Everything that is wrong with a form at once. The contract's schema asks the rules that span fields only once the fields are right by
 * themselves, so they are asked apart; what a field lacks by itself comes first. Otherwise the contract's input.
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
