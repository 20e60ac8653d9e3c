// Reads the balance of one account: node balance.mjs 221770000001
const { AUTH_URL, BASE_URL, CLIENT_ID, CLIENT_SECRET } = process.env

let token
let renewAt = 0

/** The current token, requested again half a minute before it expires. */
async function getToken() {
  if (token && Date.now() < renewAt) return token
  const response = await send(`${AUTH_URL}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
    }),
  })
  if (!response.ok) throw new Error(`No access token: ${response.status} ${await response.text()}`)
  const { access_token, expires_in } = await response.json()
  token = access_token
  renewAt = Date.now() + (expires_in - 30) * 1000
  return token
}

/** Sends a request; waits as long as Retry-After says after a 429 or 503, four times at most. */
async function send(url, options, retries = 4) {
  const response = await fetch(url, options)
  if (![429, 503].includes(response.status) || retries === 0) return response
  const seconds = Number(response.headers.get('Retry-After') ?? 1)
  await new Promise((done) => setTimeout(done, seconds * 1000))
  return send(url, options, retries - 1)
}

async function readAccount(msisdn) {
  const url = `${BASE_URL}/api/eWallet/v1/account?msisdn=${encodeURIComponent(msisdn)}`
  const call = async () => send(url, { headers: { Authorization: `Bearer ${await getToken()}` } })
  let response = await call()
  if (response.status === 401) {
    // The token has expired, or was revoked: request another one, once.
    token = undefined
    response = await call()
  }
  return response
}

const response = await readAccount(process.argv[2])
// As text: JavaScript's numbers would round very large amounts.
console.log(response.status, await response.text())
