import type { ReactNode } from 'react'
import { useParams } from 'react-router-dom'
import { isLegalName } from '#web/features/visitor/read-legal/documents.ts'
import { LegalPage } from '#web/features/visitor/read-legal/legal-page.tsx'
import NotFoundPage from './not-found.tsx'

/** H40. */
export default function LegalRoute(): ReactNode {
  const { name } = useParams()
  return isLegalName(name) ? <LegalPage name={name} /> : <NotFoundPage />
}
