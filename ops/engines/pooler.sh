#!/bin/sh
# PgBouncer, which reads its users from a file only: the portal's role, in clear text, as PgBouncer signs in to
# PostgreSQL with it.
set -eu
umask 077
printf '"guichet_portal" "%s"\n' "$(cat /run/secrets/POSTGRES_PORTAL_PASSWORD)" > /tmp/users.txt
exec pgbouncer /etc/guichet/pgbouncer.ini
