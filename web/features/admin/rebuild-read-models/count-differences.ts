import type { TableDiff } from '#contracts/calls/staff/admin.ts'

export const countDifferences = (tables: readonly TableDiff[]): number =>
  tables.reduce((sum, { changed, missing, extra }) => sum + changed + missing + extra, 0)
