import { OFFLINE_DAYS_MAX } from '#contracts/calls/counter.ts'

/** Introduction above the operations, for authors of clients. */
export const INTRODUCTION = `Loyalty points on a ledger that people can check.

**Units.** Money is whole AMD. Points have at most one decimal and are never told in tenths: they are numbers (\`12.5\`) in what an award comes to and in the figures, and text with one decimal (\`"12.5"\`) in balances, prices of perks and lists. 500 AMD earn 1 point, and 50 AMD are the least that earns any. Moments are ISO 8601 in UTC; days and months are those of Asia/Yerevan.

**Sessions.** A sign-in sets a cookie that all other calls send, and answers with the \`id\` that stands in the addresses of one’s own calls. Other answers may set it again, with a later end or another value: the one that came last counts. The session holds for 14 days after its last use, and for 90 at most; it ends earlier where the password changes, the person ends it elsewhere or the business is suspended: then a call is answered with 401, or with 403 and the state of the business. The keys of what moves points belong to the person and not to the session.

**Writes.** Whatever awards, spends, gives back or calls back points needs an \`Idempotency-Key\`, as do reviews, new perks and changes of the plan: sent again with the same key and the same body it is done once, and the first answer comes again. Most other writes take a key as well, so that a retry is answered as the first call; what takes none can be sent again without harm. Each operation says which it is. A key is best a UUID: all tills of a business together need another one for each thing, while two businesses may have the same. It is remembered for a week, and by the account whose points it has moved for ever. A refusal is not remembered: the same call may be sent again under the same key.

**Bodies** are JSON in UTF-8, sent as \`application/json\` and not compressed; files are sent as \`multipart/form-data\`.

**After a call.** What has got no answer, or 408, 500, 503 or 504, is sent again after a moment under the same key: whether it was done or not, it is done once. 429 the same, after the seconds of \`retry-after\`. 401 the same, after another sign-in. What is refused with 400, 403, 404, 409, 413, 422 or 431 was not done, and is refused again until something else has changed. A till without a network can go on like this for ${OFFLINE_DAYS_MAX} days, where it sends \`happenedAt\` with its awards.

**Reading one's own writes.** The answer to whatever awards, spends, gives back or calls back points carries a \`consistency-token\`. A GET that hands it back waits until it can see that write; where it cannot in time, its answer is marked \`consistency-stale\`.

**Pages.** A list that comes in pages says where the next one begins, in \`next\` or in the header \`next-cursor\`; that is handed back as \`before\`, \`after\` or \`cursor\`, unchanged. Where it is null or missing, that was the last page.

**Refusals.** Each has the same body, with a stable \`code\`.

**What a client does not know.** Fields of a body and of a query that a call does not know are passed over, except where points move: award, redeem, verify and void refuse them. A later version may answer with more fields, and with more kinds of a thing (\`code\`, \`type\`, \`status\`): a client passes over those that it does not know, too.`
