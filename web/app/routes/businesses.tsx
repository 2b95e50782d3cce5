import type { ReactNode } from 'react'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { Directory } from '#web/features/visitor/directory/directory.tsx'
import { PublicReads } from '../public-reads.tsx'

/** At two addresses, one of them canonical (R7, C9). */
export default function BusinessesPage(): ReactNode {
  return (
    <PublicReads>
      <PageHead />
      <Directory />
    </PublicReads>
  )
}
