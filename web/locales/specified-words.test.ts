// @vitest-environment node
/** Texts that the specification quotes. Screens look texts up by key, so other tests would miss a changed word. */
import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '#contracts/calls/errors.ts'
import { wordsOf } from '../../infra/testing/browser/e2e-words.ts'

type Words = { [key: string]: string | Words }

/** Undoes typographic apostrophes and no-break spaces, because the specification has plain ones. */
function sentence(key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<string | Words | undefined>((at, part) => (typeof at === 'object' ? at[part] : undefined), wordsOf('en'))
  return typeof found === 'string' ? found.replaceAll('’', "'").replaceAll('\u00a0', ' ') : undefined
}

const SPECIFIED: Record<string, Record<string, string>> = {
  R17: {
    'notFound.title': 'Page Not Found',
    'notFound.text': 'Did you forget to add the page to the router?',
  },
  'R19, R20': { 'common.loading': 'Loading...' },
  R31: { 'visit.exit': 'Return to Admin Dashboard', 'visit.exiting': 'Exiting...' },
  R40: { 'home.startFree': 'Start for Free', 'home.contactSupport': 'Contact Support' },
  R84: {
    'scanner.starting': 'Starting camera...',
    'scanner.allow': 'Please allow camera access',
    'scanner.hint': 'Position the QR code within the camera view to scan',
  },
  R157: {
    'fields.passwordLength': 'Password must be at least 8 characters long',
    'fields.passwordUppercase': 'Password must contain at least one uppercase letter',
    'fields.passwordLowercase': 'Password must contain at least one lowercase letter',
    'fields.passwordNumber': 'Password must contain at least one number',
    'fields.passwordSpecial': 'Password must contain at least one special character',
  },
  R159: { 'fields.businessUser': 'Required fields missing for business users' },
  R160: {
    'fields.businessName': 'Business name is required',
    'fields.description': 'Description is required',
    'fields.phoneRequired': 'Phone number is required',
    'fields.address': 'Address is required',
    'fields.industry': 'Please select a valid industry',
    'fields.linkRequired': 'At least one website or social media link is required',
  },
  R161: {
    'fields.firstName': 'First name is required',
    'fields.lastName': 'Last name is required',
    'fields.validEmail': 'Valid email is required',
    'fields.confirmPassword': 'Please confirm your password',
    'fields.passwordsDiffer': 'Passwords do not match',
    'fields.legalStatus': 'Please select a legal status',
    'fields.taxId': 'Tax ID is required for this legal status',
  },
  R162: {
    'fields.documentType': 'Please upload an image file',
    'fields.documentSize': 'File size must be less than 3MB',
    'fields.documentRequired': 'ID document is required for individual legal status',
  },
  R163: {
    'fields.image_type_invalid': 'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images.',
    'fields.image_too_large': 'File too large. Please select an image smaller than 10MB.',
    'fields.image_unreadable': 'Failed to process image. Please try again.',
  },
  R166: { 'award.hint': 'Minimum transaction: 50 AMD. Buyers get 1 point per each 500 AMD in their purchase.' },
  R171: {
    'fields.reviewer': 'Buyer ID is required',
    'fields.rating': 'Please select a rating',
    'fields.ratingLow': 'Rating must be at least 1 star',
    'fields.ratingHigh': 'Rating cannot exceed 5 stars',
    'fields.comment': 'Comment cannot exceed 500 characters',
  },
  R173: { 'fields.invalidEmail': 'Please enter a valid email address' },
  R175: { 'qr.failed': 'Failed to generate QR code' },
  R176: { 'fields.required': 'Required', 'fields.invalid': 'Invalid input', 'errors.invalid_input': 'Invalid input' },
  R207: {
    'errors.email_unverified':
      'Please verify your email address before logging in. Check your inbox for the verification link.',
    'errors.sign_in_rate_limited': 'You have exceeded the rate limit. Please try again later.',
    'errors.invalid_credentials': 'Invalid credentials',
  },
  R209: { 'errors.user_exists': 'User already exists', 'signUp.failed': 'Signup failed' },
  R210: { 'dashboardErrors.insufficient_points': 'Insufficient points', 'redeem.failed': 'Redemption failed' },
  R211: {
    'redemptions.cancelFailed': 'Failed to cancel redemption',
    'redemptions.cancelled': 'Redemption cancelled and points refunded',
  },
  R212: { 'dashboardErrors.transaction_limit_exceeded': 'Monthly transaction limit exceeded' },
  R213: {
    'perks.createFailed': 'Failed to create perk',
    'perks.updateFailed': 'Failed to update perk',
    'perks.deleteFailed': 'Failed to delete perk',
  },
  R215: {
    'scanner.denied': 'Camera permission denied. Please allow camera access and try again.',
    'scanner.missing': 'No camera found on this device.',
    'scanner.unsupported': 'Camera not supported in this browser.',
    'scanner.other': 'Camera error: {{message}}',
  },
  R216: {
    'editBusiness.logoFailed': 'Failed to upload logo',
    'editBusiness.failed': 'Failed to update profile',
    'profile.failed': 'Failed to update profile',
    'deletion.failed': 'Failed to delete account',
    'registration.failed': 'Registration failed',
  },
  R217: {
    'verifyEmail.failed': 'Verification failed. Please try again.',
    'verifyEmail.invalidText': 'Invalid verification link. Please check your email for the correct link.',
    'verifyEmail.network': 'Network error occurred. Please try again.',
  },
  R218: {
    'reviews.submitFailed': 'Failed to submit review',
    'reviews.deleteFailed': 'Failed to delete review',
    'fields.invalid_reset_token': 'Invalid Reset Token',
    'reset.invalidTitle': 'Invalid Reset Token',
  },
  R219: {
    'visit.exitError': 'Error',
    'visit.exitFailed': 'Failed to exit impersonation',
    'visit.ended': 'Impersonation Ended',
    'visit.endedText': 'You have returned to your admin account',
  },
  R220: {
    'errors.too_many_attempts': 'Too many attempts, please try again later',
    'award.verifyFailed': 'Failed to verify buyer',
    'dashboardErrors.buyer_not_found': 'Buyer not found',
    'billing.changeFailed': 'Failed to update subscription',
  },
  R221: {
    'trouble.errorTitle': 'An error occurred',
    'trouble.errorText': "We're working to fix this issue. Please try refreshing the page.",
  },
  R222: {
    'trouble.connectionTitle': 'Connection issue',
    'trouble.connectionText': 'Please check your internet connection and try again.',
  },
  R223: { 'crash.title': 'Oops! Something went wrong', 'crash.tryAgain': 'Try Again', 'crash.reload': 'Reload Page' },
}

