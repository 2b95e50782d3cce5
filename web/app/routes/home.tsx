import type { ReactNode } from 'react'
import { PageHead } from '#web/components/brand/page-head.tsx'
import { Closing } from '#web/features/visitor/home/closing.tsx'
import { Earn } from '#web/features/visitor/home/earn.tsx'
import { Features } from '#web/features/visitor/home/features.tsx'
import { Hero } from '#web/features/visitor/home/hero.tsx'
import { PrimeBusinesses } from '#web/features/visitor/home/prime-businesses.tsx'
import { Slideshow } from '#web/features/visitor/home/slideshow.tsx'
import { Statistics } from '#web/features/visitor/home/statistics.tsx'
import { PublicReads } from '../public-reads.tsx'

/** R33-R40. */
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
