CREATE OR REPLACE FUNCTION keep_terms() RETURNS trigger
LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'published terms do not change' USING ERRCODE = 'insufficient_privilege';
END $$;
