import { OFFLINE_DAYS_MAX } from '#contracts/calls/counter.ts'

/** Introduction above the operations, for authors of clients. */
export const INTRODUCTION = `Loyalty points on a verifiable ledger.

**Units.** Money is in whole AMD. Points have at most one decimal and are never sent in tenths. Award responses and figures carry points as numbers (\`12.5\`); balances, perk prices and lists carry them as text with one decimal (\`"12.5"\`). 500 AMD earn 1 point, and 50 AMD is the smallest amount that earns any. Timestamps are ISO 8601 in UTC; days and months are calendar days and months in Asia/Yerevan.

**Sessions.** Signing in sets a session cookie, which every other call sends. The response contains the user’s \`id\`, which appears in the paths of that user’s calls. Later responses may set the cookie again with a new expiry or value; always use the latest. A session expires 14 days after its last use, and after 90 days at most. It ends earlier if the password changes, if the user ends it elsewhere, or if the business is suspended. Calls are then refused with 401, or with 403 and the state of the business. Idempotency keys of calls that move points belong to the user, not to the session.

**Writes.** Calls that award, redeem, return or void points require an \`Idempotency-Key\`, as do reviews, new perks and plan changes. Repeating a call with the same key and the same body has no further effect and returns the first response. Most other writes accept a key too, for safe retries; those that accept none are safe to repeat. Each operation says which applies. Use a UUID for each key: keys must be unique across all tills of a business, while two businesses may use the same key. Keys are remembered for a week, and permanently by the account whose points they moved. Refusals are not remembered: the same call may be sent again with the same key.

**Bodies** are JSON in UTF-8, sent as \`application/json\` without compression. Files are sent as \`multipart/form-data\`.

**Retries.** After no response, or 408, 500, 503 or 504, wait a moment and send the same call with the same key: the write takes effect exactly once, whether or not the first attempt succeeded. After 429, wait for the seconds in \`retry-after\` and do the same. After 401, sign in again and do the same. A call refused with 400, 403, 404, 409, 413, 422 or 431 had no effect, and is refused again until something else changes. A till without a network can keep retrying for ${OFFLINE_DAYS_MAX} days if its awards carry \`happenedAt\`.

**Read your writes.** The response to a call that awards, redeems, returns or voids points carries a \`consistency-token\`. A GET that sends this token waits until it can see that write. If the wait times out, the response is marked \`consistency-stale\`.

**Pagination.** A paginated list returns a cursor in \`next\` or in the \`next-cursor\` header. Send it back unchanged as \`before\`, \`after\` or \`cursor\`. If it is null or missing, that was the last page.

**Errors.** All errors have the same body, with a stable \`code\`.

**Compatibility.** Unknown fields in a body or query are ignored, except in calls that move points: award, redeem, verify and void refuse them. Later versions may add response fields and new values of \`code\`, \`type\` and \`status\`; clients must ignore those that they do not know.`
