import { EmailTaken, isTaken, signedUpBy } from '#accounts/verification/sign-up.ts'
import { eraseForNext } from '#accounts/verification/unverified.ts'
import { registerBusiness, type MailedLink, type Registration } from '#businesses/profile/registration.ts'
import { closeUndecided } from '#businesses/status/status-changes.ts'
import type { PoolClient } from '#platform/postgres/postgres.ts'
import { ApiError } from '../../http/api-error.ts'
import type { Deps } from '../../deps.ts'

/** Simultaneous registrations take an address from each other. */
const ATTEMPTS = 5

type NewBusiness = { id: number; slug: string; passwordHash: string }

/**
 * Replaces an unverified registration, whose address may be a stranger's. 409 if the address is verified. A retry gets
 * its first result. Without `mayMail` the newest sent link stays valid, and none is sent.
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
      // After other errors the row may exist and refer to the document; chores delete unreferenced ones.
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

/** On failure, chores delete it. */
async function deleteDocument({ files }: Deps, key: string | null): Promise<void> {
  if (key !== null) await files.delete(key).catch(() => {})
}
