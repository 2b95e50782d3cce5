import { putSettingsSchema, settingsSchema, type Settings } from '#contracts/calls/staff/admin-settings.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { canonicalText } from '#contracts/verify/canonical.ts'
import type { Queryable } from '#platform/postgres/postgres.ts'
import { autoApproved, setAutoApproved } from '#businesses/status/auto-approve.ts'
import { changePlanTerms } from '#businesses/plans/change-plan-terms.ts'
import { readSeller, setSeller } from '#businesses/payments/seller.ts'
import { readPlanTerms } from '#businesses/plans/plan-terms.ts'
import { readRedemptionTtl, setRedemptionTtl } from '#businesses/counter/redemption-ttl.ts'
import { administrator } from '../../guards/access.ts'
import { recordAdminEvent } from './admin-event.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { settingsChanges } from './settings-changes.ts'

const response = { 200: settingsSchema, '4xx': errorSchema }

/** H5, H21, H36, H37. */
export function readSettings(app: App, deps: Deps): void {
  app.get('/api/admin/settings', { schema: { tags: ['admin'], response } }, async (request) => {
    await administrator(request, deps)
    return settings(deps.pool)
  })
}

/**
 * Effective from the next award, perk, invoice or registration. 409 if the stored settings differ from `before`: an
 * outdated page could restore an old bank account.
 */
export function putSettings(app: App, deps: Deps): void {
  app.put(
    '/api/admin/settings',
    { schema: { tags: ['admin'], body: putSettingsSchema, response } },
    async (request) => {
      const admin = await administrator(request, deps)
      const { plans, autoApprove, redemptionTtlDays, seller, before, reason } = request.body
      const saved = await deps.once(request, { user: admin.id, keyless: true }, request.body, async (client) => {
        // The second of two administrators sees what the first saved.
        await client.query('LOCK TABLE settings IN SHARE ROW EXCLUSIVE MODE')
        const were = await settings(client)
        if (before && canonicalText(before) !== canonicalText(were)) throw new ApiError('settings_changed')
        // Unchanged settings keep their author.
        if (canonicalText(plans) !== canonicalText(were.plans))
          await changePlanTerms(client, plans, {
            setBy: admin.id,
            now: deps.now(),
            awardsOfMonth: deps.billing.awardsOfMonth,
          })
        if (canonicalText(autoApprove.toSorted()) !== canonicalText(were.autoApprove.toSorted()))
          await setAutoApproved(client, autoApprove, admin.id)
        if (redemptionTtlDays !== undefined)
          await setRedemptionTtl(client, redemptionTtlDays, { by: admin.id, at: deps.now() })
        if (seller != null) await setSeller(client, seller, admin.id)
        const are = await settings(client)
        const { names, changes } = settingsChanges(were, are)
        if (names.length > 0)
          await recordAdminEvent(
            client,
            { request, adminId: admin.id, deps },
            { type: 'SettingsChanged', data: { names, changes, reason } },
          )
        return are
      })
      deps.wake('chores')
      return saved
    },
  )
}

async function settings(db: Queryable): Promise<Settings> {
  const [plans, autoApprove, ttl, seller] = [
    await readPlanTerms(db),
    await autoApproved(db),
    await readRedemptionTtl(db),
    await readSeller(db),
  ]
  return { plans, autoApprove, redemptionTtlDays: ttl?.days ?? null, seller }
}
