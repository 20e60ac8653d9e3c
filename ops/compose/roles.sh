#!/bin/sh
# Runs once, when the database is made: a role for each process, which `prepare` grants what it needs and no more.
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set portal="$POSTGRES_PORTAL_PASSWORD" --set gateway="$POSTGRES_GATEWAY_PASSWORD" \
  --set worker="$POSTGRES_WORKER_PASSWORD" <<'SQL'
CREATE ROLE guichet_portal LOGIN PASSWORD :'portal';
CREATE ROLE guichet_gateway LOGIN PASSWORD :'gateway';
CREATE ROLE guichet_worker LOGIN PASSWORD :'worker';
SQL
