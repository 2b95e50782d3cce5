/** Public reads of businesses, checked without the schema library (lib/api/reply.ts). */
import type { Perk } from '#contracts/calls/business.ts'
import type { DirectoryEntry, PublicBusiness } from '#contracts/calls/directory.ts'
import { businessRead, DIRECTORY_READ, HOME_PRIME_READ, partRead } from '#contracts/pages/rendered-pages.ts'
import { useRead, type Reading } from '#web/lib/reads/read.ts'
import { listOf, objectWith } from '#web/lib/api/reply.ts'

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

export const useDirectory = (): Reading<DirectoryEntry[]> => useRead(DIRECTORY_READ, directoryReply)
export const useHomePrime = (): Reading<DirectoryEntry[]> => useRead(HOME_PRIME_READ, directoryReply)
export const usePublicBusiness = (slug: string): Reading<PublicBusiness> => useRead(businessRead(slug), businessReply)
export const usePublicPerks = (slug: string): Reading<Perk[]> => useRead(partRead(slug, 'perks'), publicPerksReply)
