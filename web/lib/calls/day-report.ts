/** A day of a business; `businessId` is its users.id, `day` 'YYYY-MM-DD' in Armenia. */
import { dayReportSchema, type DayReport } from '#contracts/calls/day-report.ts'
import type { Language } from '#contracts/calls/session.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'

export const useDayReport = (businessId: number, day: string): Reading<DayReport> =>
  useRead(`/api/business/${businessId}/reports/day?day=${day}`, dayReportSchema)

export type ReportFormat = 'pdf' | 'xlsx'
export const reportFileUrl = (
  businessId: number,
  day: string,
  { format, language }: { format: ReportFormat; language: Language },
): string => `/api/business/${businessId}/reports/day.${format}?day=${day}&language=${language}`
