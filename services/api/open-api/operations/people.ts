import { businessRegistrationSchema } from '#contracts/accounts.ts'
import { ID_DOCUMENT_FIELD } from '#contracts/uploads.ts'
import type { Operations } from '../operation.ts'

/** Signing up and in, one's own account, and what moves at it. */
export const peopleOperations: Operations = {
  'POST /api/auth/signup': { id: 'signUpBuyer', summary: 'Sign up as a buyer', access: 'everybody', key: 'sign-up' },
  'POST /api/auth/business-register': {
    id: 'registerBusiness',
    summary: 'Register a business, with the identity document where one is needed',
    access: 'everybody',
    key: 'sign-up',
    form: { file: ID_DOCUMENT_FIELD, fileNeeded: false, fields: businessRegistrationSchema },
  },
  'GET /api/auth/verify-email': { id: 'verifyEmail', summary: 'Verify an e-mail address by the link that was sent there; may open the session', access: 'knownOrNot' },
  'POST /api/auth/resend-verification': { id: 'resendVerification', summary: 'Ask for the verification link once more', access: 'everybody' },
  'POST /api/auth/login': { id: 'signIn', summary: 'Sign in as a buyer or a business; opens the session', access: 'password' },
  'POST /api/auth/logout': { id: 'signOut', summary: 'Sign out; ends the session', access: 'knownOrNot' },
  'POST /api/auth/forgot-password': { id: 'forgotPassword', summary: 'Ask for a link to set another password', access: 'everybody' },
  'POST /api/auth/reset-password': { id: 'resetPassword', summary: 'Set another password by the link; all sessions end', access: 'everybody' },
  'GET /api/auth/me': { id: 'readMe', summary: 'Who is signed in', access: 'signedIn' },
  'PATCH /api/auth/profile': { id: 'changeMe', summary: 'Change one’s name, address, phone, language or password', access: 'signedIn' },
  'GET /api/auth/sessions': { id: 'listSessions', summary: 'Where one is signed in', access: 'signedIn' },
  'DELETE /api/auth/sessions': { id: 'endOtherSessions', summary: 'End all other sessions of one’s own', access: 'signedIn' },
  'DELETE /api/auth/sessions/{id}': { id: 'endSession', summary: 'End one session of one’s own', access: 'signedIn' },
  'DELETE /api/auth/account/{userId}': { id: 'deleteAccount', summary: 'Delete one’s own account', access: 'buyerOrBusiness' },
  'GET /api/live': { id: 'streamLive', summary: 'What moves at one’s own accounts, as it happens', access: 'buyerOrBusinessOrVisit', media: ['text/event-stream'] },

  'GET /api/buyer/verify/{buyerId}': { id: 'verifyBuyer', summary: 'Whether a buyer code exists, with the first letter of a name', access: 'business' },
  'GET /api/buyer/{id}/points': { id: 'listBalances', summary: 'The balances at all businesses', access: 'buyer' },
  'GET /api/buyer/{id}/available-perks': { id: 'listAvailablePerks', summary: 'Perks where the buyer has an account, affordable ones first', access: 'buyer' },
  'GET /api/buyer/{id}/redemptions': { id: 'listRedemptions', summary: 'Pending redemptions with their codes, and the newest used ones', access: 'buyer' },
  'POST /api/buyer/{id}/redeem': { id: 'redeemPerk', summary: 'Spend points on a perk, for a code', access: 'buyer', key: 'required', ledger: true },
  'DELETE /api/buyer/{id}/redemption/{redemptionId}': { id: 'cancelRedemption', summary: 'Cancel an unused redemption; its points come back', access: 'buyer', key: 'required', ledger: true },
  'GET /api/buyer/{id}/statement/{businessId}': { id: 'readStatement', summary: 'The account at one business, line by line', access: 'buyer' },
  'GET /api/buyer/{id}/statement/{businessId}/balance': { id: 'readBalanceAsOf', summary: 'The balance as of a day or a moment', access: 'buyer' },
  'GET /api/buyer/{id}/statement/{businessId}/file': { id: 'downloadStatement', summary: 'The statement as a file', access: 'buyer', media: ['application/pdf', 'text/csv'] },

  'POST /api/business/{slug}/reviews': { id: 'createReview', summary: 'Write a review', access: 'buyer', key: 'required' },
  'PATCH /api/reviews/{id}': { id: 'changeReview', summary: 'Change one’s own review', access: 'buyer', key: 'required' },
  'DELETE /api/reviews/{id}': { id: 'deleteReview', summary: 'Delete one’s own review', access: 'buyer', key: 'required' },
}
