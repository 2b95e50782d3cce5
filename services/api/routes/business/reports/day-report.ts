import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  dayReportFileQuerySchema,
  dayReportQuerySchema,
  dayReportSchema,
  type DayReport,
} from '#contracts/calls/day-report.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import type { Language } from '#contracts/calls/account/session.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { yerevanDay } from '#contracts/units/time.ts'
import type { User } from '#accounts/users.ts'
import { ownBusiness } from '../../../guards/access.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { sendWorkbook, WORKBOOK_MEDIA } from '../../../http/send-workbook.ts'
import { limitOfPerson } from '../../../plugins/rate-limit.ts'
import { readDayReport } from './read-day-report.ts'
import { reportText } from './report-text.ts'
import { reportWorkbook } from './report-workbook.ts'
import type { ReportFile } from './report-words.ts'

const LIMIT = limitOfPerson(30, 60_000)

export function dayReport(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/reports/day',
    {
      schema: {
        tags: ['figures'],
        params: z.object({ id: userIdSchema }),
        querystring: dayReportQuerySchema,
        response: { 200: dayReportSchema, '4xx': errorSchema },
      },
    },
    async (request): Promise<DayReport> => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      return readDayReport(deps.pool, business.userId, request.query.day ?? yerevanDay(deps.now()))
    },
  )
}

export function dayReportWorkbook(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/reports/day.xlsx',
    {
      config: LIMIT,
      schema: {
        tags: ['figures'],
        params: z.object({ id: userIdSchema }),
        querystring: dayReportFileQuerySchema,
        response: { 200: z.unknown().describe(WORKBOOK_MEDIA), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, file } = await readFile(request, deps, request.params.id, request.query)
      return sendWorkbook(reply, nameOf(file), await deps.pdfs.fill(user.id, reportWorkbook(file)))
    },
  )
}

export function dayReportPdf(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/reports/day.pdf',
    {
      config: LIMIT,
      schema: {
        tags: ['figures'],
        params: z.object({ id: userIdSchema }),
        querystring: dayReportFileQuerySchema,
        response: { 200: z.unknown().describe('application/pdf'), '4xx': errorSchema },
      },
    },
    async (request, reply) => {
      const { user, file } = await readFile(request, deps, request.params.id, request.query)
      const pdf = await deps.pdfs.draw(user.id, reportText(file))
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${nameOf(file)}.pdf"`)
        .header('cache-control', 'private, no-store')
        .send(pdf)
    },
  )
}

const nameOf = ({ report: { day } }: ReportFile): string => `hatik-day-${day}`

async function readFile(
  request: FastifyRequest,
  deps: Deps,
  id: number,
  { day, language }: { day?: string | undefined; language: Language },
): Promise<{ user: User; file: ReportFile }> {
  const { user, business } = await ownBusiness(request, deps, id)
  const at = deps.now()
  const report = await readDayReport(deps.pool, business.userId, day ?? yerevanDay(at))
  return { user, file: { report, language, businessName: business.businessName, at } }
}
