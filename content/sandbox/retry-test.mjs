// Run with BASE_URL and ACCESS_TOKEN: the second of two calls succeeds, as a program that retries expects.
const headers = { Authorization: `Bearer ${process.env.ACCESS_TOKEN}` }
const account = `${process.env.BASE_URL}/sandbox/v1/accounts/999100000042`

const put = await fetch(account, {
  method: 'PUT',
  headers,
  body: JSON.stringify({
    type: 'customer',
    status: 'active',
    balance: { value: 12500, unit: 'XOF' },
    frozenBalance: { value: 0, unit: 'XOF' },
    fault: { kind: 'error', code: 'unavailable', calls: 1 },
  }),
})
console.log(put.status)

for (let call = 0; call < 2; call++) {
  const url = `${process.env.BASE_URL}/api/eWallet/v1/account?msisdn=999100000042`
  const response = await fetch(url, { headers })
  console.log(response.status, await response.text())
}

await fetch(account, { method: 'DELETE', headers })
