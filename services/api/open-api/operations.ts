import type { Operations } from './operation.ts'
import { adminOperations } from './operations/admin.ts'
import { auditOperations } from './operations/audit.ts'
import { businessOperations } from './operations/business.ts'
import { peopleOperations } from './operations/people.ts'
import { publicOperations } from './operations/public.ts'
import { secondFactorOperations } from './operations/second-factor.ts'
import { pushOperations } from './operations/push.ts'
import { tillOperations } from './operations/till.ts'

/** A new route needs an entry; open-api.int.test.ts finds missing ones. */
export const OPERATIONS: Operations = {
  ...publicOperations,
  ...peopleOperations,
  ...secondFactorOperations,
  ...pushOperations,
  ...businessOperations,
  ...tillOperations,
  ...adminOperations,
  ...auditOperations,
}
