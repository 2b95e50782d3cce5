import { BRANDS, LANGUAGE_COOKIE, LANGUAGE_TAGS, languageOf, PAGES } from '#contracts/pages/page-metadata.ts'
import type { App } from '../../app-type.ts'

/** Opens on the dashboard, which shows the buyer's code. */
export function manifest(app: App): void {
  app.get('/manifest.webmanifest', { schema: { hide: true } }, async (request, reply) => {
    const language = languageOf(new URLSearchParams(request.url.split('?')[1]), request.cookies[LANGUAGE_COOKIE])
    const icon = (sizePx: number, purpose: 'any' | 'maskable') => ({
      src: `/icons/${purpose === 'maskable' ? 'maskable' : 'icon'}-${sizePx}.png`,
      sizes: `${sizePx}x${sizePx}`,
      type: 'image/png',
      purpose,
    })
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .send(
        JSON.stringify({
          id: '/dashboard',
          name: BRANDS[language],
          short_name: BRANDS[language],
          description: PAGES['/'].words[language][1],
          lang: LANGUAGE_TAGS[language],
          start_url: '/dashboard',
          scope: '/',
          display: 'standalone',
          background_color: '#f6efeb',
          theme_color: '#f6efeb',
          icons: [
            icon(192, 'any'),
            icon(512, 'any'),
            icon(192, 'maskable'),
            icon(512, 'maskable'),
            { src: '/seed.svg', sizes: 'any', type: 'image/svg+xml' },
          ],
        }),
      )
  })
}
