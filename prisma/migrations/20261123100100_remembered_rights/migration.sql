-- What gateways remember about an application is confirmed by each of their statements, against a record of revocations.

-- One row: how many changes there were, and a random mark of the last one.
CREATE TABLE "rights_counter" (
    "id" BOOLEAN NOT NULL DEFAULT true,
    "number" BIGINT NOT NULL DEFAULT 0,
    "mark" UUID NOT NULL DEFAULT gen_random_uuid(),

    CONSTRAINT "rights_counter_pkey" PRIMARY KEY ("id")
);

-- The last thousand changes. A gateway that comes with a number and mark that are not here forgets everything.
CREATE TABLE "rights_change" (
    "number" BIGINT NOT NULL,
    "mark" UUID NOT NULL,
    "application_id" UUID,

    CONSTRAINT "rights_change_pkey" PRIMARY KEY ("number")
);

-- What Prisma cannot say.

ALTER TABLE "rights_counter" ADD CONSTRAINT "rights_counter_id_check" CHECK ("id");
INSERT INTO rights_counter DEFAULT VALUES;
INSERT INTO rights_change (number, mark) SELECT number, mark FROM rights_counter;

-- The row of the counter stays locked until the transaction has ended, so numbers are in the order of commits.
CREATE FUNCTION raise_rights(application uuid, kept integer) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last rights_counter;
BEGIN
  UPDATE rights_counter SET number = number + 1, mark = gen_random_uuid() RETURNING * INTO STRICT last;
  INSERT INTO rights_change (number, mark, application_id) VALUES (last.number, last.mark, application);
  DELETE FROM rights_change WHERE number <= last.number - kept;
END $$;
REVOKE ALL ON FUNCTION raise_rights(uuid, integer) FROM PUBLIC;

-- Makes every gateway forget everything.
CREATE FUNCTION forget_rights() RETURNS void LANGUAGE sql SET search_path = public, pg_temp AS $$
  SELECT raise_rights(NULL, 1)
$$;
REVOKE ALL ON FUNCTION forget_rights() FROM PUBLIC;

-- For a row of an application: the argument is the column with its id. A row that is moved from one to another counts for
-- both. Deferred triggers, so that the counter comes after every other lock of the transaction.
CREATE FUNCTION note_rights_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    PERFORM forget_rights();
  ELSE
    PERFORM raise_rights(id, 1000) FROM (
      SELECT DISTINCT (side ->> TG_ARGV[0])::uuid FROM unnest(ARRAY[to_jsonb(OLD), to_jsonb(NEW)]) AS side
      WHERE side IS NOT NULL
    ) AS changed (id);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER application_rights_emptied AFTER TRUNCATE ON application EXECUTE FUNCTION note_rights_change();
CREATE CONSTRAINT TRIGGER application_rights_deleted AFTER DELETE ON application
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_rights_change('id');
CREATE CONSTRAINT TRIGGER application_rights_changed AFTER UPDATE ON application
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.id, OLD.environment, OLD.state, OLD.client_id, OLD.owner_suspended,
      OLD.client_authentication, OLD.allowed_networks, OLD.rehearsal_id)
    IS DISTINCT FROM (NEW.id, NEW.environment, NEW.state, NEW.client_id, NEW.owner_suspended,
      NEW.client_authentication, NEW.allowed_networks, NEW.rehearsal_id))
  EXECUTE FUNCTION note_rights_change('id');

CREATE TRIGGER client_secret_rights_emptied AFTER TRUNCATE ON client_secret EXECUTE FUNCTION note_rights_change();
CREATE CONSTRAINT TRIGGER client_secret_rights_deleted AFTER DELETE ON client_secret
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION note_rights_change('application_id');
CREATE CONSTRAINT TRIGGER client_secret_rights_changed AFTER UPDATE ON client_secret
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.id, OLD.application_id, OLD.secret_hash, OLD.hash_key_id, OLD.retires_at, OLD.revoked_at, OLD.proof)
    IS DISTINCT FROM
      (NEW.id, NEW.application_id, NEW.secret_hash, NEW.hash_key_id, NEW.retires_at, NEW.revoked_at, NEW.proof))
  EXECUTE FUNCTION note_rights_change('application_id');

-- Housekeeping deletes tokens that have expired, which no gateway accepts from its memory.
CREATE TRIGGER access_token_rights_emptied AFTER TRUNCATE ON access_token EXECUTE FUNCTION note_rights_change();
CREATE CONSTRAINT TRIGGER access_token_rights_deleted AFTER DELETE ON access_token
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.expires_at > clock_timestamp())
  EXECUTE FUNCTION note_rights_change('application_id');
CREATE CONSTRAINT TRIGGER access_token_rights_changed AFTER UPDATE ON access_token
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
  EXECUTE FUNCTION note_rights_change('application_id');
