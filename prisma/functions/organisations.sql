-- The previous version changes the number alone.
CREATE OR REPLACE FUNCTION forget_registration_key() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF NEW.registration_number <> OLD.registration_number
    AND NEW.registration_key IS NOT DISTINCT FROM OLD.registration_key
  THEN
    NEW.registration_key := NULL;
  END IF;
  RETURN NEW;
END $$;
