#!/bin/sh
# Patroni, whose file names the addresses that compose.yaml has unless GUICHET_NETWORK chooses others.
set -eu
sed "s/172\.30\./$GUICHET_NETWORK./" /etc/guichet/patroni.yml > /tmp/patroni.yml
exec patroni /tmp/patroni.yml
