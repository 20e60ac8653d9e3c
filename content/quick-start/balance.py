"""Reads the balance of one account: python3 balance.py 221770000001"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from decimal import Decimal

token, renew_at = None, 0.0


def send(request, retries=4):
    """Waits as long as Retry-After says after a 429 or 503, four times at most."""
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        if error.code not in (429, 503) or retries == 0:
            return error.code, error.read().decode()
        time.sleep(int(error.headers.get("Retry-After", 1)))
        return send(request, retries - 1)


def get_token():
    """The current token, requested again half a minute before it expires."""
    global token, renew_at
    if token and time.monotonic() < renew_at:
        return token
    form = urllib.parse.urlencode({
        "grant_type": "client_credentials",
        "client_id": os.environ["CLIENT_ID"],
        "client_secret": os.environ["CLIENT_SECRET"],
    })
    status, body = send(urllib.request.Request(os.environ["AUTH_URL"] + "/oauth/token", form.encode()))
    if status != 200:
        sys.exit(f"No access token: {status} {body}")
    answer = json.loads(body)
    token, renew_at = answer["access_token"], time.monotonic() + answer["expires_in"] - 30
    return token


def read_account(msisdn):
    global token
    url = os.environ["BASE_URL"] + "/api/eWallet/v1/account?" + urllib.parse.urlencode({"msisdn": msisdn})
    for attempt in range(2):
        headers = {"Authorization": "Bearer " + get_token()}
        status, body = send(urllib.request.Request(url, headers=headers))
        if status != 401:
            break
        # The token has expired, or was revoked: request another one, once.
        token = None
    return status, body


status, body = read_account(sys.argv[1])
print(status, body)
if status == 200:
    # A float would round very large amounts.
    balance = json.loads(body, parse_int=Decimal, parse_float=Decimal)["balance"]
    print(balance["value"], balance["unit"])
