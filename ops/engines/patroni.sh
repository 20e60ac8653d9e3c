#!/bin/sh
# Patroni, with the passwords of the secrets of its container. Its file names the addresses that compose.yaml has unless GUICHET_NETWORK chooses others.
set -eu
for name in PATRONI_PASSWORD POSTGRES_SUPERUSER_PASSWORD POSTGRES_REPLICATOR_PASSWORD \
  POSTGRES_PASSWORD POSTGRES_PORTAL_PASSWORD POSTGRES_GATEWAY_PASSWORD POSTGRES_WORKER_PASSWORD POSTGRES_FEED_PASSWORD; do
  value=$(cat "/run/secrets/$name")
  export "$name=$value"
done
export PATRONI_RESTAPI_PASSWORD="$PATRONI_PASSWORD"
export PATRONI_SUPERUSER_PASSWORD="$POSTGRES_SUPERUSER_PASSWORD"
export PATRONI_REPLICATION_PASSWORD="$POSTGRES_REPLICATOR_PASSWORD"
sed "s/172\.30\./$GUICHET_NETWORK./" /etc/guichet/patroni.yml > /tmp/patroni.yml
exec patroni /tmp/patroni.yml
