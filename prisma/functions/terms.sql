-- Terms do not change once they have taken effect; before that they can be taken back.
CREATE OR REPLACE FUNCTION keep_terms() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.published_at > clock_timestamp() THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'published terms do not change' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE FUNCTION undo_terms(undone integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM terms_version WHERE version = undone AND published_at > clock_timestamp();
  RETURN FOUND;
END $$;
