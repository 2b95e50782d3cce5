/** For administrators (H30). */
import type { z } from 'zod'
import {
  adminBusinessesReplySchema,
  adminBusinessReplySchema,
  approvalsReplySchema,
  statusReplySchema,
  type AdminBusiness,
  type AdminBusinesses,
  type Approvals,
  type BusinessSort,
  type StatusReply,
} from '#contracts/calls/staff/admin.ts'
import {
  adminReviewsReplySchema,
  reviewTakenDownSchema,
  type AdminReviews,
} from '#contracts/calls/staff/admin-reviews.ts'
import { businessNotesReplySchema, noteReplySchema, type BusinessNotes } from '#contracts/calls/staff/business-notes.ts'
import {
  adminInvoicesReplySchema,
  confirmReplySchema,
  invoiceRegisterReplySchema,
  returnTransferReplySchema,
  transferReplySchema,
  type InvoiceRegister,
} from '#contracts/calls/billing.ts'
import type { Plan } from '#contracts/pages/plans.ts'
import type { BusinessStatus, Language } from '#contracts/calls/account/session.ts'
import { queryOf, useAdminRead } from './admin-read.ts'
import { api } from '#web/lib/api/api.ts'
import { confirmed } from '#web/lib/api/confirmed.ts'
import type { Reading } from '#web/lib/reads/read.ts'

const APPROVALS = '/api/admin/approvals'
const BUSINESSES = '/api/admin/businesses'
const INVOICES = '/api/admin/invoices'
const REVIEWS = '/api/admin/reviews'
const PAGE = 20

export const READS_AFTER_DECISION = [APPROVALS, BUSINESSES, '/api/admin/overview']
export const READS_AFTER_CONFIRMATION = [INVOICES, '/api/admin/overview']
export const READS_AFTER_REVIEW = [REVIEWS]

export const useApprovals = (): Reading<Approvals> => useAdminRead(APPROVALS, approvalsReplySchema)

export interface BusinessFilter {
  search: string
  status: BusinessStatus | ''
  plan: Plan | ''
  sort: BusinessSort
  direction: 'asc' | 'desc'
}
export const useAdminBusinesses = (filter: BusinessFilter, after: string | undefined): Reading<AdminBusinesses> =>
  useAdminRead(
    BUSINESSES + queryOf({ ...filter, search: filter.search.trim(), after, limit: PAGE }),
    adminBusinessesReplySchema,
  )
export type AdminBusinessDetails = z.infer<typeof adminBusinessReplySchema>
export const useAdminBusiness = (id: number): Reading<AdminBusinessDetails> =>
  useAdminRead(`${BUSINESSES}/${id}`, adminBusinessReplySchema)

const notesPath = (businessId: number): string => `${BUSINESSES}/${businessId}/notes`
export const useBusinessNotes = (businessId: number): Reading<BusinessNotes> =>
  useAdminRead(notesPath(businessId), businessNotesReplySchema)
export const readsAfterNote = (businessId: number): string[] => [notesPath(businessId)]
export const addNote = ({ businessId, text }: { businessId: number; text: string }, key: string): Promise<unknown> =>
  api.write({ method: 'POST', path: notesPath(businessId), body: { text }, key, reply: noteReplySchema })
export const deleteNote = ({ businessId, id }: { businessId: number; id: number }, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${notesPath(businessId)}/${id}`, key, reply: noteReplySchema })

export const findBusinesses = async (search: string): Promise<AdminBusiness[]> =>
  (await api.read(BUSINESSES + queryOf({ search, limit: 10 }), adminBusinessesReplySchema)).businesses

export const idDocumentUrl = (id: number): string => `${BUSINESSES}/${id}/id-document`

export type Decision = 'approve' | 'reject' | 'suspend' | 'reinstate'
/** Every decision except an approval needs a reason. */
export const decide = confirmed(
  ({ id, decision, reason }: { id: number; decision: Decision; reason?: string }, key: string): Promise<StatusReply> =>
    api.write({
      method: 'POST',
      path: `${BUSINESSES}/${id}/${decision}`,
      body: reason === undefined ? {} : { reason },
      key,
      reply: statusReplySchema,
    }),
)

export type AdminInvoices = z.infer<typeof adminInvoicesReplySchema>
export type AdminInvoice = AdminInvoices['invoices'][number]
export const useAdminInvoices = (
  { search, state }: { search: string; state: AdminInvoice['state'] | '' },
  before: string | undefined,
): Reading<AdminInvoices> =>
  useAdminRead(INVOICES + queryOf({ search: search.trim(), state, before, limit: PAGE }), adminInvoicesReplySchema)
export const confirmInvoice = ({ id, reference }: { id: number; reference: string }, key: string): Promise<unknown> =>
  api.write({
    method: 'POST',
    path: `${INVOICES}/${id}/confirm`,
    body: reference === '' ? {} : { reference },
    key,
    reply: confirmReplySchema,
  })

export type TransferReply = z.infer<typeof transferReplySchema>
export const enterTransfer = (
  { id, amountAmd, reference }: { id: number; amountAmd: number; reference: string },
  key: string,
): Promise<TransferReply> =>
  api.write({
    method: 'POST',
    path: `${INVOICES}/${id}/transfers`,
    body: reference === '' ? { amountAmd } : { amountAmd, reference },
    key,
    reply: transferReplySchema,
  })
export const returnTransfer = ({ id, transferId }: { id: number; transferId: number }, key: string): Promise<unknown> =>
  api.write({
    method: 'POST',
    path: `${INVOICES}/${id}/transfers/${transferId}/return`,
    body: {},
    key,
    reply: returnTransferReplySchema,
  })

/** `month`: 'YYYY-MM'. */
export const useInvoiceRegister = (month: string): Reading<InvoiceRegister> =>
  useAdminRead(`${INVOICES}/register${queryOf({ month })}`, invoiceRegisterReplySchema)
export const registerFileUrl = (month: string, language: Language): string =>
  `${INVOICES}/register.xlsx${queryOf({ month, language })}`

export const useAdminReviews = (before: string | undefined): Reading<AdminReviews> =>
  useAdminRead(REVIEWS + queryOf({ before, limit: PAGE }), adminReviewsReplySchema)
export const takeDownReview = ({ id, reason }: { id: number; reason: string }, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${REVIEWS}/${id}`, body: { reason }, key, reply: reviewTakenDownSchema })
