/** For search engines; written by the server and, after navigation, by the app. */
import type { PublicBusiness } from '../calls/directory.ts'
import type { Rating } from '../calls/reviews.ts'

export const STRUCTURED_DATA = 'structured-data'

/** R118: only data that the page shows; a rating only with reviews. */
export function localBusiness(
  business: Extract<PublicBusiness, { takesPart: true }>,
  rating: Rating,
  { origin, address }: { origin: string; address: string },
): object {
  const {
    businessName,
    description,
    phone,
    logoUrl,
    website,
    facebookUrl,
    instagramUrl,
    tiktokUrl,
    youtubeUrl,
    twitterUrl,
    linkedinUrl,
  } = business
  const links = [website, facebookUrl, instagramUrl, tiktokUrl, youtubeUrl, twitterUrl, linkedinUrl].filter(
    (link) => link !== null && link !== '',
  )
  return {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: businessName,
    url: origin + address,
    image: origin + (logoUrl ?? `/share/${business.slug}.png`),
    ...(description ? { description } : {}),
    ...(phone ? { telephone: phone } : {}),
    ...(business.address
      ? { address: { '@type': 'PostalAddress', streetAddress: business.address, addressCountry: 'AM' } }
      : {}),
    ...(links.length > 0 ? { sameAs: links } : {}),
    ...(rating.totalReviews > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: Math.round(rating.averageRating * 10) / 10,
            reviewCount: rating.totalReviews,
            bestRating: 5,
            worstRating: 1,
          },
        }
      : {}),
  }
}
