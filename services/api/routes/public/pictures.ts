import { createHash } from 'node:crypto'
import { z } from 'zod'
import { BRANDS } from '#contracts/pages/page-metadata.ts'
import { slugSchema } from '#contracts/calls/directory.ts'
import { drawIcon, drawSharePicture } from '#platform/documents/share-picture.ts'
import { ApiError } from '../../http/api-error.ts'
import type { App } from '../../app-type.ts'
import type { Deps } from '../../deps.ts'
import { createDrawingCache } from './drawing-cache.ts'

const DAY_SECONDS = 24 * 60 * 60
const PICTURES_KEPT = 200
/** Characters that fit the picture. */
const TEXT_MAX = 160

const ICONS: Record<string, { sizePx: number; maskable: boolean }> = {
  'icon-192.png': { sizePx: 192, maskable: false },
  'icon-512.png': { sizePx: 512, maskable: false },
  'maskable-192.png': { sizePx: 192, maskable: true },
  'maskable-512.png': { sizePx: 512, maskable: true },
  'apple-touch-180.png': { sizePx: 180, maskable: true },
}

/** Drawn on first request and cached; 503 if too many wait. Inactive businesses have no picture (H28). */
export function pictures(app: App, deps: Deps): void {
  const kept = createDrawingCache(PICTURES_KEPT)
  const file = z.object({ file: z.string().max(90).endsWith('.png') })
  /** Undefined without one, or if its file is gone or away. */
  const storedPicture = async (address: string | null): Promise<Buffer | undefined> =>
    address?.startsWith('/') ? deps.files.get(address.slice(1)).catch(() => undefined) : undefined

  app.get('/share/:file', { schema: { hide: true, params: file } }, async (request, reply) => {
    const slug = slugSchema.safeParse(request.params.file.slice(0, -'.png'.length))
    const business = slug.success ? await deps.directory.bySlug(slug.data) : undefined
    if (!business?.takesPart) throw new ApiError('not_found')
    const { businessName, description, logoUrl, coverUrl } = business
    const key = createHash('sha256')
      .update(JSON.stringify([businessName, description, logoUrl, coverUrl]))
      .digest('base64url')
      .slice(0, 24)
    const etag = `"${key}"`
    // After the picture exists, because a refusal must not be cached for a day.
    const named = () => reply.header('etag', etag).header('cache-control', `public, max-age=${DAY_SECONDS}`)
    if (request.headers['if-none-match'] === etag) return named().status(304).send()
    const picture = await kept(key, async () => {
      const [logo, cover] = await Promise.all([logoUrl, coverUrl].map(storedPicture))
      const text = Array.from(description).slice(0, TEXT_MAX).join('')
      return drawSharePicture({
        name: businessName,
        text,
        brand: BRANDS.am,
        ...(logo && { logo }),
        ...(cover && { cover }),
      })
    })
    return named().type('image/png').send(picture)
  })

  app.get('/icons/:file', { schema: { hide: true, params: file } }, async (request, reply) => {
    const { file: name } = request.params
    const icon = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined
    if (!icon) throw new ApiError('not_found')
    const picture = await kept(name, () => drawIcon(icon.sizePx, icon))
    return reply.type('image/png').header('cache-control', `public, max-age=${DAY_SECONDS}`).send(picture)
  })
}
