/** Sentences for what went wrong: the locale's, by error code or by the contract's English message (R208). */
import { useTranslation } from 'react-i18next'
import { ApiError } from './api-error.ts'

/** The messages that the contract's schemas give a field, and the key of our sentence for each. */
const FIELD_KEYS = {
  'Buyer ID must be exactly 6 characters': 'fields.buyerCode',
  'Minimum transaction amount is 50 AMD': 'fields.minimumAmount',
  'Amount must be written in digits only': 'fields.amountDigits',
  'Amount is too large': 'fields.amountTooLarge',
  'Redemption code is required': 'fields.redemptionCodeRequired',
  'Invalid redemption code': 'fields.redemptionCode',
  'Please fill in all fields': 'fields.fillAll',
  'Password must be at least 8 characters long': 'fields.passwordLength',
  'Password must contain at least one uppercase letter': 'fields.passwordUppercase',
  'Password must contain at least one lowercase letter': 'fields.passwordLowercase',
  'Password must contain at least one number': 'fields.passwordNumber',
  'Password must contain at least one special character': 'fields.passwordSpecial',
  'Please confirm your password': 'fields.confirmPassword',
  'Passwords do not match': 'fields.passwordsDiffer',
  'Please choose another password': 'fields.anotherPassword',
  'Current password is required': 'fields.currentPassword',
  'Current password is incorrect': 'errors.wrong_current_password',
  'First name is required': 'fields.firstName',
  'Last name is required': 'fields.lastName',
  'Links and line breaks are not allowed here': 'fields.plainName',
  'Email is required': 'fields.emailRequired',
  'Valid email is required': 'fields.validEmail',
  'Please enter a valid email address': 'fields.invalidEmail',
  'User already exists': 'errors.user_exists',
  'Phone number is required': 'fields.phoneRequired',
  'Please enter a valid phone number': 'fields.phoneInvalid',
  'Please select a legal status': 'fields.legalStatus',
  'Tax ID is required for this legal status': 'fields.taxId',
  'Business name is required': 'fields.businessName',
  'Description is required': 'fields.description',
  'Address is required': 'fields.address',
  'Please select a valid industry': 'fields.industry',
  'At least one website or social media link is required': 'fields.linkRequired',
  'Please enter a valid link': 'fields.linkInvalid',
  'Please upload an image file': 'fields.documentType',
  'File size must be less than 3MB': 'fields.documentSize',
  'ID document is required for individual legal status': 'fields.documentRequired',
  'File too large. Please select an image smaller than 10MB.': 'errors.image_too_large',
  'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images.': 'errors.image_type_invalid',
  'Failed to process image. Please try again.': 'errors.image_unreadable',
  'Required fields missing for business users': 'fields.businessUser',
  Required: 'fields.required',
  'Points must be at least 0.5, in steps of 0.5': 'fields.perkPoints',
  'Please select a rating': 'fields.rating',
  'Rating must be at least 1 star': 'fields.ratingLow',
  'Rating cannot exceed 5 stars': 'fields.ratingHigh',
  'Comment cannot exceed 500 characters': 'fields.comment',
  'Buyer ID is required': 'fields.reviewer',
} as const

export interface ErrorWords {
  /** The sentence for an API error. An unknown one keeps the server's text. */
  forError: (error: unknown) => string
  /** The sentence for a field's schema message; undefined where there is none. */
  forField: (message: string | undefined) => string | undefined
}

/** See ErrorWords. */
export function useErrorWords(): ErrorWords {
  const { t, i18n } = useTranslation()
  return {
    forError: (error) => {
      if (!(error instanceof ApiError)) return t('errors.internal')
      if (error.code === 'trial_expired' && error.lapsed) return t('errors.plan_lapsed')
      const { code, message } = error
      // What is refused only behind the sign-in, or only to the staff, comes with the other words of those pages.
      const key = [`errors.${code}`, `dashboardErrors.${code}`, `staffErrors.${code}`].find((one) => i18n.exists(one))
      return key === undefined ? message : t(key as 'errors.internal')
    },
    forField: (message) => {
      if (message === undefined) return undefined
      if (message in FIELD_KEYS) return t(FIELD_KEYS[message as keyof typeof FIELD_KEYS])
      return t('fields.invalid')
    },
  }
}
