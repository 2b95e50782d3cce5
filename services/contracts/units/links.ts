import { z } from 'zod'
import { LINK_FIELDS, type LinkField } from '../pages/kind-names.ts'

export const INVALID_LINK = 'Please enter a valid link'
export const LINK_REQUIRED = 'At least one website or social media link is required'

/** 'kofe-tun.am' becomes 'https://kofe-tun.am/'. Undefined unless a safe web address. */
export function normaliseLink(typed: string): string | undefined {
  const address = /^[a-z][a-z\d+.-]*:/i.test(typed) && !/^[^/]+:\d+(\/|$)/.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.hostname.includes('.') && !url.username && !url.password ? url.href : undefined
}

/** Room for 500 letters at up to nine characters each; a stored link is always accepted again. */
export const LINK_MAX = 5_000

/** Null if missing or empty. `accounts`: address prefix for names such as '@kofetun'. */
const linkTo = (accounts = '@') =>
  z
    .string()
    .trim()
    .max(LINK_MAX, INVALID_LINK)
    .nullish()
    .transform((typed, context) => {
      if (!typed) return null
      const link = normaliseLink(typed.replace(/^@(?=[\w.-]+$)/, accounts))
      if (link !== undefined && link.length <= LINK_MAX) return link
      context.addIssue({ code: 'custom', message: INVALID_LINK })
      return z.NEVER
    })

export const linkSchema = linkTo()

export const linkFields = {
  website: linkSchema,
  facebookUrl: linkSchema,
  instagramUrl: linkTo('instagram.com/'),
  tiktokUrl: linkTo('tiktok.com/@'),
  youtubeUrl: linkTo('youtube.com/@'),
  linkedinUrl: linkSchema,
  twitterUrl: linkTo('x.com/'),
}

/** R160: reported at `website`. */
export function refuseNoLink(
  links: Partial<Record<LinkField, string | null | undefined>>,
  context: z.core.$RefinementCtx,
): void {
  if (!LINK_FIELDS.some((field) => links[field]))
    context.addIssue({ code: 'custom', path: ['website'], message: LINK_REQUIRED })
}
