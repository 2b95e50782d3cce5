/** Registers a business (R102-R107, H21): person, profile, event and mail in one transaction. */
import { BUSINESS_EVENT_DATA, businessStream } from '#contracts/events/business-events.ts'
import { businessUserSchema, type BusinessRegistration } from '#contracts/calls/account/accounts.ts'
import { recordEvents, systemCommandId } from '#platform/outbox/event-outbox.ts'
import { orderMail } from '#platform/mail/mail-outbox.ts'
import type { Pool, PoolClient } from '#platform/postgres/postgres.ts'
import { inTransaction } from '#platform/postgres/transaction.ts'
import { slugChoice, slugDrawn } from './slug.ts'

export type Registration = Omit<BusinessRegistration, 'password' | 'confirmPassword'> & {
  passwordHash: string
  /** Null if no document is needed. */
  idDocumentKey: string | null
  verification: { seed: string; hash: string; expires: Date }
  signUpKey: string | null
}

export type Registered = { userId: number; slug: string }

/**
 * The first twenty of a name are numbered. Later ones get a random suffix, because junk registrations could take all
 * numbers.
 */
const NUMBERED = 20
const DRAWN = 5

/** A link mailed earlier that stays valid. */
export type MailedLink = { hash: string; expires: Date }

/**
 * Throws a unique violation of users_email_key if the address is taken, and a ZodError if required data (R159) is
 * missing. `freeAddress` runs first in the transaction; if it returns a link, no mail is ordered.
 */
export function registerBusiness(
  pool: Pool,
  registration: Registration,
  {
    correlationId,
    now,
    freeAddress = async () => undefined,
  }: { correlationId: string; now: Date; freeAddress?: (client: PoolClient) => Promise<MailedLink | undefined> },
): Promise<Registered> {
  const { phone, legalStatus, taxId, idDocumentKey } = registration
  businessUserSchema.parse({ phone, legalStatus, taxId, idDocumentUrl: idDocumentKey })
  return inTransaction(pool, async (client) => {
    const mailed = await freeAddress(client)
    const link = mailed ?? registration.verification
    const { rows } = await client.query<{ id: number }>(
      `INSERT INTO users (email, password, role, first_name, last_name, phone, legal_status, tax_id, id_document_url, preferred_language,
         sign_up_key, email_verification_token, email_verification_expires)
       VALUES ($1, $2, 'business', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id`,
      [
        registration.email,
        registration.passwordHash,
        registration.firstName,
        registration.lastName,
        phone,
        legalStatus,
        taxId,
        idDocumentKey,
        registration.language,
        registration.signUpKey,
        link.hash,
        link.expires,
      ],
    )
    const userId = rows[0]!.id
    const slug = await insertProfile(client, userId, registration)
    await recordEvents(
      client,
      businessStream(userId),
      BUSINESS_EVENT_DATA,
      [{ type: 'BusinessRegistered', data: { plan: 'starter' } }],
      {
        commandId: systemCommandId(`register-business:${userId}`),
        actor: { userId, role: 'business' },
        correlationId,
        at: now,
      },
    )
    if (mailed) return { userId, slug }
    const { seed, expires } = registration.verification
    await orderMail(client, {
      cause: `verify-email:${userId}:${seed}`,
      template: 'verify_email',
      userId,
      parameters: { seed },
      usefulUntil: expires,
    })
    return { userId, slug }
  })
}

async function insertProfile(client: PoolClient, userId: number, registration: Registration): Promise<string> {
  for (let choice = 1; choice <= NUMBERED + DRAWN; choice += 1) {
    const slug =
      choice <= NUMBERED ? slugChoice(registration.businessName, choice) : slugDrawn(registration.businessName)
    const inserted = await client.query(
      `INSERT INTO business_profiles (user_id, business_name, slug, description, address, website, phone, industry,
         facebook_url, instagram_url, tiktok_url, youtube_url, linkedin_url, twitter_url)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (slug) DO NOTHING`,
      [
        userId,
        registration.businessName,
        slug,
        registration.description,
        registration.address,
        registration.website,
        registration.phone,
        registration.industry,
        registration.facebookUrl,
        registration.instagramUrl,
        registration.tiktokUrl,
        registration.youtubeUrl,
        registration.linkedinUrl,
        registration.twitterUrl,
      ],
    )
    if (inserted.rowCount === 1) return slug
  }
  throw new Error(`No free slug for the name of business ${userId}`)
}
