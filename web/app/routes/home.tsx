import type { ReactNode } from 'react'
import { PageHead } from '#web/components/page-head.tsx'
import { Closing } from '#web/features/home/closing.tsx'
import { Earn } from '#web/features/home/earn.tsx'
import { Features } from '#web/features/home/features.tsx'
import { Hero } from '#web/features/home/hero.tsx'
import { PrimeBusinesses } from '#web/features/home/prime-businesses.tsx'
import { Slideshow } from '#web/features/home/slideshow.tsx'
import { Statistics } from '#web/features/home/statistics.tsx'
import { PublicReads } from '../public-reads.tsx'

/** The front door (R33-R40). */
export default function HomePage(): ReactNode {
  return (
    <>
      <PageHead />
      <Hero />
      <Earn />
      <Slideshow />
      <Features />
      <PublicReads>
        <PrimeBusinesses />
      </PublicReads>
      <Statistics />
      <Closing />
    </>
  )
}
