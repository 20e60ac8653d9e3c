/**
 * A public key for each kind of signature, whose private key no one has: an assertion is checked against one
 * of them when its client has no fitting key, so that both take equally long.
 */
export const decoyKeys = [
  {
    algorithms: ['EdDSA'],
    publicKey: decode('MCowBQYDK2VwAyEA7WWOXyPQ4o9Rg2HFuWjirgUleb8W+crFmtI/yXqAMDw='),
  },
  {
    algorithms: ['ES256'],
    publicKey: decode(
      'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE5CyTMQlDhRBYamBhQyW/6597ITYOKL/gTTmYHg/xt0WyQZLQVJ3QcZ5hlU8NZsWYgmJE' +
        'GCo5Ni7t0+Ev2Du3fg==',
    ),
  },
  {
    algorithms: ['PS256', 'RS256'],
    publicKey: decode(
      'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAy1XZkVxl2Hnl3Jq/6TpGgRHjUxKU5+kERNaeIa23vDy+g2B7XMawk4KIAKJD' +
        'EIod02rvh4nOQuwxMFw5DkwLKkpo97wP96pvqBreuiUjJb/bGC5hwoa1jNO2BRjo9PVmfaY8DLPRv6D+e/CpcB1yTctyVKmtxWFDQTa+' +
        'joCfaJPpTE+WScOoPYW+a/xTNB1BLQHG8aEeI+Di8BE/GnoxnUKQkYoi/S2ERpZXl8wuEjpxItnOW5D3JgXBKrkhqJLG+Ee/FHekga+Y' +
        '36ym7DkbNpLG57qpibylKNJhO7d+QozzsD2I+/gxg2ubDJA7r9Q0bviWZsVL4nuV8uhBS4iPnwIDAQAB',
    ),
  },
]

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64')
}
