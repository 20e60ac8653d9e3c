-- Gateways remember the tokens of balances too, and with them which accounts an application may read and its limit.
DROP TRIGGER application_rights_changed ON application;
CREATE CONSTRAINT TRIGGER application_rights_changed AFTER UPDATE ON application
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN ((OLD.id, OLD.environment, OLD.state, OLD.client_id, OLD.owner_suspended, OLD.client_authentication,
      OLD.allowed_networks, OLD.rehearsal_id, OLD.access, OLD.rate_limit)
    IS DISTINCT FROM (NEW.id, NEW.environment, NEW.state, NEW.client_id, NEW.owner_suspended, NEW.client_authentication,
      NEW.allowed_networks, NEW.rehearsal_id, NEW.access, NEW.rate_limit))
  EXECUTE FUNCTION note_rights_change('id');
