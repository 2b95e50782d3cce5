import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'

/** The business behind a slug that anybody may know of: `businessId` is null while it is not taking part (H28). Throws 404. */
export async function businessAtSlug(deps: Deps, slug: string): Promise<{ businessId: number | null }> {
  const business = await deps.directory.bySlug(slug)
  if (!business) throw new ApiError('not_found')
  return { businessId: business.takesPart ? business.id : null }
}
