-- What ended does not come back.
CREATE OR REPLACE FUNCTION end_certificate_link() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
BEGIN
  DELETE FROM certificate_link WHERE application_id = NEW.id;
  RETURN NULL;
END $$;
