import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api/api-error.ts'
import { startAllWords } from '../../../infra/testing/all-words.ts'
import { CrashBoundary } from './crash-boundary.tsx'

beforeAll(() => startAllWords('en'))
afterEach(cleanup)
afterEach(() => vi.restoreAllMocks())

function Page({ error }: { error: Error }): ReactNode {
  throw error
}

const heading = (error: Error): string | null => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  render(
    <CrashBoundary>
      <Page error={error} />
    </CrashBoundary>,
  )
  return screen.getByRole('heading', { level: 1 }).textContent
}

it('a page whose code cannot load offline says so, and links to one that opens offline (R222)', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  expect(heading(new ApiError(0, 'network', 'Failed to fetch'))).toBe('Connection issue')
  expect(screen.getByRole('link').getAttribute('href')).toBe('/dashboard')
  expect(screen.queryByRole('button')).toBeNull()
})

it('a page that crashes says so, even offline (R223)', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const crashed = heading(new Error('a fault'))
  expect(crashed).not.toBe('Connection issue')
  expect(screen.getAllByRole('button')).toHaveLength(2)
})
