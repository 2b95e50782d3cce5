import { isOwnPicture } from '#businesses/profile/logos.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'

/**
 * Only own uploads: other addresses may show foreign pictures or hosts. `stored`: the address in the row, which may
 * stay. Throws ApiError with `message`.
 */
export async function onlyOwnPicture(
  deps: Pick<Deps, 'files'>,
  businessId: number,
  {
    path,
    wanted,
    stored,
    message,
  }: {
    path: string
    wanted: string | null | undefined
    stored: string | null
    message: string
  },
): Promise<void> {
  if (wanted && wanted !== stored && !(await isOwnPicture(deps.files, businessId, wanted)))
    throw new ApiError('invalid_input', { issues: [{ path, message }] })
}

/** Address to store: an empty one removes the picture, undefined keeps it. */
export const wantedPicture = (address: string | null | undefined): string | null | undefined =>
  address === '' ? null : address
