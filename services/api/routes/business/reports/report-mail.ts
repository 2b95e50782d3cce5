import { z } from 'zod'
import { reportMailSchema } from '#contracts/calls/day-report.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { reportMailHour, setReportMailHour } from '#businesses/profile/report-mail.ts'
import { ownBusiness } from '../../../guards/access.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'

const path = '/api/business/:id/reports/mail'
const schema = {
  tags: ['figures'],
  params: z.object({ id: userIdSchema }),
  response: { 200: reportMailSchema, '4xx': errorSchema },
}

export function readReportMail(app: App, deps: Deps): void {
  app.get(path, { schema }, async (request) => {
    const { business } = await ownBusiness(request, deps, request.params.id)
    return { hour: await reportMailHour(deps.pool, business.userId) }
  })
}

/** A repetition changes nothing. */
export function changeReportMail(app: App, deps: Deps): void {
  app.put(path, { schema: { ...schema, body: reportMailSchema } }, async (request) => {
    const { business } = await ownBusiness(request, deps, request.params.id)
    const { hour } = request.body
    await setReportMailHour(deps.pool, business.userId, { hour, now: deps.now() })
    return { hour }
  })
}
