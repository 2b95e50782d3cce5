/**
 * A CRUD award updates balance, award, totals and month count in one transaction. Its fastest form is the function: the
 * same statements in one round trip.
 */
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

export const CRUD_BUSINESSES = `INSERT INTO stats SELECT $1 + i, 0, 0 FROM generate_series(0, ${BUSINESSES} - 1) AS i`
