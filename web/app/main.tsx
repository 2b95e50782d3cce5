import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { REPLIES } from '#contracts/pages/rendered-pages.ts'
import '#web/components/brand/theme.css'
import { seedReadCache } from '#web/lib/reads/read-cache.ts'
import { startLanguage, startWords } from '#web/lib/words/i18n.ts'
import { isStranger, startSession } from '#web/lib/session/session.ts'
import { NEEDS_USER } from './frames/needs-user.ts'
import { Providers } from './providers.tsx'
import { Router } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const language = startLanguage()
await startWords(language)
// The server's HTML is a visitor's, in the language that the cookie named.
const isRendered = root.dataset['language'] === language && isStranger()
void startSession(NEEDS_USER.test(location.pathname))
const app = (
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>
)
if (isRendered) {
  seedReadCache(JSON.parse(document.getElementById(REPLIES)!.textContent) as Record<string, unknown>)
  hydrateRoot(root, app)
} else createRoot(root).render(app)
