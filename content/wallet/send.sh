# Sends one change. FEED and KEY are the URL of the feed and a key of FEED_KEYS.
curl --fail-with-body --silent --show-error --retry 8 --retry-all-errors "$FEED/v1/changes" \
  --header "Authorization: Bearer $KEY" --header 'Content-Type: application/json' \
  --data '{"msisdn":"221771234567","balance":{"value":12500,"unit":"XOF"},"asOf":"'"$(date -u +%Y-%m-%dT%H:%M:%S.%6NZ)"'"}'
