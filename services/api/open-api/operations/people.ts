import { businessRegistrationSchema } from '#contracts/calls/accounts.ts'
import { ID_DOCUMENT_FIELD } from '#contracts/units/uploads.ts'
import type { Operations } from '../operation.ts'

/** Agrees with contracts/calls/live.ts. */
const LIVE = `Server-sent events:

- \`ready\` is sent once the stream is open: \`{ position }\`.
- \`moved\` is sent whenever points of the user move: \`{ position, accounts: [{ businessId, buyerId }] }\`, both of them user ids. Refetch the data of these accounts with the position as \`consistency-token\`.

Every event carries the position as its \`id\`. A stream reopened with that id in \`last-event-id\` first reports the accounts that changed in between. A comment line, which begins with a colon, is sent every 15 seconds; after a longer silence the connection is dead. The stream ends with its session.`

const SIGN_UP_COOKIE =
  'A later sign-up with the same email address replaces an account whose address was never verified. Keep the cookie `hatik-sign-up`: with it, the link in the email verifies the address without a password.'
const SIGN_UP_CODE = `${SIGN_UP_COOKIE} Businesses can award points to \`buyerId\` at once. An account that was awarded points is replaced only from the browser that signed up; for other callers its email address is taken. If the address is verified by anybody but that browser or the password of the sign-up, the account gets another code.`
const SIGN_UP_LIMIT =
  'At most 5 per hour and email address from one caller. After 5 per hour from all callers together, no further email is sent; the newest link stays valid.'

