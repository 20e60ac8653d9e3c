// @node-oauth/oauth2-server with express and PostgreSQL: client credentials, stored opaque tokens.
import OAuth2Server from '@node-oauth/oauth2-server'
import express from 'express'
import { findAccount, findClient, pool } from './store.mjs'

const { Request, Response } = OAuth2Server

const oauth = new OAuth2Server({
  accessTokenLifetime: 3600,
  model: {
    async getClient(id, secret) {
      const client = await findClient(id)
      return client && client.secret === secret ? { id, grants: ['client_credentials'] } : null
    },
    async getUserFromClient(client) {
      return { id: client.id }
    },
    async saveToken(token, client, user) {
      await pool.query({
        name: 'save',
        text: 'INSERT INTO oauth2_token (token, client_id, expires_at) VALUES ($1, $2, $3)',
        values: [token.accessToken, client.id, token.accessTokenExpiresAt],
      })
      return { ...token, client, user }
    },
    async getAccessToken(accessToken) {
      const { rows } = await pool.query({
        name: 'token',
        text: 'SELECT client_id, expires_at FROM oauth2_token WHERE token = $1',
        values: [accessToken],
      })
      if (!rows[0]) return null
      const owner = { id: rows[0].client_id }
      return { accessToken, accessTokenExpiresAt: rows[0].expires_at, client: owner, user: owner }
    },
  },
})

const app = express()
app.disable('x-powered-by')
app.use(express.urlencoded({ extended: false }))

app.post('/oauth/token', async (request, response) => {
  try {
    const token = await oauth.token(new Request(request), new Response(response))
    response.json({ access_token: token.accessToken, token_type: 'Bearer', expires_in: 3600 })
  } catch (error) {
    response.status(error.code ?? 500).json({ error: error.name })
  }
})

app.get('/api/eWallet/v1/account', async (request, response) => {
  try {
    await oauth.authenticate(new Request(request), new Response(response))
    const account = await findAccount(request.query.msisdn)
    account ? response.json(account) : response.status(404).json({ code: 'account_not_found' })
  } catch (error) {
    response.status(error.code ?? 500).json({ error: error.name })
  }
})

app.listen(Number(process.env.PORT), '127.0.0.1', () => process.send?.('ready'))
