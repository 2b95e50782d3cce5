import { ApiError } from '#web/lib/api/api-error.ts'

/** R209: whether the address has an account already. */
export function isUserThere(error: unknown): boolean {
  return error instanceof ApiError && error.message.includes('already exists')
}
