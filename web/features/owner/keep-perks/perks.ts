/** R202; `businessId` is its users.id. */
import type { Perk } from '#contracts/calls/business.ts'
import { perkDeletedSchema, perkReplySchema, type ChangePerk, type PerkInput } from '#contracts/calls/perks.ts'
import { api } from '#web/lib/api/api.ts'

const path = (businessId: number): string => `/api/business/${businessId}/perks`

export const createPerk = (businessId: number, body: PerkInput, key: string): Promise<Perk> =>
  api.write({ method: 'POST', path: path(businessId), body, key, reply: perkReplySchema })

export const updatePerk = (businessId: number, perkId: number, body: ChangePerk, key: string): Promise<Perk> =>
  api.write({ method: 'PUT', path: `${path(businessId)}/${perkId}`, body, key, reply: perkReplySchema })

export const deletePerk = (businessId: number, perkId: number, key: string): Promise<unknown> =>
  api.write({ method: 'DELETE', path: `${path(businessId)}/${perkId}`, key, reply: perkDeletedSchema })
