import { z } from 'zod'
import { attentionQuerySchema, attentionSchema, attentionSettingsSchema } from '#contracts/calls/attention.ts'
import { errorSchema } from '#contracts/calls/errors.ts'
import { userIdSchema } from '#contracts/units/ids.ts'
import { yerevanDay } from '#contracts/units/time.ts'
import { attentionSettings, setAttentionSettings } from '#businesses/profile/attention-settings.ts'
import { ownBusiness } from '../../../guards/access.ts'
import type { App } from '../../../app-type.ts'
import type { Deps } from '../../../deps.ts'
import { readAttention } from './read-attention.ts'

const tags = ['figures']
const params = z.object({ id: userIdSchema })

export function attention(app: App, deps: Deps): void {
  app.get(
    '/api/business/:id/attention',
    {
      schema: {
        tags,
        params,
        querystring: attentionQuerySchema,
        response: { 200: attentionSchema, '4xx': errorSchema },
      },
    },
    async (request) => {
      const { business } = await ownBusiness(request, deps, request.params.id)
      return readAttention(deps.pool, business.userId, request.query.day ?? yerevanDay(deps.now()))
    },
  )
}

const path = '/api/business/:id/attention/settings'
const schema = { tags, params, response: { 200: attentionSettingsSchema, '4xx': errorSchema } }

export function readAttentionSettings(app: App, deps: Deps): void {
  app.get(path, { schema }, async (request) => {
    const { business } = await ownBusiness(request, deps, request.params.id)
    return attentionSettings(deps.pool, business.userId)
  })
}

/** A repetition changes nothing. */
export function changeAttentionSettings(app: App, deps: Deps): void {
  app.put(path, { schema: { ...schema, body: attentionSettingsSchema } }, async (request) => {
    const { business } = await ownBusiness(request, deps, request.params.id)
    await setAttentionSettings(deps.pool, business.userId, request.body, deps.now())
    return request.body
  })
}