export const peopleOperations: Operations = {
  'POST /api/auth/signup': {
    id: 'signUpBuyer',
    summary: 'Sign up as a buyer',
    access: 'everybody',
    key: 'sign-up',
    refusals: ['user_exists'],
    note: SIGN_UP_CODE,
    limit: SIGN_UP_LIMIT,
  },
  'POST /api/auth/business-register': {
    id: 'registerBusiness',
    summary: 'Register a business, with the identity document if one is required',
    access: 'everybody',
    key: 'sign-up',
    form: { file: ID_DOCUMENT_FIELD, fileNeeded: false, fields: businessRegistrationSchema },
    refusals: ['user_exists'],
    note: SIGN_UP_COOKIE,
    limit: SIGN_UP_LIMIT,
  },
  'GET /api/auth/verify-email': {
    id: 'verifyEmail',
    summary: 'Verify an email address with the emailed link',
    access: 'knownOrNot',
    refusals: ['invalid_verification_token', 'password_needed'],
    note: 'May also sign in. A new account is verified only from the browser that signed up, which sends the cookie `hatik-sign-up`. From any other browser the call is refused with 409 `password_needed` and changes nothing.',
  },
  'POST /api/auth/verify-email': {
    id: 'verifyEmailByPassword',
    summary: 'Verify the address of a new account with the emailed link and a password',
    access: 'everybody',
    key: 'content',
    refusals: ['invalid_verification_token', 'changed_meanwhile'],
    limit: 'At most 10 wrong passwords per account in 15 minutes, including those of sign-ins.',
    note: 'May also sign in. Send exactly one of `password` and `newPassword`. `newPassword` replaces the password chosen at sign-up, which may have been chosen by a stranger.',
    example: { token: 'the-token-of-the-link', newPassword: 'Correct-horse-1' },
  },
  'POST /api/auth/resend-verification': {
    id: 'resendVerification',
    summary: 'Request another verification link',
    access: 'everybody',
    key: 'content',
    limit: 'At most 5 emails per hour and email address.',
  },
  'POST /api/auth/login': {
    id: 'signIn',
    summary: 'Sign in as a buyer, a business or a manager',
    access: 'password',
    key: 'session',
    note: 'Keep the cookie `hatik_device` too and send it with the next sign-in: it has its own limit of attempts, which strangers guessing the password cannot use up. If the plan or the trial has ended, the response is 403 `trial_expired` with the `user`, and a session opens all the same, for billing, the profile and signing out.',
    refusals: [
      'email_unverified',
      'pending_confirmation',
      'account_suspended',
      'registration_rejected',
      'trial_expired',
      'sign_in_closed',
    ],
    limit: 'At most 10 wrong passwords per account in 15 minutes.',
    example: { email: 'shop@example.am', password: 'Correct-horse-1' },
  },
  'POST /api/auth/logout': { id: 'signOut', summary: 'Sign out and end the session', access: 'knownOrNot' },
  'POST /api/auth/forgot-password': {
    id: 'forgotPassword',
    summary: 'Request a password reset link',
    access: 'everybody',
    key: 'content',
    limit: 'At most 5 emails per hour and email address.',
  },
  'POST /api/auth/reset-password': {
    id: 'resetPassword',
    summary: 'Reset the password with the emailed link and end all sessions',
    access: 'everybody',
    key: 'content',
    refusals: ['invalid_reset_token'],
  },
  'POST /api/auth/known-browser': {
    id: 'knowBrowser',
    summary: 'Give this browser its own limit of sign-in attempts',
    note: 'Uses the password reset link, which stays valid.',
    access: 'everybody',
    refusals: ['invalid_reset_token'],
  },
  'GET /api/auth/invitation': {
    id: 'readInvitation',
    summary: 'Get the business and the address of a manager’s invitation',
    access: 'everybody',
    refusals: ['invitation_invalid'],
  },
  'POST /api/auth/invitation': {
    id: 'acceptInvitation',
    summary: 'Accept a manager’s invitation with a new password',
    note: 'Makes the account and opens no session: sign in afterwards.',
    access: 'everybody',
    key: 'content',
    refusals: ['invitation_invalid', 'user_exists'],
    example: { token: 'the-token-of-the-link', password: 'Correct-horse-1', language: 'am' },
  },
  'GET /api/auth/me': { id: 'readMe', summary: 'Get the signed-in user', access: 'signedIn' },
  'POST /api/auth/confirm': {
    id: 'confirmSession',
    summary: 'Confirm the password, for operations that require it',
    access: 'signedIn',
    refusals: ['wrong_current_password'],
    limit: 'At most 10 wrong passwords per account in 15 minutes.',
  },
  'GET /api/auth/profile': {
    id: 'readMyProfile',
    summary: 'Get your account, including an email address not yet verified',
    access: 'signedIn',
  },
  'PATCH /api/auth/profile': {
    id: 'changeMe',
    summary: 'Change your name, email address, phone, language or password',
    access: 'signedIn',
    key: 'content',
    refusals: ['wrong_current_password', 'confirmation_required', 'user_exists'],
    limit: 'At most 10 wrong passwords per account in 15 minutes, and 5 emails per hour to a new address.',
  },
  'GET /api/auth/sessions': { id: 'listSessions', summary: 'List your sessions', access: 'signedIn' },
  'GET /api/auth/sign-ins': {
    id: 'listSignIns',
    summary: 'List the latest sign-ins to your account and failed attempts',
    access: 'signedIn',
  },
  'DELETE /api/auth/sessions': {
    id: 'endOtherSessions',
    summary: 'End all your other sessions',
    access: 'signedIn',
    confirmed: true,
  },
  'DELETE /api/auth/sessions/{id}': {
    id: 'endSession',
    summary: 'End one of your sessions',
    access: 'signedIn',
    key: 'content',
    confirmed: true,
    refusals: ['not_found'],
  },
  'DELETE /api/auth/account/{userId}': {
    id: 'deleteAccount',
    summary: 'Delete your account',
    access: 'buyerOrBusiness',
    key: 'content',
    confirmed: true,
  },
  'GET /api/live': {
    id: 'streamLive',
    summary: 'Stream live updates of your accounts',
    access: 'buyerOrBusinessOrVisit',
    media: ['text/event-stream'],
    limit: 'At most 8 concurrent streams per user, and as many per till.',
    note: LIVE,
  },

  'GET /api/buyer/verify/{buyerId}': {
    id: 'verifyBuyer',
    summary: 'Check that a buyer code exists, and get the buyer’s initial, balance and perks here',
    note: '`here` describes the buyer at your business only: the balance, the perks it covers, cheapest first, and the cheapest one that it does not cover.',
    access: 'business',
    refusals: ['buyer_not_found'],
  },
  'GET /api/buyer/{id}/points': { id: 'listBalances', summary: 'List the balances at all businesses', access: 'buyer' },
  'GET /api/buyer/{id}/available-perks': {
    id: 'listAvailablePerks',
    summary: 'List perks of the buyer’s businesses, affordable ones first',
    access: 'buyer',
  },
  'GET /api/buyer/{id}/redemptions': {
    id: 'listRedemptions',
    summary: 'List pending redemptions with their codes, and the newest used ones',
    access: 'buyer',
  },
  'POST /api/buyer/{id}/redeem': {
    id: 'redeemPerk',
    summary: 'Redeem a perk and get a redemption code',
    note: 'Send the price and name that the buyer was shown as `pointsRequired` and `perkName`: the call is refused if the perk costs more now or has another name. Without them the perk is redeemed as it is.',
    access: 'buyer',
    key: 'required',
    ledger: true,
    refusals: [
      'perk_not_found',
      'business_not_active',
      'perk_costs_more',
      'perk_changed',
      'insufficient_points',
      'account_closed',
    ],
    example: { perkId: 1, pointsRequired: 12.5 },
  },
  'DELETE /api/buyer/{id}/redemption/{redemptionId}': {
    id: 'cancelRedemption',
    summary: 'Cancel an unused redemption and return its points',
    access: 'buyer',
    key: 'required',
    ledger: true,
    refusals: ['not_found', 'redemption_used', 'redemption_cancelled', 'account_closed'],
  },
  'GET /api/buyer/{id}/statement/{businessId}': {
    id: 'readStatement',
    summary: 'Get the statement of the account at a business',
    access: 'buyer',
    refusals: ['not_found'],
  },
  'GET /api/buyer/{id}/statement/{businessId}/balance': {
    id: 'readBalanceAsOf',
    summary: 'Get the balance as of a day or a point in time',
    access: 'buyer',
    refusals: ['not_found'],
  },
  'GET /api/buyer/{id}/statement/{businessId}/file': {
    id: 'downloadStatement',
    summary: 'Download the statement as a file',
    note: 'For people: times are in Asia/Yerevan, and labels and column names in the given `language`. Programs should use `readStatement`.',
    access: 'buyer',
    media: ['application/pdf', 'text/csv'],
    refusals: ['not_found', 'too_large'],
  },

  'POST /api/business/{slug}/reviews': {
    id: 'createReview',
    summary: 'Write a review',
    access: 'buyer',
    key: 'required',
    refusals: ['not_found', 'business_not_active', 'review_exists'],
  },
  'PATCH /api/reviews/{reviewId}': {
    id: 'changeReview',
    summary: 'Change your review',
    access: 'buyer',
    key: 'required',
    refusals: ['review_not_found'],
  },
  'DELETE /api/reviews/{reviewId}': {
    id: 'deleteReview',
    summary: 'Delete your review',
    access: 'buyer',
    key: 'required',
    refusals: ['review_not_found'],
  },
}
