import type { Knex } from 'knex'

/**
 * Reviews, one per buyer and business. The database maintains sum and count per business, even when a review is deleted
 * with its buyer (H25).
 */
async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE reviews (
      id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
      buyer_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      business_id integer NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      rating smallint NOT NULL CHECK (rating BETWEEN 1 AND 5),
      -- R171: char_length counts code points
      comment text CHECK (char_length(comment) BETWEEN 1 AND 500),
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      UNIQUE (buyer_id, business_id)
    );
    CREATE INDEX reviews_business ON reviews (business_id, id);

    CREATE TABLE business_ratings (
      business_id integer PRIMARY KEY,
      stars integer NOT NULL,
      reviews integer NOT NULL
    ) WITH (fillfactor = 70);

    CREATE FUNCTION count_review() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP <> 'INSERT' THEN
        UPDATE business_ratings SET stars = stars - OLD.rating, reviews = reviews - 1 WHERE business_id = OLD.business_id;
      END IF;
      IF TG_OP <> 'DELETE' THEN
        INSERT INTO business_ratings (business_id, stars, reviews) VALUES (NEW.business_id, NEW.rating, 1)
        ON CONFLICT (business_id) DO UPDATE SET stars = business_ratings.stars + NEW.rating, reviews = business_ratings.reviews + 1;
      END IF;
      RETURN NULL;
    END $$;
    CREATE TRIGGER reviews_counted AFTER INSERT OR UPDATE OR DELETE ON reviews FOR EACH ROW EXECUTE FUNCTION count_review();
  `)
}

async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP TABLE reviews, business_ratings; DROP FUNCTION count_review()')
}

export const migration = { name: '0030-reviews', up, down }
