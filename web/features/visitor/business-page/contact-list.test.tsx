import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { linkSchema } from '#contracts/units/links.ts'
import { startAllWords } from '../../../../infra/testing/all-words.ts'
import { ContactList, type TakingPart } from './contact-list.tsx'

afterEach(cleanup)

it('an Armenian website address shows as its owner wrote it, and links to the stored one (R114)', async () => {
  await startAllWords('en')
  const website = linkSchema.parse('https://www.սուրճ.հայ/մենյու')
  render(<ContactList business={{ website, address: null, phone: null, facebookUrl: null } as TakingPart} />)
  const link = screen.getByRole<HTMLAnchorElement>('link')
  expect([link.textContent, link.getAttribute('href')]).toEqual(['սուրճ.հայ/մենյու', website])
})
