<?php
// Reads the balance of one account: php balance.php 221770000001

/** Waits as long as Retry-After says after a 429 or 503, four times at most. @return array{int, string} */
function send(string $url, array $http, int $retries = 4): array
{
    $context = stream_context_create(['http' => $http + ['ignore_errors' => true]]);
    $body = file_get_contents($url, false, $context);
    $headers = implode("\n", $http_response_header);
    $status = (int) explode(' ', $headers)[1];
    if (!in_array($status, [429, 503], true) || $retries === 0) {
        return [$status, $body];
    }
    sleep(preg_match('/^Retry-After: (\d+)/im', $headers, $seconds) ? (int) $seconds[1] : 1);
    return send($url, $http, $retries - 1);
}

/** The current token, requested again half a minute before it expires. */
function getToken(bool $new = false): string
{
    static $token = null, $renewAt = 0;
    if (!$new && $token !== null && time() < $renewAt) {
        return $token;
    }
    [$status, $body] = send(getenv('AUTH_URL') . '/oauth/token', [
        'method' => 'POST',
        'header' => 'Content-Type: application/x-www-form-urlencoded',
        'content' => http_build_query([
            'grant_type' => 'client_credentials',
            'client_id' => getenv('CLIENT_ID'),
            'client_secret' => getenv('CLIENT_SECRET'),
        ]),
    ]);
    if ($status !== 200) {
        exit("No access token: $status $body\n");
    }
    $answer = json_decode($body);
    $token = $answer->access_token;
    $renewAt = time() + $answer->expires_in - 30;
    return $token;
}

/** @return array{int, string} */
function readAccount(string $msisdn): array
{
    $url = getenv('BASE_URL') . '/api/eWallet/v1/account?' . http_build_query(['msisdn' => $msisdn]);
    $result = send($url, ['header' => 'Authorization: Bearer ' . getToken()]);
    // The token has expired, or was revoked: request another one, once.
    return $result[0] === 401 ? send($url, ['header' => 'Authorization: Bearer ' . getToken(true)]) : $result;
}

[$status, $body] = readAccount($argv[1]);
// As text: PHP's numbers would round very large amounts.
echo "$status $body\n";
