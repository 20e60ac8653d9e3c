#!/bin/sh
# Imports every file of all accounts that has arrived in FOLDER/incoming, the oldest first, and moves it to FOLDER/done.
# Usage: nightly.sh FOLDER COMMAND…, where COMMAND is what you type for "guichet".
set -eu
folder=$1
shift
files=$(find "$folder/incoming" -maxdepth 1 -type f -name '[!.]*.csv' -printf '%T@ %p\n' | sort -n | cut -d ' ' -f 2-)
[ -n "$files" ] || { echo "No file of accounts has arrived in $folder/incoming." >&2; exit 1; }
printf '%s\n' "$files" | while IFS= read -r file; do
  [ -s "$file" ] || { echo "$file is empty." >&2; exit 1; }
  began=$(date -u -r "$file" +%Y-%m-%dT%H:%M:%SZ)
  "$@" import-accounts "$file" --environment production --as-of "$began" --complete < /dev/null
  mv "$file" "$folder/done/$began-$(basename "$file")"
done
# They have balances in them.
find "$folder/done" -type f -mtime +7 -delete
