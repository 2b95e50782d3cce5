import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/components/theme.css'
import { startLanguage, startWords } from '#web/lib/i18n.ts'
import { startSession } from '#web/lib/session.ts'
import { NEEDS_USER } from './needs-user.ts'
import { Providers } from './providers.tsx'
import { Router } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

await startWords(startLanguage())
void startSession(NEEDS_USER.test(location.pathname))
createRoot(root).render(
  <StrictMode>
    <Providers>
      <Router />
    </Providers>
  </StrictMode>,
)
