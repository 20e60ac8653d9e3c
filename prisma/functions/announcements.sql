-- Whoever began to send an announcement holds rows that undoing it waits for: it may have taken effect meanwhile, and then
-- nothing of it is taken back.
CREATE OR REPLACE FUNCTION undo_announcement(undone uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM FROM announcement WHERE id = undone AND published_at > clock_timestamp() FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM announcement_recipient WHERE announcement_id = undone;
  WITH event AS (
    SELECT id FROM webhook_event
    WHERE id >= (lpad(to_hex((extract(epoch FROM now() - interval '1 minute') * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
      AND type = 'announcement.published' AND data ->> 'announcementId' = undone::text),
  delivery AS (DELETE FROM webhook_delivery WHERE event_id IN (SELECT id FROM event))
  DELETE FROM webhook_event WHERE id IN (SELECT id FROM event);
  DELETE FROM announcement WHERE id = undone AND published_at > clock_timestamp();
  IF NOT FOUND THEN RAISE no_data_found; END IF;
  RETURN true;
EXCEPTION WHEN no_data_found THEN
  RETURN false;
END $$;
