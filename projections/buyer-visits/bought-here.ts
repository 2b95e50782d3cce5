/** A condition in SQL on `v.business_id` and `v.buyer_id`: points were awarded to the buyer there and not undone. */
export const BOUGHT_HERE = `EXISTS (
    SELECT FROM read.buyer_visits AS visit
    WHERE visit.business_id = v.business_id AND visit.buyer_id = v.buyer_id AND visit.visits > 0
  )`
