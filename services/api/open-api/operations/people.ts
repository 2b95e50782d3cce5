import { businessRegistrationSchema } from '#contracts/calls/accounts.ts'
import { ID_DOCUMENT_FIELD } from '#contracts/units/uploads.ts'
import type { Operations } from '../operation.ts'

/** Agrees with contracts/calls/live.ts. */
const LIVE = `Server-sent events. \`ready\` comes once the stream is open: \`{ position }\`. \`moved\` comes whenever points of the reader move: \`{ position, accounts: [{ businessId, buyerId }] }\`, both of them ids of users; what shows these accounts is read anew, with the position as its consistency-token. Every message carries the position as its \`id\`, and a stream that is opened again with it in \`last-event-id\` first tells what was missed. A line that begins with a colon comes every 15 seconds; after a longer silence the connection is dead. The stream ends with its session.`

const SIGN_UP_COOKIE =
  'An account whose address nobody has verified gives way to a later one with the same address. The cookie `hatik-sign-up` is to be kept: with it the link of the mail verifies the address without a password.'
const SIGN_UP_LIMIT =
  'At most 5 an hour with each address from one caller. After 5 within an hour from all callers no other mail is sent: the newest link goes on to work.'

export const peopleOperations: Operations = {
  'POST /api/auth/signup': {
    id: 'signUpBuyer',
    summary: 'Sign up as a buyer',
    access: 'everybody',
    key: 'sign-up',
    refusals: ['user_exists'],
    note: SIGN_UP_COOKIE,
    limit: SIGN_UP_LIMIT,
  },
  'POST /api/auth/business-register': {
    id: 'registerBusiness',
    summary: 'Register a business, with the identity document where one is needed',
    access: 'everybody',
    key: 'sign-up',
    form: { file: ID_DOCUMENT_FIELD, fileNeeded: false, fields: businessRegistrationSchema },
    refusals: ['user_exists'],
    note: SIGN_UP_COOKIE,
    limit: SIGN_UP_LIMIT,
  },
  'GET /api/auth/verify-email': {
    id: 'verifyEmail',
    summary: 'Verify an e-mail address by the link that was sent there; may open the session',
    access: 'knownOrNot',
    refusals: ['invalid_verification_token', 'password_needed'],
    note: 'A new account is verified for the browser that signed up, which sends the cookie `hatik-sign-up`. Anywhere else the answer is 409 `password_needed`, and nothing is changed.',
  },
  'POST /api/auth/verify-email': {
    id: 'verifyEmailByPassword',
    summary: 'Verify the address of a new account by the link and its password, or by a new one; may open the session',
    access: 'everybody',
    refusals: ['invalid_verification_token', 'changed_meanwhile'],
    limit: 'At most 10 wrong passwords for each account in a quarter of an hour, together with those at the sign-in.',
    note: 'Exactly one of `password` and `newPassword`. A new password takes the place of the one that was chosen at the sign-up, which may be a stranger’s.',
    example: { token: 'the-token-of-the-link', newPassword: 'Correct-horse-1' },
  },
  'POST /api/auth/resend-verification': {
    id: 'resendVerification',
    summary: 'Ask for the verification link once more',
    access: 'everybody',
    limit: 'At most 5 mails an hour to each address.',
  },
  'POST /api/auth/login': {
    id: 'signIn',
    summary: 'Sign in as a buyer or a business; opens the session',
    access: 'password',
    note: 'The cookie `hatik_device` is to be kept, too, and sent with the next sign-in: whoever guesses at the password from elsewhere does not use up the attempts of who has it. Where the plan or the trial has ended, the answer is 403 `trial_expired` with the `user`, and a session is open all the same: for billing, the profile and signing out.',
    refusals: [
      'email_unverified',
      'pending_confirmation',
      'account_suspended',
      'registration_rejected',
      'trial_expired',
    ],
    limit: 'At most 10 wrong passwords for each account in a quarter of an hour.',
    example: { email: 'shop@example.am', password: 'Correct-horse-1' },
  },
  'POST /api/auth/logout': { id: 'signOut', summary: 'Sign out; ends the session', access: 'knownOrNot' },
  'POST /api/auth/forgot-password': {
    id: 'forgotPassword',
    summary: 'Ask for a link to set another password',
    access: 'everybody',
    limit: 'At most 5 mails an hour to each address.',
  },
  'POST /api/auth/reset-password': {
    id: 'resetPassword',
    summary: 'Set another password by the link; all sessions end',
    access: 'everybody',
    refusals: ['invalid_reset_token'],
  },
  'POST /api/auth/known-browser': {
    id: 'knowBrowser',
    summary:
      'Give this browser attempts of its own to sign in, by the link that sets another password; the link stays good',
    access: 'everybody',
    refusals: ['invalid_reset_token'],
  },
  'GET /api/auth/me': { id: 'readMe', summary: 'Who is signed in', access: 'signedIn' },
  'POST /api/auth/confirm': {
    id: 'confirmSession',
    summary: 'Prove the password once more, for acts that ask for it',
    access: 'signedIn',
    refusals: ['wrong_current_password'],
    limit: 'At most 10 wrong passwords for each account in a quarter of an hour.',
  },
  'GET /api/auth/profile': {
    id: 'readMyProfile',
    summary: 'Oneself, with the address that is still to be verified',
    access: 'signedIn',
  },
  'PATCH /api/auth/profile': {
    id: 'changeMe',
    summary: 'Change one’s name, address, phone, language or password',
    access: 'signedIn',
    refusals: ['wrong_current_password', 'confirmation_required', 'user_exists'],
    limit:
      'At most 10 wrong passwords for each account in a quarter of an hour, and 5 mails an hour to another address.',
  },
  'GET /api/auth/sessions': { id: 'listSessions', summary: 'Where one is signed in', access: 'signedIn' },
  'GET /api/auth/sign-ins': {
    id: 'listSignIns',
    summary: 'The latest sign-ins at one’s own account, and attempts that failed',
    access: 'signedIn',
  },
  'DELETE /api/auth/sessions': {
    id: 'endOtherSessions',
    summary: 'End all other sessions of one’s own',
    access: 'signedIn',
    confirmed: true,
  },
  'DELETE /api/auth/sessions/{id}': {
    id: 'endSession',
    summary: 'End one session of one’s own',
    access: 'signedIn',
    confirmed: true,
    refusals: ['not_found'],
  },
  'DELETE /api/auth/account/{userId}': {
    id: 'deleteAccount',
    summary: 'Delete one’s own account',
    access: 'buyerOrBusiness',
    confirmed: true,
  },
  'GET /api/live': {
    id: 'streamLive',
    summary: 'What moves at one’s own accounts, as it happens',
    access: 'buyerOrBusinessOrVisit',
    media: ['text/event-stream'],
    limit: 'At most 8 streams at once of each person.',
    note: LIVE,
  },

  'GET /api/buyer/verify/{buyerId}': {
    id: 'verifyBuyer',
    summary: 'Whether a buyer code exists, with the first letter of a name',
    access: 'business',
    refusals: ['buyer_not_found'],
  },
  'GET /api/buyer/{id}/points': { id: 'listBalances', summary: 'The balances at all businesses', access: 'buyer' },
  'GET /api/buyer/{id}/available-perks': {
    id: 'listAvailablePerks',
    summary: 'Perks where the buyer has an account, affordable ones first',
    access: 'buyer',
  },
  'GET /api/buyer/{id}/redemptions': {
    id: 'listRedemptions',
    summary: 'Pending redemptions with their codes, and the newest used ones',
    access: 'buyer',
  },
  'POST /api/buyer/{id}/redeem': {
    id: 'redeemPerk',
    summary: 'Spend points on a perk, for a code',
    note: 'With `pointsRequired`, what the buyer was shown that the perk costs, and `perkName`, nothing is redeemed where it costs more by now or is called otherwise; without them the perk is redeemed as it is.',
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
    summary: 'Cancel an unused redemption; its points come back',
    access: 'buyer',
    key: 'required',
    ledger: true,
    refusals: ['not_found', 'redemption_used', 'redemption_cancelled', 'account_closed'],
  },
  'GET /api/buyer/{id}/statement/{businessId}': {
    id: 'readStatement',
    summary: 'The account at one business, line by line',
    access: 'buyer',
    refusals: ['not_found'],
  },
  'GET /api/buyer/{id}/statement/{businessId}/balance': {
    id: 'readBalanceAsOf',
    summary: 'The balance as of a day or a moment',
    access: 'buyer',
    refusals: ['not_found'],
  },
  'GET /api/buyer/{id}/statement/{businessId}/file': {
    id: 'downloadStatement',
    summary: 'The statement as a file',
    note: 'For people: its moments are in Asia/Yerevan, and its words and columns in the `language`. A program reads `readStatement`.',
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
    summary: 'Change one’s own review',
    access: 'buyer',
    key: 'required',
    refusals: ['review_not_found'],
  },
  'DELETE /api/reviews/{reviewId}': {
    id: 'deleteReview',
    summary: 'Delete one’s own review',
    access: 'buyer',
    key: 'required',
    refusals: ['review_not_found'],
  },
}