/** Phrases that clients may look for in error messages. */
const LOOKED_FOR: [requirement: string, code: ErrorCode, words: string][] = [
  ['R207', 'account_suspended', 'Account Suspended'],
  ['R207', 'pending_confirmation', 'Pending Confirmation'],
  ['R207', 'email_unverified', 'verify your email'],
  ['R207', 'sign_in_rate_limited', 'Rate limit exceeded'],
  ['R208', 'trial_expired', 'Trial Expired'],
  ['R209', 'user_exists', 'already exists'],
  ['R210', 'insufficient_points', 'Insufficient'],
  ['R212', 'transaction_limit_exceeded', 'transaction limit exceeded'],
  ['R220', 'too_many_attempts', 'Too many attempts, please try again later'],
  ['R220', 'buyer_not_found', 'Buyer not found'],
]

describe('the texts of the specification', () => {
  it.each(Object.entries(SPECIFIED))(
    'the English texts equal those of the specification (%s)',
    (_requirement, texts) => {
      expect(Object.fromEntries(Object.keys(texts).map((key) => [key, sentence(key)]))).toEqual(texts)
    },
  )

  it.each(LOOKED_FOR)('the API’s error message contains the specified phrase (%s, %s)', (_requirement, code, words) => {
    expect(ERRORS[code][1]).toContain(words)
  })
})
