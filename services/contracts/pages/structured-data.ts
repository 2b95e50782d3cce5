/** What a business's page says to search engines: with the page as the server sends it, and by the app that has moved on to another one. */
import type { PublicBusiness } from '../calls/directory.ts'
import type { Rating } from '../calls/reviews.ts'

/** The id of the element that holds it. */
export const STRUCTURED_DATA = 'structured-data'

/** R118: a business as search engines read it; a rating only where somebody has given one. It carries what its page shows, and nothing else. */
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
