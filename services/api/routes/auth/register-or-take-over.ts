/** A registration, also with an address that an earlier one has taken and nobody has verified: that one may be a stranger's, and gives way. */
import { EmailTaken, isTaken, signedUpBy } from '#accounts/sign-up.ts'
import { eraseForNext } from '#accounts/unverified.ts'
import { registerBusiness, type MailedLink, type Registration } from '#businesses/profile/registration.ts'
import { closeUndecided } from '#businesses/status/status-changes.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'

/** Registrations with one address that come at once take it from each other. */
const ATTEMPTS = 5

type NewBusiness = { id: number; slug: string; passwordHash: string }

/**
 * Throws 409 where the address belongs to somebody. The retry of a call whose answer was lost gets that answer. Without `mayMail` the newest link that
 * the address was sent goes on to work, and no other is sent.
 */
export async function registerOrTakeOver(
  deps: Deps,
  registration: Registration,
  { correlationId, mayMail }: { correlationId: string; mayMail: boolean },
): Promise<NewBusiness> {
  const { passwordHash, idDocumentKey } = registration
  for (let attempt = 1; ; attempt += 1) {
    const now = deps.now()
    let replacedDocument: string | null = null
    const freeAddress = async (client: PoolClient): Promise<MailedLink | undefined> => {
      const before = await eraseForNext(client, registration.email, now, (inside, id, recording) =>
        closeUndecided(inside, id, recording, deps.billing.provider),
      )
      if (!before) return undefined
      replacedDocument = before.idDocumentUrl
      const { linkHash: hash, linkExpires: expires } = before
      return !mayMail && hash !== null && expires !== null && expires > now ? { hash, expires } : undefined
    }
    try {
      const { userId, slug } = await registerBusiness(deps.pool, registration, {
        correlationId,
        now,
        ...(attempt > 1 && { freeAddress }),
      })
      await deleteDocument(deps, replacedDocument)
      return { id: userId, slug, passwordHash }
    } catch (error) {
      // Where the answer was lost the row may stand, and names the document: the chores delete what no row names.
      if (!isTaken(error, 'users_email_key') && !(error instanceof EmailTaken)) throw error
      const first = await signedUpBy(deps.pool, registration.email, registration.signUpKey)
      if (!first && !(error instanceof EmailTaken) && attempt < ATTEMPTS) continue
      await deleteDocument(deps, idDocumentKey)
      const business = first && (await deps.businesses.byUserId(first.id))
      if (!business) throw new ApiError('user_exists')
      return { id: business.userId, slug: business.slug, passwordHash: first.passwordHash }
    }
  }
}

/** Where it fails, the chores delete what no row names. */
async function deleteDocument({ files }: Deps, key: string | null): Promise<void> {
  if (key !== null) await files.delete(key).catch(() => {})
}
