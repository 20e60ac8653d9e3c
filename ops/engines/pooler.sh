#!/bin/sh
# PgBouncer, which reads who may come through it from a file alone: the portal's role, in clear, as it signs in to
# PostgreSQL with it.
set -eu
umask 077
printf '"guichet_portal" "%s"\n' "$POSTGRES_PORTAL_PASSWORD" > /tmp/users.txt
exec pgbouncer /etc/guichet/pgbouncer.ini
