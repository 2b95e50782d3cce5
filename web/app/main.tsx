import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#web/components/brand/theme.css'
import { startLanguage, startWords } from '#web/lib/words/i18n.ts'
import { startSession } from '#web/lib/session/session.ts'
import { NEEDS_USER } from './frames/needs-user.ts'
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
