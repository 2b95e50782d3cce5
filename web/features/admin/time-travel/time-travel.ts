/** Read-only calls of an administrator on a visit: a business as of a moment. */
import { buyersReplySchema, type BusinessBuyer } from '#contracts/calls/business.ts'
import {
  accountThenSchema,
  dashboardThenSchema,
  historyReplySchema,
  stepReplySchema,
  type AccountThen,
  type BusinessHistory,
  type DashboardThen,
  type Step,
} from '#contracts/calls/staff/time-travel.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { api } from '#web/lib/api/api.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { momentQuery, type TravelMoment } from '#web/lib/reads/travel-moment.ts'

/** Prefix of all time-travel reads of a business. */
export const travelPath = (businessId: number): string => `/api/admin/time-travel/${businessId}`

export const useDashboardThen = (businessId: number, moment: TravelMoment): Reading<DashboardThen> =>
  useRead(`${travelPath(businessId)}?${momentQuery(moment)}`, dashboardThenSchema)

export const useAccountThen = (businessId: number, buyerId: number, moment: TravelMoment): Reading<AccountThen> =>
  useRead(`${travelPath(businessId)}/buyers/${buyerId}?${momentQuery(moment)}`, accountThenSchema)

/** Interval counts, and the first events as marks. */
export const useHistory = (businessId: number): Reading<BusinessHistory> =>
  useRead(`${travelPath(businessId)}/history`, historyReplySchema)

/** Reads nothing without a position. */
export const useStepAt = (businessId: number, position: string | null): Reading<Step> =>
  useRead(
    position === null ? null : `${travelPath(businessId)}/step?position=${BigInt(position) - 1n}&direction=next`,
    stepReplySchema,
  )

/** The page after a buyer. Rejects with ApiError. */
export const readBuyersThen = (businessId: number, moment: TravelMoment, after: number): Promise<BusinessBuyer[]> =>
  api.read(`${travelPath(businessId)}/buyers?${momentQuery(moment)}&after=${after}`, buyersReplySchema)

/** Undefined if there is none. Rejects with ApiError. */
export async function positionBeside(
  businessId: number,
  position: string | null,
  direction: 'next' | 'previous',
): Promise<string | undefined> {
  try {
    const { event } = await api.read(
      `${travelPath(businessId)}/step?position=${position ?? '0'}&direction=${direction}`,
      stepReplySchema,
    )
    return event.position
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined
    throw error
  }
}
