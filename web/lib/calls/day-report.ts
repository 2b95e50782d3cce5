/** A day of a business; `businessId` is its users.id, `day` 'YYYY-MM-DD' in Armenia. */
import { dayReportSchema, reportMailSchema, type DayReport, type ReportMail } from '#contracts/calls/day-report.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { api } from '#web/lib/api/api.ts'
import { useFigures, useRead, type Reading } from '#web/lib/reads/read.ts'

export const useDayReport = (businessId: number, day: string): Reading<DayReport> =>
  useFigures(`/api/business/${businessId}/reports/day?day=${day}`, dayReportSchema)

export type ReportFormat = 'pdf' | 'xlsx'
export const reportFileUrl = (
  businessId: number,
  day: string,
  { format, language }: { format: ReportFormat; language: Language },
): string => `/api/business/${businessId}/reports/day.${format}?day=${day}&language=${language}`

/** Also the path to refresh after a change. */
export const reportMailPath = (businessId: number): string => `/api/business/${businessId}/reports/mail`
export const useReportMail = (businessId: number): Reading<ReportMail> =>
  useRead(reportMailPath(businessId), reportMailSchema)
export const changeReportMail = (businessId: number, body: ReportMail, key: string): Promise<ReportMail> =>
  api.write({ method: 'PUT', path: reportMailPath(businessId), body, key, reply: reportMailSchema })
