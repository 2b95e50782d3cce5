import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'

/** `businessId` is null if inactive (H28). Throws 404 if not public. */
export async function businessAtSlug(deps: Deps, slug: string): Promise<{ businessId: number | null }> {
  const business = await deps.directory.bySlug(slug)
  if (!business) throw new ApiError('not_found')
  return { businessId: business.takesPart ? business.id : null }
}
