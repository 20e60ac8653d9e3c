#!/bin/sh
# Runs once, when the first PostgreSQL is made: creates the owner of the tables, and a role for each process, to which
# `prepare` grants only what it needs. $1 is how the superuser connects.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 "$1" <<'SQL'
\getenv owner POSTGRES_PASSWORD
\getenv portal POSTGRES_PORTAL_PASSWORD
\getenv gateway POSTGRES_GATEWAY_PASSWORD
\getenv worker POSTGRES_WORKER_PASSWORD
\getenv feed POSTGRES_FEED_PASSWORD
CREATE ROLE guichet LOGIN PASSWORD :'owner';
CREATE ROLE guichet_portal LOGIN PASSWORD :'portal';
CREATE ROLE guichet_gateway LOGIN PASSWORD :'gateway';
CREATE ROLE guichet_worker LOGIN PASSWORD :'worker';
CREATE ROLE guichet_feed LOGIN PASSWORD :'feed';
CREATE DATABASE guichet OWNER guichet;
REVOKE ALL ON DATABASE guichet FROM PUBLIC;
GRANT CONNECT ON DATABASE guichet TO guichet_portal, guichet_gateway, guichet_worker, guichet_feed;
SQL
