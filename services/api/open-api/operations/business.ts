import { LOGO_FIELD } from '#contracts/calls/profile.ts'
import { WORKBOOK_MEDIA } from '../../http/send-workbook.ts'
import type { Operations } from '../operation.ts'

const AWARD = `50 AMD earn 0.1 point: as many tenths as 50 AMD fit into the amount, and what is left over earns nothing. One \`receipt\` is awarded once at a business. A till that was offline sends \`happenedAt\`, at most 7 days back and 2 minutes ahead; it belongs to what a retry sends unchanged.

An award counts in the month’s limit of the plan, and still does once it is called back. Where the limit is reached, 403 \`transaction_limit_exceeded\` comes with \`limitExceeded\`, until the next month or a larger plan; \`canAddTransaction\` of the subscription says so beforehand.`

export const businessOperations: Operations = {
  'GET /api/business-profile/{userId}': {
    id: 'readProfile',
    summary: 'The business’s own profile',
    access: 'business',
  },
  'PUT /api/business-profile/{userId}': {
    id: 'changeProfile',
    summary: 'Change the profile',
    note: '`logoUrl` is what `uploadLogo` has answered; null or empty takes the picture away, and without it the picture stays.',
    access: 'business',
    refusals: ['changed_meanwhile'],
  },
  'POST /api/business-profile/{userId}/upload-logo': {
    id: 'uploadLogo',
    summary: 'Upload a picture; the profile shows it once it is saved with its address',
    access: 'business',
    form: { file: LOGO_FIELD, fileNeeded: true },
    refusals: ['image_type_invalid', 'image_unreadable', 'image_too_large'],
  },
  'POST /api/business/{id}/award-points': {
    id: 'awardPoints',
    summary: 'Award points for an amount spent',
    note: AWARD,
    access: 'business',
    key: 'required',
    ledger: true,
    refusals: [
      'buyer_not_found',
      'happened_at_refused',
      'receipt_already_awarded',
      'transaction_limit_exceeded',
      'account_closed',
    ],
    limit: 'At most 120 codes that nobody has, a minute and business.',
    example: { buyerId: 'AN1234', amountSpent: 6200, receipt: '000123' },
  },
  'GET /api/business/{id}/awards': {
    id: 'listAwards',
    summary: 'The latest awards, and which can be called back',
    access: 'business',
  },
  'POST /api/business/{id}/awards/{awardId}/void': {
    id: 'voidAward',
    summary: 'Call an award back, within 24 hours',
    note: 'All of it or nothing, and never below a balance of zero. Its receipt can be awarded again.',
    access: 'business',
    key: 'required',
    ledger: true,
    refusals: ['award_not_found', 'void_too_late', 'award_already_voided', 'void_would_overdraw', 'account_closed'],
    example: { reason: 'The amount was wrong' },
  },
  'POST /api/business/{id}/verify-redemption': {
    id: 'verifyRedemption',
    summary: 'Take a redemption code in',
    note: 'With this the perk is handed out; a code is taken in once. Codes are read in any case of their letters, with or without spaces and hyphens. Nobody’s code, and one of another business, are both 404.',
    access: 'business',
    key: 'required',
    ledger: true,
    refusals: ['redemption_not_found', 'redemption_used', 'redemption_cancelled', 'account_closed'],
    limit: 'At most 10 wrong codes, a minute and business.',
    example: { redemptionCode: 'SRCH2345' },
  },
  'GET /api/business/{id}/buyers': {
    id: 'listBuyers',
    summary: 'Buyers by code, with their points',
    access: 'business',
    nextCursor: true,
  },
  'GET /api/business/{id}/stats': {
    id: 'readStats',
    summary: 'Buyers and points, over all time and in this month',
    access: 'business',
  },
  'GET /api/business/{id}/support-visits': {
    id: 'listSupportVisits',
    summary: 'Who of support looked at the business or acted for it',
    access: 'business',
  },
  'GET /api/business/{id}/perks': {
    id: 'listPerks',
    summary: 'The perks of a business, by its id or its slug',
    access: 'slugOrOwner',
    refusals: ['not_found'],
  },
  'POST /api/business/{id}/perks': {
    id: 'createPerk',
    summary: 'Offer a perk',
    access: 'business',
    key: 'required',
    refusals: ['perk_limit_reached'],
    example: { name: 'Սուրճ', description: 'Մեկ գավաթ', pointsRequired: 12.5 },
  },
  'PUT /api/business/{id}/perks/{perkId}': {
    id: 'changePerk',
    summary: 'Change a perk',
    access: 'business',
    refusals: ['perk_not_found', 'changed_meanwhile'],
    example: { name: 'Սուրճ', description: 'Մեկ գավաթ', pointsRequired: 12.5 },
  },
  'DELETE /api/business/{id}/perks/{perkId}': {
    id: 'deletePerk',
    summary: 'Take a perk off the lists',
    access: 'business',
    refusals: ['perk_not_found'],
  },

  'GET /api/business/{id}/figures/daily': {
    id: 'readDailyFigures',
    summary: 'Points issued and redeemed, day by day',
    access: 'business',
  },
  'GET /api/business/{id}/figures/book': {
    id: 'readBook',
    summary: 'What the business owes its buyers in points, day by day',
    access: 'business',
  },
  'GET /api/business/{id}/figures/book.csv': {
    id: 'downloadBook',
    summary: 'The same as a file',
    note: 'Commas between the columns, points in the numbers, UTF-8 with a byte order mark, and columns that are named in the `language`. A program reads `readBook`.',
    access: 'business',
    media: ['text/csv'],
  },
  'GET /api/business/{id}/figures/book.xlsx': {
    id: 'downloadBookAsWorkbook',
    summary: 'The same as a workbook',
    note: 'For accountants: numbers and days are such wherever it is opened; its words are in the `language`.',
    access: 'business',
    media: [WORKBOOK_MEDIA],
  },
  'GET /api/business/{id}/figures/balances.xlsx': {
    id: 'downloadBalances',
    summary: 'The balances of all buyers at the end of a day, as a workbook',
    note: 'Their sum is the closing of that day in the book. Who had nothing is left out.',
    access: 'business',
    media: [WORKBOOK_MEDIA],
  },
  'GET /api/business/{id}/movements': {
    id: 'listMovements',
    summary: 'The events behind the figures',
    access: 'business',
  },

  'GET /api/billing/plans': { id: 'listPlans', summary: 'What each plan allows and costs', access: 'everybody' },
  'GET /api/business/{id}/subscription': {
    id: 'readSubscription',
    summary: 'The plan, and how much of it is used',
    access: 'business',
  },
  'POST /api/business/{id}/subscription': {
    id: 'changeSubscription',
    summary: 'Choose a plan',
    access: 'business',
    confirmed: true,
    key: 'here or in the body',
    refusals: ['already_on_plan', 'too_many_perks', 'next_period_paid', 'paying_not_set_up'],
  },
  'POST /api/business/{id}/subscription/cancel': {
    id: 'cancelSubscription',
    summary: 'End the subscription',
    access: 'business',
    confirmed: true,
    key: 'required',
    refusals: ['next_period_paid', 'no_subscription', 'refund_too_late'],
  },
  'GET /api/business/{id}/invoices': { id: 'listInvoices', summary: 'The business’s invoices', access: 'business' },
  'GET /api/business/{id}/invoices/{invoiceId}/pdf': {
    id: 'downloadInvoice',
    summary: 'An invoice as a file',
    access: 'businessOrAdmin',
    media: ['application/pdf'],
    refusals: ['invoice_not_found'],
  },
}
