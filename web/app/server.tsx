/** The app on the server: renders public pages for visitors (services/api/http/render-page.ts). */
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { I18nextProvider } from 'react-i18next'
import { StaticRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import type { ServerApp } from '#contracts/pages/rendered-pages.ts'
import { SUPPORT } from '#web/lib/session/support.ts'
import { startServerWords } from '#web/lib/words/i18n.ts'
import { Providers } from './providers.tsx'
import { Pages } from './router.tsx'

export const startServer: ServerApp['startServer'] = async (support) => {
  Object.assign(SUPPORT, support)
  const words = await startServerWords()
  return async ({ address, language, replies }) => {
    const failures: unknown[] = []
    const { prelude } = await prerender(
      <StrictMode>
        <I18nextProvider i18n={words[language]}>
          <SWRConfig value={{ fallback: replies }}>
            <Providers>
              <StaticRouter location={address}>
                <Pages />
              </StaticRouter>
            </Providers>
          </SWRConfig>
        </I18nextProvider>
      </StrictMode>,
      {
        // The policy forbids the scripts that would put later parts in place.
        progressiveChunkSize: Infinity,
        onError: (error) => void failures.push(error),
      },
    )
    const html = await new Response(prelude).text()
    if (failures.length > 0) throw new Error('A page could not be rendered', { cause: failures[0] })
    return html
  }
}
