import { z } from 'zod'

const text = z.string().nullable()

/** How a business can be reached, as it is stored: null where it has not said. */
export const contactFields = {
  phone: text,
  address: text,
  website: text,
  facebookUrl: text,
  instagramUrl: text,
  tiktokUrl: text,
  youtubeUrl: text,
  twitterUrl: text,
  linkedinUrl: text,
}
