/**
 * A CRUD award updates balance, award, totals and month count in one transaction. Its fastest form is the function: the
 * same statements in one round trip. The full one keeps all that the product keeps.
 */
import { AWARD_RULE } from '#contracts/units/tenths.ts'
import { BUSINESSES } from '../people.ts'

export const CRUD_SCHEMA = `
  CREATE TABLE account (
    business_id integer NOT NULL,
    buyer_id integer NOT NULL,
    balance_tenths bigint NOT NULL,
    PRIMARY KEY (business_id, buyer_id)
  ) WITH (fillfactor = 60);

  CREATE TABLE txn (
    id uuid PRIMARY KEY,
    business_id integer NOT NULL,
    buyer_id integer NOT NULL,
    idempotency_key text NOT NULL,
    amount_amd bigint NOT NULL,
    tenths bigint NOT NULL,
    balance_after_tenths bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (business_id, idempotency_key)
  );
  CREATE INDEX ON txn (business_id, buyer_id, created_at);

  CREATE TABLE stats (
    business_id integer PRIMARY KEY,
    awards bigint NOT NULL,
    issued_tenths bigint NOT NULL
  ) WITH (fillfactor = 50);

  CREATE TABLE monthly (
    business_id integer NOT NULL,
    month text NOT NULL,
    awards integer NOT NULL,
    PRIMARY KEY (business_id, month)
  ) WITH (fillfactor = 50);

  CREATE FUNCTION award(a_id uuid, a_business integer, a_buyer integer, a_key text, a_amount bigint, a_tenths bigint, a_month text, a_limit integer)
  RETURNS TABLE (verdict text, balance_tenths bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    before bigint;
    counted integer;
  BEGIN
    SELECT account.balance_tenths INTO before FROM account WHERE business_id = a_business AND buyer_id = a_buyer FOR UPDATE;
    IF before IS NULL THEN
      INSERT INTO account VALUES (a_business, a_buyer, 0) ON CONFLICT DO NOTHING;
      SELECT account.balance_tenths INTO before FROM account WHERE business_id = a_business AND buyer_id = a_buyer FOR UPDATE;
    END IF;
    INSERT INTO txn (id, business_id, buyer_id, idempotency_key, amount_amd, tenths, balance_after_tenths)
      VALUES (a_id, a_business, a_buyer, a_key, a_amount, a_tenths, before + a_tenths) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN QUERY SELECT 'repeat', 0::bigint;
      RETURN;
    END IF;
    UPDATE account SET balance_tenths = before + a_tenths WHERE business_id = a_business AND buyer_id = a_buyer;
    UPDATE stats SET awards = awards + 1, issued_tenths = issued_tenths + a_tenths WHERE business_id = a_business;
    INSERT INTO monthly AS m VALUES (a_business, a_month, 1)
      ON CONFLICT (business_id, month) DO UPDATE SET awards = m.awards + 1 WHERE a_limit IS NULL OR m.awards < a_limit
      RETURNING m.awards INTO counted;
    IF counted IS NULL THEN
      RAISE EXCEPTION 'limit' USING ERRCODE = 'HL001';
    END IF;
    RETURN QUERY SELECT 'done', before + a_tenths;
  END $$;
`

/**
 * What the product's log and read models hold of an award, as one function would keep it: the history with its running
 * balance, day book, statistics and month; the key with its input and response for ever, in a row that carries no more;
 * and a hash chain per business, so that a changed row shows. Locks are taken in one order, the chain's last.
 */
