import { expect, it } from 'vitest'
import { readModels } from './all.ts'
import { foldLog } from './testing/fold.ts'

it('every read model of the accounts alone is folded once more by the tests, so that its rows are compared (R234)', () => {
  const ofAccounts = readModels.filter((readModel) => !('logStatement' in readModel) && !('projectLog' in readModel))
  expect(Object.keys(foldLog([])).toSorted()).toEqual(ofAccounts.map(({ table }) => table).toSorted())
})
