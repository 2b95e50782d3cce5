import { z } from 'zod'

const text = z.string().nullable()

/** Null if not given. */
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