export const CRUD_FULL_SCHEMA = `
  CREATE TABLE idempotency (
    business_id integer NOT NULL,
    idempotency_key text NOT NULL,
    input_hash bytea NOT NULL,
    award_id uuid NOT NULL,
    balance_after_tenths bigint NOT NULL,
    PRIMARY KEY (business_id, idempotency_key)
  );

  CREATE TABLE history (
    business_id integer NOT NULL,
    buyer_id integer NOT NULL,
    place bigint NOT NULL,
    award_id uuid NOT NULL,
    type text NOT NULL,
    amount_amd bigint NOT NULL,
    delta_tenths bigint NOT NULL,
    balance_tenths bigint NOT NULL,
    rule text NOT NULL,
    actor_id integer NOT NULL,
    actor_role text NOT NULL,
    recorded_at timestamptz NOT NULL,
    hash bytea NOT NULL,
    PRIMARY KEY (business_id, place)
  );
  CREATE INDEX ON history (business_id, buyer_id, place);

  CREATE TABLE chain (
    business_id integer PRIMARY KEY,
    size bigint NOT NULL,
    hash bytea NOT NULL
  ) WITH (fillfactor = 50);

  CREATE TABLE day_book (
    business_id integer NOT NULL,
    day date NOT NULL,
    awards integer NOT NULL,
    amount_amd bigint NOT NULL,
    issued_tenths bigint NOT NULL,
    PRIMARY KEY (business_id, day)
  ) WITH (fillfactor = 50);

  CREATE FUNCTION award_full(a_id uuid, a_business integer, a_buyer integer, a_key text, a_amount bigint, a_tenths bigint, a_month text, a_limit integer)
  RETURNS TABLE (verdict text, balance_tenths bigint) LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    now_at timestamptz := clock_timestamp();
    before bigint;
    counted integer;
    link record;
  BEGIN
    SELECT account.balance_tenths INTO before FROM account WHERE business_id = a_business AND buyer_id = a_buyer FOR UPDATE;
    IF before IS NULL THEN
      INSERT INTO account VALUES (a_business, a_buyer, 0) ON CONFLICT DO NOTHING;
      SELECT account.balance_tenths INTO before FROM account WHERE business_id = a_business AND buyer_id = a_buyer FOR UPDATE;
    END IF;
    INSERT INTO idempotency VALUES (a_business, a_key, sha256(convert_to(a_buyer || ' ' || a_amount, 'UTF8')), a_id, before + a_tenths)
      ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
      RETURN QUERY SELECT 'repeat', 0::bigint;
      RETURN;
    END IF;
    UPDATE account SET balance_tenths = before + a_tenths WHERE business_id = a_business AND buyer_id = a_buyer;
    UPDATE stats SET awards = awards + 1, issued_tenths = issued_tenths + a_tenths WHERE business_id = a_business;
    INSERT INTO monthly AS m VALUES (a_business, a_month, 1)
      ON CONFLICT (business_id, month) DO UPDATE SET awards = m.awards + 1 WHERE a_limit IS NULL OR m.awards < a_limit
      RETURNING m.awards INTO counted;
    IF counted IS NULL THEN
      RAISE EXCEPTION 'limit' USING ERRCODE = 'HL001';
    END IF;
    INSERT INTO day_book AS d VALUES (a_business, (now_at AT TIME ZONE 'Asia/Yerevan')::date, 1, a_amount, a_tenths)
      ON CONFLICT (business_id, day) DO UPDATE
      SET awards = d.awards + 1, amount_amd = d.amount_amd + a_amount, issued_tenths = d.issued_tenths + a_tenths;
    UPDATE chain SET size = size + 1,
      hash = sha256(hash || convert_to(concat_ws(' ', a_id, a_business, a_buyer, a_amount, a_tenths, before + a_tenths, now_at), 'UTF8'))
      WHERE business_id = a_business RETURNING size, hash INTO link;
    INSERT INTO history VALUES (a_business, a_buyer, link.size, a_id, 'PointsAwarded', a_amount, a_tenths, before + a_tenths,
      '${AWARD_RULE}', a_business, 'business', now_at, link.hash);
    RETURN QUERY SELECT 'done', before + a_tenths;
  END $$;
`

export const CRUD_BUSINESSES = `INSERT INTO stats SELECT $1 + i, 0, 0 FROM generate_series(0, ${BUSINESSES} - 1) AS i`
export const CRUD_CHAINS = `INSERT INTO chain SELECT $1 + i, 0, '' FROM generate_series(0, ${BUSINESSES} - 1) AS i`
