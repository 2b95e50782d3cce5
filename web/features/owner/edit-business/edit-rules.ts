import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver } from 'react-hook-form'
import { z } from 'zod'
import { LINK_FIELDS, type LinkField } from '#contracts/pages/kind-names.ts'
import { LINK_REQUIRED } from '#contracts/units/links.ts'
import { editProfileSchema, type EditProfile } from '#contracts/calls/profile.ts'

export type EditFields = Record<'businessName' | 'industry' | 'description' | 'phone' | 'address' | LinkField, string>

const byField = zodResolver(editProfileSchema)
const typed = z.record(z.string(), z.unknown())

/**
 * The contract checks that a link exists only once each field is valid; this form reports everything at once (R160).
 */
export const editRules: Resolver<EditFields, unknown, EditProfile> = async (fields, context, options) => {
  const single = await byField(fields as never, context, options as never)
  const hasLink = LINK_FIELDS.some((field) => String(typed.parse(fields)[field] ?? '').trim() !== '')
  const missing: FieldErrors<EditFields> = hasLink ? {} : { website: { type: 'custom', message: LINK_REQUIRED } }
  const errors = { ...missing, ...single.errors } as FieldErrors<EditFields>
  return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: single.values as EditProfile, errors: {} }
}
