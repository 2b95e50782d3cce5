import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Perk } from '#contracts/calls/business.ts'
import { PerkLine } from '#web/components/lists/perk-line.tsx'
import { startAllWords } from '../../../infra/testing/all-words.ts'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)

const GATA: Perk = { id: 1, name: 'Gata', description: 'Warm', pointsRequired: '2.0', pictureUrl: null }
const show = (pictureUrl: string | null): HTMLElement => render(<PerkLine perk={{ ...GATA, pictureUrl }} />).container

it('stands beside the name without words of its own; a perk without one keeps its sign', () => {
  const image = show('/logos/7/a.webp').querySelector('img')
  expect([image?.getAttribute('src'), image?.getAttribute('alt')]).toEqual(['/logos/7/a.webp', ''])
  cleanup()
  const bare = show(null)
  expect([bare.querySelector('img'), bare.querySelectorAll('svg').length]).toEqual([null, 1])
})

it('that fails to load shows the sign under it, in a box of the same size; another picture is tried again (R224)', () => {
  const { container, rerender } = render(<PerkLine perk={{ ...GATA, pictureUrl: '/logos/7/gone.webp' }} />)
  const image = (): HTMLImageElement => container.querySelector('img')!
  const box = image().parentElement!
  const size = box.className
  expect([image().hidden, box.querySelectorAll('svg').length]).toEqual([false, 1])
  fireEvent.error(image())
  expect([image().hidden, box.className]).toEqual([true, size])
  rerender(<PerkLine perk={{ ...GATA, pictureUrl: '/logos/7/b.webp' }} />)
  expect([image().hidden, image().getAttribute('src')]).toEqual([false, '/logos/7/b.webp'])
})
