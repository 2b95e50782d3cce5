import { LOGO_FIELD } from '#contracts/profile.ts'
import type { Operations } from '../operation.ts'

/** The counter, the profile, the figures and the bills of a business. */
export const businessOperations: Operations = {
  'GET /api/business-profile/{userId}': { id: 'readProfile', summary: 'The business’s own profile', access: 'business' },
  'PUT /api/business-profile/{userId}': { id: 'changeProfile', summary: 'Change the profile', access: 'business' },
  'POST /api/business-profile/{userId}/upload-logo': { id: 'uploadLogo', summary: 'Upload a picture; the profile shows it once it is saved with its address', access: 'business', form: { file: LOGO_FIELD, fileNeeded: true } },
  'POST /api/business/{id}/award-points': { id: 'awardPoints', summary: 'Award points for an amount spent', access: 'business', key: 'required', ledger: true },
  'GET /api/business/{id}/awards': { id: 'listAwards', summary: 'The latest awards, and which can be called back', access: 'business' },
  'POST /api/business/{id}/awards/{awardId}/void': { id: 'voidAward', summary: 'Call an award back, within 24 hours', access: 'business', key: 'required', ledger: true },
  'POST /api/business/{id}/verify-redemption': { id: 'verifyRedemption', summary: 'Take a redemption code in', access: 'business', key: 'required', ledger: true },
  'GET /api/business/{id}/buyers': { id: 'listBuyers', summary: 'Buyers by code, with their points', access: 'business', nextCursor: true },
  'GET /api/business/{id}/stats': { id: 'readStats', summary: 'Buyers and points, over all time and in this month', access: 'business' },
  'GET /api/business/{id}/support-visits': { id: 'listSupportVisits', summary: 'Who of support looked at the business or acted for it', access: 'business' },
  'GET /api/business/{id}/perks': { id: 'listPerks', summary: 'The perks of a business, by its id or its slug', access: 'slugOrOwner' },
  'POST /api/business/{id}/perks': { id: 'createPerk', summary: 'Offer a perk', access: 'business', key: 'required' },
  'PUT /api/business/{id}/perks/{perkId}': { id: 'changePerk', summary: 'Change a perk', access: 'business' },
  'DELETE /api/business/{id}/perks/{perkId}': { id: 'deletePerk', summary: 'Take a perk off the lists', access: 'business' },

  'GET /api/business/{id}/figures/daily': { id: 'readDailyFigures', summary: 'Points issued and redeemed, day by day', access: 'business' },
  'GET /api/business/{id}/figures/book': { id: 'readBook', summary: 'What the business owes its buyers in points, day by day', access: 'business' },
  'GET /api/business/{id}/figures/book.csv': { id: 'downloadBook', summary: 'The same as a file', access: 'business', media: ['text/csv'] },
  'GET /api/business/{id}/movements': { id: 'listMovements', summary: 'The events behind the figures', access: 'business' },

  'GET /api/billing/plans': { id: 'listPlans', summary: 'What each plan allows and costs', access: 'everybody' },
  'GET /api/business/{id}/subscription': { id: 'readSubscription', summary: 'The plan, and how much of it is used', access: 'business' },
  'POST /api/business/{id}/subscription': { id: 'changeSubscription', summary: 'Choose a plan', access: 'business', key: 'here or in the body' },
  'POST /api/business/{id}/subscription/cancel': { id: 'cancelSubscription', summary: 'End the subscription', access: 'business', key: 'required' },
  'GET /api/business/{id}/invoices': { id: 'listInvoices', summary: 'The business’s invoices', access: 'business' },
  'GET /api/business/{id}/invoices/{invoiceId}/pdf': { id: 'downloadInvoice', summary: 'An invoice as a file', access: 'businessOrAdmin', media: ['application/pdf'] },
}
