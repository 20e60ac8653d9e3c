"""Sends changes from standard input, one JSON object a line, 1,000 at a time; repeats until each batch is stored."""
import http.client, itertools, json, os, sys, time, urllib.request

def send(lines):
    headers = {"Authorization": "Bearer " + os.environ["KEY"], "Content-Type": "application/x-ndjson"}
    while True:
        request = urllib.request.Request(os.environ["FEED"] + "/v1/changes", "".join(lines).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except (OSError, http.client.HTTPException) as error:
            status = getattr(error, "code", 503)
            if status < 500 and status not in (408, 429):
                raise
            print(error, file=sys.stderr)
            time.sleep(1)

while batch := list(itertools.islice(sys.stdin, 1000)):
    for refused in send(batch)["refused"]:
        print(batch[refused["index"]].strip(), refused["message"], file=sys.stderr)
