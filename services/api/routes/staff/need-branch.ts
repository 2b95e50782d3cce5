import { hasBranch } from '#businesses/staff/branches.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { ApiError } from '../../http/api-error.ts'

/** Call before changing the till, in the same transaction. Throws 404 for a branch that this business does not have. */
export async function needBranch(
  client: PoolClient,
  businessId: number,
  branchId: string | null | undefined,
): Promise<void> {
  if (branchId && !(await hasBranch(client, businessId, branchId))) throw new ApiError('branch_not_found')
}
