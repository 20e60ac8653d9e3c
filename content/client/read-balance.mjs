import { AccountNotFoundError, createClient } from 'ewallet-client'

const { AUTH_URL = '', BASE_URL = '', CLIENT_ID = '', CLIENT_SECRET = '' } = process.env
const client = createClient({
  authUrl: AUTH_URL,
  baseUrl: BASE_URL,
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
})

try {
  const { balance } = await client.readAccount('221770000001')
  console.log(`${balance.value} ${balance.unit}`)
} catch (error) {
  if (!(error instanceof AccountNotFoundError)) throw error
  console.log('There is no such account.')
}
