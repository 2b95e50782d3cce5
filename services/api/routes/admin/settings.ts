import { putSettingsSchema, settingsSchema, type Settings } from '#contracts/admin.ts'
import { errorSchema } from '#contracts/errors.ts'
import { autoApproved, setAutoApproved } from '#businesses/auto-approve.ts'
import { readPlanTerms, setPlanTerms } from '#businesses/plan-terms.ts'
import { administrator } from '../../access.ts'
import { recordAdminEvent } from '../../admin-event.ts'
import type { App } from '../../app.ts'
import type { Deps } from '../../deps.ts'
import { rowsKeyedOrNot } from '../../keyed-rows.ts'

const response = { 200: settingsSchema, '4xx': errorSchema }

/** GET /api/admin/settings (H21, H37): prices and limits of the plans, and who needs no approval. */
export function readSettings(app: App, deps: Deps): void {
  app.get('/api/admin/settings', { schema: { tags: ['admin'], response } }, async (request) => {
    await administrator(request, deps)
    return settings(deps)
  })
}

/** PUT /api/admin/settings: all of them, with a reason. They hold from the next award, perk or registration on. */
export function putSettings(app: App, deps: Deps): void {
  app.put('/api/admin/settings', { schema: { tags: ['admin'], body: putSettingsSchema, response } }, async (request, reply) => {
    const admin = await administrator(request, deps)
    const { plans, autoApprove, reason } = request.body
    await rowsKeyedOrNot({ request, reply, pool: deps.pool, userId: admin.id, input: request.body }, async (client) => {
      await setPlanTerms(client, plans, admin.id)
      await setAutoApproved(client, autoApprove, admin.id)
      await recordAdminEvent(client, { request, adminId: admin.id, deps }, { type: 'SettingsChanged', data: { names: ['plans', 'auto_approve'], reason } })
    })
    return settings(deps)
  })
}

async function settings(deps: Deps): Promise<Settings> {
  const [plans, autoApprove] = await Promise.all([readPlanTerms(deps.pool), autoApproved(deps.pool)])
  return { plans, autoApprove }
}
