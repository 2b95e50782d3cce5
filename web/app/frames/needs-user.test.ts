// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ROUTES } from '../route-table.ts'
import { NEEDS_USER } from './needs-user.ts'

const source = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

/** Source of a page and of the gates around it. */
function gatesOf(file: string): string {
  const page = source(file)
  return [
    page,
    ...[...page.matchAll(/from '(?:\.\.\/)+(frames\/[\w/-]+\.tsx)'/g)].map(([, gate]) => source(`app/${gate}`)),
  ].join('\n')
}

it('the session is asked for at every page that has nothing, or only a sign-in, for a visitor, and at no other (R145)', () => {
  const pages = ROUTES.filter(({ path }) => path !== '*')
  const needing = pages
    .filter(({ file }) => /<(?:NothingHere|NoStaffPage)|user === null/.test(gatesOf(`app/routes/${file}.tsx`)))
    .map(({ path }) => path)
  expect(needing.length).toBeGreaterThan(12)
  expect(pages.map(({ path }) => path).filter((path) => NEEDS_USER.test(path.replace(/:\w+/g, '1')))).toEqual(needing)
})
