#!/bin/sh
# Reads the balance of one account: sh balance.sh 221770000001
# Keeps the token in a file, and retries 429 and 503 after the time in Retry-After.
set -eu
MSISDN=$1
TOKEN_FILE=${TOKEN_FILE:-.access-token}

request_token() {
  RESPONSE=$(curl -sS --retry 4 "$AUTH_URL/oauth/token" \
    -d grant_type=client_credentials \
    -d client_id="$CLIENT_ID" \
    -d client_secret="$CLIENT_SECRET")
  TOKEN=$(printf '%s' "$RESPONSE" | sed -n 's/.*"access_token" *: *"\([^"]*\)".*/\1/p')
  if [ -z "$TOKEN" ]; then
    printf 'No access token:\n%s\n' "$RESPONSE" >&2
    exit 1
  fi
  (umask 077 && printf '%s' "$TOKEN" >"$TOKEN_FILE")
}

read_account() {
  curl -sS --retry 4 -w '\n%{http_code}' "$BASE_URL/api/eWallet/v1/account?msisdn=$MSISDN" \
    -H "Authorization: Bearer $(cat "$TOKEN_FILE")"
}

[ -s "$TOKEN_FILE" ] || request_token
ACCOUNT=$(read_account)
# The token has expired, or was revoked: request another one, once.
if [ "${ACCOUNT##*
}" = 401 ]; then
  request_token
  ACCOUNT=$(read_account)
fi
printf '%s\n' "$ACCOUNT"
