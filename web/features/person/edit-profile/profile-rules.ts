import { zodResolver } from '@hookform/resolvers/zod'
import type { FieldErrors, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { INVALID_EMAIL, NEEDS_CURRENT_PASSWORD, profileSchema } from '#contracts/calls/account/accounts.ts'
import { isDeliverable } from '#contracts/units/addresses.ts'
import { PASSWORDS_DIFFER, sameSigns } from '#contracts/units/passwords.ts'

export interface ProfileFields {
  userId: number
  firstName: string
  lastName: string
  email: string
  phone: string
  /** The password block is open, so all three of its fields are required (R172). */
  changesPassword: boolean
  currentPassword: string
  newPassword: string
  confirmPassword: string
}
type ProfileOutput = z.output<typeof profileSchema>

/** A different address requires the password. */
export const isOtherAddress = (typed: string, saved: string): boolean =>
  typed.trim().toLowerCase() !== saved.toLowerCase()

const byContract = zodResolver(profileSchema)

/** The contract's rules, and those of the open password block. The context is the saved profile. */
export const profileRules: Resolver<ProfileFields, { email: string }, ProfileOutput> = async (
  fields,
  context,
  options,
) => {
  const { changesPassword, currentPassword, newPassword, confirmPassword } = fields
  // An open, empty block still requires a password: ' ' is too weak, whereas the contract takes '' for no change.
  const asked = changesPassword
    ? { ...fields, newPassword: newPassword || ' ' }
    : { ...fields, currentPassword: '', newPassword: '' }
  const { values, errors } = await byContract(asked, context, options as never)
  const all = { ...errors } as FieldErrors<ProfileFields>
  const refuse = (field: 'email' | 'currentPassword' | 'confirmPassword', message: string): void => {
    all[field] ??= { type: 'custom', message }
  }
  const moves = isOtherAddress(fields.email, context?.email ?? fields.email)
  if (moves && !isDeliverable(fields.email.trim())) refuse('email', INVALID_EMAIL)
  if (changesPassword) {
    if (currentPassword === '') refuse('currentPassword', NEEDS_CURRENT_PASSWORD)
    if (confirmPassword === '') refuse('confirmPassword', 'Please confirm your password')
    else if (sameSigns(confirmPassword) !== sameSigns(newPassword)) refuse('confirmPassword', PASSWORDS_DIFFER)
  }
  return Object.keys(all).length > 0 ? { values: {}, errors: all } : { values: values as ProfileOutput, errors: {} }
}
