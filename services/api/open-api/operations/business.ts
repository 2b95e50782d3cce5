import { LOGO_FIELD } from '#contracts/calls/profile.ts'
import { WORKBOOK_MEDIA } from '../../http/send-workbook.ts'
import type { Operations } from '../operation.ts'

const AWARD = `Every full 50 AMD earn 0.1 point; the remainder earns nothing. Each \`receipt\` earns points only once at a business. A till that was offline sends \`happenedAt\`, at most 7 days in the past and 2 minutes in the future; retries must send it unchanged.

Awards count towards the monthly limit of the plan, even if voided later. Once the limit is reached, awards are refused with 403 \`transaction_limit_exceeded\` and \`limitExceeded\` until the next month or an upgrade; \`canAddTransaction\` of the subscription tells in advance.`

export const businessOperations: Operations = {
  'GET /api/business-profile/{userId}': {
    id: 'readProfile',
    summary: 'Get the profile',
    access: 'business',
  },
  'PUT /api/business-profile/{userId}': {
    id: 'changeProfile',
    summary: 'Change the profile',
    note: '`logoUrl` is the value that `uploadLogo` returned. Null or empty removes the logo; without the field the logo stays.',
    access: 'business',
    refusals: ['changed_meanwhile'],
  },
  'POST /api/business-profile/{userId}/upload-logo': {
    id: 'uploadLogo',
    summary: 'Upload a logo',
    note: 'The profile shows the logo once `changeProfile` saves the returned `logoUrl`.',
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
    limit: 'At most 120 unknown buyer codes per minute and business.',
    example: { buyerId: 'AN1234', amountSpent: 6200, receipt: '000123' },
  },
  'GET /api/business/{id}/awards': {
    id: 'listAwards',
    summary: 'List the latest awards and whether each can be voided',
    access: 'business',
  },
  'POST /api/business/{id}/awards/{awardId}/void': {
    id: 'voidAward',
    summary: 'Void an award within 24 hours',
    note: 'Voids the whole award, and only if the balance stays at or above zero. Its receipt can then be used again.',
    access: 'business',
    key: 'required',
    ledger: true,
    refusals: ['award_not_found', 'void_too_late', 'award_already_voided', 'void_would_overdraw', 'account_closed'],
    example: { reason: 'The amount was wrong' },
  },
  'POST /api/business/{id}/verify-redemption': {
    id: 'verifyRedemption',
    summary: 'Verify a redemption code',
    note: 'Verify the code when handing out the perk; each code works once. Codes are accepted in any letter case, with or without spaces and hyphens. An unknown code and a code of another business are both refused with 404.',
    access: 'business',
    key: 'required',
    ledger: true,
    refusals: ['redemption_not_found', 'redemption_used', 'redemption_cancelled', 'account_closed'],
    limit: 'At most 10 wrong codes per minute and business.',
    example: { redemptionCode: 'SRCH2345' },
  },
  'GET /api/business/{id}/buyers': {
    id: 'listBuyers',
    summary: 'List buyer codes with their points',
    access: 'business',
    nextCursor: true,
  },
  'GET /api/business/{id}/stats': {
    id: 'readStats',
    summary: 'Get the totals of buyers and points, for all time and this month',
    access: 'business',
  },
  'GET /api/business/{id}/support-visits': {
    id: 'listSupportVisits',
    summary: 'List the support visits to the business',
    access: 'business',
  },
  'GET /api/business/{id}/perks': {
    id: 'listPerks',
    summary: 'List the perks of a business by its id or slug',
    access: 'slugOrOwner',
    refusals: ['not_found'],
  },
  'POST /api/business/{id}/perks': {
    id: 'createPerk',
    summary: 'Create a perk',
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
    summary: 'Delete a perk',
    access: 'business',
    refusals: ['perk_not_found'],
  },

  'GET /api/business/{id}/figures/daily': {
    id: 'readDailyFigures',
    summary: 'Get points issued and redeemed per day',
    access: 'business',
  },
  'GET /api/business/{id}/figures/book': {
    id: 'readBook',
    summary: 'Get the points owed to buyers per day (the book)',
    access: 'business',
  },
  'GET /api/business/{id}/figures/book.csv': {
    id: 'downloadBook',
    summary: 'Download the book as CSV',
    note: 'Comma-separated, with decimal points, in UTF-8 with a byte order mark. Column names are in the given `language`. Programs should use `readBook`.',
    access: 'business',
    media: ['text/csv'],
  },
  'GET /api/business/{id}/figures/book.xlsx': {
    id: 'downloadBookAsWorkbook',
    summary: 'Download the book as an Excel workbook',
    note: 'For accountants: cells are typed as numbers and dates; labels are in the given `language`.',
    access: 'business',
    media: [WORKBOOK_MEDIA],
  },
  'GET /api/business/{id}/figures/balances.xlsx': {
    id: 'downloadBalances',
    summary: 'Download all buyer balances at the end of a day as an Excel workbook',
    note: 'They add up to the closing of that day in the book. Buyers with a balance of zero are left out.',
    access: 'business',
    media: [WORKBOOK_MEDIA],
  },
  'GET /api/business/{id}/movements': {
    id: 'listMovements',
    summary: 'List the movements behind the figures',
    access: 'business',
  },

  'GET /api/billing/plans': {
    id: 'listPlans',
    summary: 'List the plans with their limits and prices',
    access: 'everybody',
  },
  'GET /api/business/{id}/subscription': {
    id: 'readSubscription',
    summary: 'Get the current plan and its usage',
    access: 'business',
  },
  'POST /api/business/{id}/subscription': {
    id: 'changeSubscription',
    summary: 'Change the plan',
    access: 'business',
    confirmed: true,
    key: 'here or in the body',
    refusals: ['already_on_plan', 'too_many_perks', 'next_period_paid', 'paying_not_set_up'],
  },
  'POST /api/business/{id}/subscription/cancel': {
    id: 'cancelSubscription',
    summary: 'Cancel the subscription',
    access: 'business',
    confirmed: true,
    key: 'required',
    refusals: ['next_period_paid', 'no_subscription', 'refund_too_late'],
  },
  'GET /api/business/{id}/invoices': {
    id: 'listInvoices',
    summary: 'List the invoices of the business',
    access: 'business',
  },
  'GET /api/business/{id}/invoices/{invoiceId}/pdf': {
    id: 'downloadInvoice',
    summary: 'Download an invoice as PDF',
    access: 'businessOrAdmin',
    media: ['application/pdf'],
    refusals: ['invoice_not_found'],
  },
}
