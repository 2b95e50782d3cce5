/** The app on the server: renders public pages for visitors (services/api/http/render-page.ts). */
import { text } from 'node:stream/consumers'
import { StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
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
    let failure: unknown
    const { prelude } = await prerenderToNodeStream(
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
        onError: (error) => void (failure ??= error),
      },
    )
    const html = await text(prelude)
    if (failure !== undefined) throw failure
    return html
  }
}
