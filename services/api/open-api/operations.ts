import type { Operations } from './operation.ts'
import { adminOperations } from './operations/admin.ts'
import { auditOperations } from './operations/audit.ts'
import { businessOperations } from './operations/business.ts'
import { peopleOperations } from './operations/people.ts'
import { publicOperations } from './operations/public.ts'

/** All that the document shows. A new route needs its line; open-api.int.test.ts misses it otherwise. */
export const OPERATIONS: Operations = {
  ...publicOperations,
  ...peopleOperations,
  ...businessOperations,
  ...adminOperations,
  ...auditOperations,
}
