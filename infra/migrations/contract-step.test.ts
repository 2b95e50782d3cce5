import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { migrations } from './all.ts'
import { breaksNeighbours, contractsAfter } from './contract-step.ts'

/** Those before are in every installation. */
const FIRST_CHECKED = '0057'

const upOf = (name: string): string =>
  /async function up\b[\s\S]*?(?=\nasync function down\b)/.exec(
    readFileSync(new URL(`${name}.ts`, import.meta.url), 'utf8'),
  )?.[0] ?? ''

it('a migration leaves what the version before uses, unless it is a contract step of an earlier one', () => {
  const checked = migrations.filter(({ name }) => name >= FIRST_CHECKED)
  expect(checked.length).toBeGreaterThan(0)
  for (const { name } of checked) {
    const up = upOf(name)
    expect(up, name).toContain('knex')
    const after = contractsAfter(name)
    if (after === undefined) expect([name, breaksNeighbours(up)]).toEqual([name, []])
    else expect(migrations.some((each) => each.name.startsWith(`${after}-`) && each.name < name)).toBe(true)
  }
})

it.each([
  ['DROP TABLE perks', 'drops a table'],
  ['ALTER TABLE perks DROP COLUMN title', 'drops a column'],
  ['ALTER TABLE perks DROP title;', 'drops a column'],
  ['DROP FUNCTION projection_moves', 'drops a function'],
  ['ALTER TABLE perks RENAME COLUMN title TO name', 'renames'],
  ['ALTER TABLE perks RENAME title TO name', 'renames'],
  ['ALTER TABLE perks RENAME TO gifts', 'renames'],
  ['ALTER TABLE perks ALTER COLUMN title TYPE integer', 'changes a type'],
  ['ALTER TABLE perks ALTER title SET NOT NULL', 'requires a value'],
  ['ALTER TABLE perks ADD COLUMN title text NOT NULL', 'adds a column that requires a value'],
])('is refused: %s', (sql, what) => {
  expect(breaksNeighbours(sql)).toEqual([what])
})

it.each([
  'ALTER TABLE perks ADD COLUMN title text',
  'ALTER TABLE perks ADD COLUMN title text, ADD COLUMN n integer NOT NULL DEFAULT 0',
  'CREATE TABLE gifts (id integer NOT NULL)',
  'ALTER TABLE perks ALTER COLUMN title DROP NOT NULL; ALTER TABLE perks DROP CONSTRAINT perks_check;',
  '-- DROP TABLE perks',
])('is accepted: %s', (sql) => {
  expect(breaksNeighbours(sql)).toEqual([])
})

it('a contract step names the migration that made it possible', () => {
  expect(contractsAfter('0071-contracts-0061-live')).toBe('0061')
  expect(contractsAfter('0061-generations-by-definitions')).toBeUndefined()
})
