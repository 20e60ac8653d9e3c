-- E-mail and IP addresses are outside the audit chain: an entry's detail holds a salted commitment to each text with one,
-- and this table the text, until it is erased or past its retention. No foreign key, as entries are never removed.
CREATE TABLE "audit_address" (
  "sequence" BIGINT NOT NULL,
  "name" TEXT NOT NULL,
  "salt" BYTEA NOT NULL,
  "value" TEXT NOT NULL,
  "recorded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "audit_address_pkey" PRIMARY KEY ("sequence", "name")
);
CREATE INDEX "audit_address_recorded_at_idx" ON "audit_address"("recorded_at");
-- A hash, as a text can be longer than an entry of a B-tree.
CREATE INDEX "audit_address_value_idx" ON "audit_address" USING HASH ("value");

-- What Prisma cannot say.

CREATE TRIGGER audit_address_not_changed BEFORE UPDATE OR TRUNCATE ON audit_address
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Rather too often than not at all: a text that only looks as if it held an address is kept for less time.
CREATE FUNCTION has_address(content text) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN content ~ '[^\s@]+@[^\s@]+\.[^\s@]+'
  OR content ~ '\y(\d{1,3}\.){3}\d{1,3}\y'
  OR content ~* '(?<![[:alnum:]:])(([\da-f]{1,4}:){7}[\da-f]{1,4}|([\da-f]{1,4}(:[\da-f]{1,4})*)?::([\da-f]{1,4}(:[\da-f]{1,4})*)?)(?![[:alnum:]:])';

-- The detail with a commitment instead of each text that has an address. A salt of 32 bytes that is deleted with the text:
-- without it, no one can try addresses until one fits. Two version 4 UUIDs have 244 bits from the system's generator.
CREATE FUNCTION commit_addresses(entry bigint, detail jsonb) RETURNS jsonb
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  part record;
  salt bytea;
BEGIN
  FOR part IN SELECT key AS name, value #>> '{}' AS text FROM jsonb_each(detail) WHERE has_address(value #>> '{}') LOOP
    salt := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
    INSERT INTO audit_address (sequence, name, salt, value) VALUES (entry, part.name, salt, part.text);
    detail := detail || jsonb_build_object(part.name, jsonb_build_object(
      'commitment', encode(sha256(salt || convert_to(part.text, 'UTF8')), 'hex')));
  END LOOP;
  RETURN detail;
END $$;

CREATE OR REPLACE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last audit_entry;
BEGIN
  LOCK TABLE audit_turn IN EXCLUSIVE MODE;
  SELECT * INTO last FROM audit_entry ORDER BY sequence DESC LIMIT 1;
  NEW.sequence := coalesce(last.sequence, 0) + 1;
  NEW.at := clock_timestamp();
  NEW.detail := commit_addresses(NEW.sequence, NEW.detail);
  NEW.previous_hash := coalesce(last.hash, '\x');
  NEW.hash := audit_entry_hash(NEW);
  RETURN NEW;
END $$;
