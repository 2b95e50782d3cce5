import { createHash } from 'node:crypto'
import type { ReadModel } from './read-model.ts'

/**
 * Fingerprint of the read models: of their tables, columns and indexes, and of `meaning`, a number that is raised when
 * the columns stay and their rows change. A generation is kept by the versions that have its fingerprint.
 */
export function definitionsOf(readModels: readonly ReadModel[], meaning: number): string {
  const all = readModels.map((readModel) => readModel.ddl('read_g')).join('\n')
  return createHash('sha256').update(`${meaning}\n${all}`).digest('hex').slice(0, 8)
}
