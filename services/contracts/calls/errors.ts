/**
 * Codes, HTTP statuses and specified English messages. R208: messages contain the specification's tokens; texts for
 * people are in the locales.
 */
import { z } from 'zod'
import { sessionUserSchema } from './account/session.ts'

export const ERRORS = {
  invalid_input: [400, 'Invalid input'],
  idempotency_key_required: [400, 'Idempotency-Key header is required'],
  invalid_reset_token: [400, 'Invalid Reset Token'],
  invalid_verification_token: [400, 'Verification failed. Please try again.'],
  wrong_current_password: [400, 'Current password is incorrect'],
  passkey_refused: [400, 'This passkey could not be used'],
  wrong_second_factor: [400, 'This code is wrong or was used'],
  happened_at_refused: [400, 'This award is dated in the future or more than 7 days ago'],
  not_signed_in: [401, 'Not signed in'],
  invalid_credentials: [401, 'Invalid credentials'],
  email_unverified: [
    403,
    'Please verify your email address before logging in. Check your inbox for the verification link.',
  ],
  pending_confirmation: [403, 'Pending Confirmation'],
  account_suspended: [403, 'Account Suspended'],
  trial_expired: [403, 'Trial Expired'],
  registration_rejected: [403, 'Registration Rejected'],
  forbidden: [403, 'Forbidden'],
  foreign_origin: [403, 'Forbidden origin'],
  transaction_limit_exceeded: [403, 'Monthly transaction limit exceeded'],
  perk_limit_reached: [403, 'Perk limit reached'],
  business_not_active: [403, 'This business is temporarily not taking part'],
  void_too_late: [403, 'This award can no longer be undone by the business'],
  correction_too_late: [403, 'This award can no longer be corrected by the business'],
  reopen_too_late: [403, 'The use of this code can no longer be undone by the business'],
  password_change_required: [403, 'Password change required'],
  second_factor_required: [403, 'Please enter the code of your second factor'],
  second_factor_setup_required: [403, 'Please set up a second factor'],
  confirmation_required: [403, 'Please confirm with your password'],
  visit_read_only: [403, 'This support visit is read-only'],
  visit_forbidden: [403, 'Not allowed during a support visit'],
  till_locked: [403, 'This till is locked'],
  wrong_pin: [403, 'Wrong PIN'],
  sign_in_closed: [403, 'The owner of the business has ended this sign-in'],
  cannot_impersonate: [403, 'This account cannot be visited'],
  not_found: [404, 'Not found'],
  buyer_not_found: [404, 'Buyer not found'],
  perk_not_found: [404, 'Perk not found'],
  award_not_found: [404, 'Award not found'],
  invoice_not_found: [404, 'Invoice not found'],
  review_not_found: [404, 'Review not found'],
  staff_not_found: [404, 'Person not found'],
  till_not_found: [404, 'Till not found'],
  branch_not_found: [404, 'Branch not found'],
  card_not_found: [404, 'No card has this secret, or it has been claimed or blocked'],
  card_file_gone: [404, 'The files of an order can be downloaded for 24 hours'],
  pairing_code_invalid: [404, 'This pairing code is unknown, used or older than ten minutes'],
  invitation_invalid: [404, 'This invitation is unknown, used, withdrawn or older than seven days'],
  redemption_not_found: [404, 'Invalid redemption code'],
  business_not_found: [404, 'Business not found'],
  second_factor_exists: [409, 'An authenticator app is set up already'],
  perk_costs_more: [409, 'This perk costs more points now'],
  perk_changed: [409, 'This perk has changed'],
  insufficient_points: [409, 'Insufficient points'],
  redemption_used: [409, 'Redemption code has already been used'],
  redemption_cancelled: [409, 'Redemption has been cancelled'],
  award_already_voided: [409, 'Award has already been undone'],
  award_unchanged: [409, 'The award has this amount already'],
  redemption_not_used: [409, 'Redemption code has not been used'],
  void_would_overdraw: [409, 'The points of this award have already been spent'],
  account_closed: [409, 'Account is closed'],
  receipt_already_awarded: [409, 'Points have already been awarded for this receipt'],
  too_many_perks: [409, 'There are more perks than the plan allows'],
  too_many_people_or_tills: [409, 'There are too many people or tills'],
  too_many_branches: [409, 'There are too many branches'],
  too_many_notes: [409, 'There are too many notes on this business'],
  too_many_passkeys: [409, 'There are too many passkeys'],
  too_many_cards: [409, 'Too many cards have been ordered in the last 24 hours'],
  too_many_unclaimed_cards: [409, 'Too many of your cards are on no account yet. Contact us for more.'],
  already_on_plan: [409, 'This is already the plan'],
  next_period_paid: [409, 'The next period is already paid for; the plan can be changed once it has begun'],
  no_subscription: [409, 'There is no subscription to cancel'],
  refund_too_late: [409, 'The refund period has ended'],
  paying_not_set_up: [409, 'Payment is not set up yet'],
  invoice_not_open: [409, 'Invoice is not open'],
  invoice_paid: [409, 'Invoice has already been confirmed'],
  invoice_expired: [409, 'The period that this invoice set off has ended'],
  transfer_too_high: [409, 'More than what is missing of this invoice'],
  review_exists: [409, 'You have already reviewed this business'],
  user_exists: [409, 'User already exists'],
  not_a_manager: [409, 'Only an active manager can have a sign-in'],
  already_signs_in: [409, 'This person has a sign-in already'],
  status_refused: [409, 'The status of this business does not allow that'],
  password_needed: [409, 'Your password is needed to verify this address'],
  mail_too_late: [409, 'This email no longer applies'],
  changed_meanwhile: [409, 'This has been changed in the meantime'],
  settings_changed: [409, 'The settings have been changed in the meantime'],
  replay_under_way: [409, 'A replay is under way'],
  replay_not_ready: [409, 'The replay is not ready for that'],
  second_admin_needed: [409, 'Another administrator has to confirm'],
  method_not_allowed: [405, 'Method not allowed'],
  request_timeout: [408, 'The request took too long to arrive'],
  too_large: [413, 'Request is too large'],
  image_too_large: [413, 'File too large. Please select an image smaller than 10MB.'],
  image_type_invalid: [400, 'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images.'],
  image_unreadable: [400, 'Failed to process image. Please try again.'],
  idempotency_key_reused: [422, 'Idempotency-Key was already used with other input'],
  too_many_attempts: [429, 'Too many attempts, please try again later'],
  sign_in_rate_limited: [429, 'Rate limit exceeded'],
  internal: [500, 'Something went wrong'],
  busy: [503, 'The service is busy, please try again'],
  outcome_unknown: [504, 'The outcome is not known yet, please try again'],
} as const satisfies Record<string, readonly [status: number, message: string]>

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

/**
 * - `issues`: invalid fields;
 * - `limitExceeded`: R212;
 * - `user`: with 'Trial Expired', which opened the restricted session (C1).
 */
export const errorSchema = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  limitExceeded: z.boolean().optional(),
  /** H38. */
  perksToDelete: z.number().int().optional(),
  /** Decision 64. */
  missingAmd: z.number().int().optional(),
  user: sessionUserSchema.optional(),
  /** H24: with 'Trial Expired', if a paid plan ran out. */
  lapsed: z.boolean().optional(),
  requestId: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorSchema>

/**
 * For pages opened before an upgrade: unknown codes are refusals. `requestId` distinguishes our responses from a
 * proxy's.
 */
export const errorOfAnyVersionSchema = z.union([
  errorSchema,
  errorSchema.extend({ code: z.string(), requestId: z.string() }),
])
