// case start
const { AUTH_URL, BASE_URL, CLIENT_ID, CLIENT_SECRET } = process.env
const credentials = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET }

const post = (path, form) => fetch(AUTH_URL + path, { method: 'POST', body: new URLSearchParams(form) })
const call = (path, token, options = {}) =>
  fetch(BASE_URL + path, { ...options, headers: { Authorization: `Bearer ${token}` } })
const readAccount = (msisdn, token) => call(`/api/eWallet/v1/account?msisdn=${msisdn}`, token)

async function obtainToken() {
  const response = await post('/oauth/token', { grant_type: 'client_credentials', ...credentials })
  return (await response.json()).access_token
}

let token = await obtainToken()
await call('/sandbox/v1/rehearsal', token, { method: 'POST' })
// case token
token = await obtainToken()
// case token_reused
for (let count = 0; count < 10; count++) await readAccount('221770000001', token)
// case active_account
await readAccount('221770000001', token)
// case suspended_account
await readAccount('221770000006', token)
// case unknown_account
await readAccount('999000000000', token)
// case expired_token
await post('/oauth/revoke', { token, ...credentials })
if ((await readAccount('221770000001', token)).status === 401) token = await obtainToken()
// case quota_exceeded
await failOnce('quota_exceeded')
await readPatiently('999100000042')

async function failOnce(code) {
  const account = {
    type: 'customer',
    status: 'active',
    balance: { value: 12500, unit: 'XOF' },
    frozenBalance: { value: 0, unit: 'XOF' },
    fault: { kind: 'error', code, calls: 1 },
  }
  const options = { method: 'PUT', body: JSON.stringify(account) }
  await call('/sandbox/v1/accounts/999100000042', token, options)
}

async function readPatiently(msisdn) {
  const response = await readAccount(msisdn, token)
  if (response.status !== 429 && response.status !== 503) return response
  const seconds = Number(response.headers.get('retry-after'))
  await new Promise((done) => setTimeout(done, seconds * 1000))
  return readPatiently(msisdn)
}
// case unavailable
await failOnce('unavailable')
await readPatiently('999100000042')
// case end
let response = await call('/sandbox/v1/rehearsal', token, { method: 'DELETE' })
while (response.headers.has('retry-after')) {
  await new Promise((done) => setTimeout(done, 1000))
  response = await call('/sandbox/v1/rehearsal', token)
}
const report = await response.json()
for (const { id, outcome, evidence } of report.cases) console.log(outcome, id, evidence)
if (report.cases.some(({ outcome }) => outcome !== 'passed')) process.exitCode = 1
