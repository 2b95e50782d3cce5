/** Public reads of businesses, checked without the schema library (lib/api/reply.ts). */
import type { Perk } from '#contracts/calls/business.ts'
import type { DirectoryEntry, PublicBusiness } from '#contracts/calls/directory.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { listOf, objectWith } from '#web/lib/api/reply.ts'

/** R37: most businesses on the home page; a test holds it to the contract. */
export const HOME_PRIME_MAX = 3

export const directoryReply = listOf<DirectoryEntry>(
  'id',
  'slug',
  'businessName',
  'industry',
  'description',
  'isPrime',
  'averageRating',
  'totalReviews',
)
export const businessReply = objectWith<PublicBusiness>('takesPart', 'slug', 'businessName')
export const publicPerksReply = listOf<Perk>('id', 'name', 'description', 'pointsRequired')

const businessPath = (slug: string, what: string): string => `/api/business/${encodeURIComponent(slug)}/${what}`

export const useDirectory = (): Reading<DirectoryEntry[]> => useRead('/api/business-profiles', directoryReply)
export const useHomePrime = (): Reading<DirectoryEntry[]> =>
  useRead(`/api/business-profiles?prime=true&limit=${HOME_PRIME_MAX}`, directoryReply)
export const usePublicBusiness = (slug: string): Reading<PublicBusiness> =>
  useRead(`/api/business-profiles/slug/${encodeURIComponent(slug)}`, businessReply)
export const usePublicPerks = (slug: string): Reading<Perk[]> => useRead(businessPath(slug, 'perks'), publicPerksReply)
