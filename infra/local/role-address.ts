/** Addresses of PostgreSQL's roles. Imports no package, because infra/docker/make-env.ts runs without any. */
import { createHmac } from 'node:crypto'
import { API_ROLE, WORKER_ROLE } from '../migrations/rights.ts'

export const OWNER_ROLE = 'hatik_owner'
/** Reads and adds events, in its own database only. */
export const EVENTS_ROLE = 'hatik_events'

export const ROLES = [OWNER_ROLE, API_ROLE, WORKER_ROLE, EVENTS_ROLE] as const
export type Role = (typeof ROLES)[number]

/** The address for a role. Its password is derived from the superuser's, so that no further file is needed. */
export function asRole(superuserUrl: string, role: Role): string {
  const url = new URL(superuserUrl)
  url.password = createHmac('sha256', decodeURIComponent(url.password)).update(role).digest('hex')
  url.username = role
  return url.href
}
