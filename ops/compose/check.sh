#!/bin/bash
# The health check of a container: 0 if every process that runs in it is ready, without starting Node for it. Each process
# leaves a file with its readiness URL, named after itself and its process id (scripts/launch/run/readiness-file.ts).
result=1
for mark in "${XDG_RUNTIME_DIR:-${TMPDIR:-/tmp}}/guichet-$UID"/*; do
  kill -0 "${mark##*-}" 2>/dev/null || continue
  [[ $(<"$mark") =~ ^http://\[?([^]/]+)\]?:([0-9]+)(/.*)$ ]] || exit 1
  exec 3<>"/dev/tcp/${BASH_REMATCH[1]}/${BASH_REMATCH[2]}" || exit 1
  printf 'GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' "${BASH_REMATCH[3]}" >&3
  read -r -t 3 _ status _ <&3
  exec 3>&-
  [[ $status == 200 ]] || exit 1
  result=0
done
exit $result
