-- Whether row security lets the role of this connection have rows of an environment: a function that runs
-- with the rights of the owner, whom no policy restricts, has to ask. The policy on application that
-- restricts a role begins with its environment.
CREATE OR REPLACE FUNCTION may_serve(asked environment) RETURNS boolean
LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT NOT EXISTS (
    SELECT FROM pg_policy p WHERE p.polrelid = 'application'::regclass AND NOT p.polpermissive
      AND (SELECT r.oid FROM pg_roles r WHERE r.rolname = session_user) = ANY (p.polroles)
      AND NOT starts_with(p.polname, asked || '-'))
$$;
