import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/components/theme.css'
import { startLanguage, startWords } from '#web/lib/i18n.ts'
import { startSession } from '#web/lib/session.ts'
import { Providers } from './providers.tsx'
import { Router } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

await startWords(startLanguage())
/** Pages that are nothing without a user. */
const NEEDS_USER = /^\/(dashboard|edit-profile|edit-business|billing|admin|audit|statement|time-travel)(\/|$)/
void startSession(NEEDS_USER.test(location.pathname))
createRoot(root).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
)
