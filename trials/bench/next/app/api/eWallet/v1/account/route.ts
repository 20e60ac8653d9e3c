import { hashToken } from '@/lib/tokens/token'
import { parts } from '@/trials/bench/next/lib/parts'

export const dynamic = 'force-dynamic'

export async function GET(request: Request): Promise<Response> {
  const msisdn = new URL(request.url).searchParams.get('msisdn')
  const token = request.headers.get('authorization')?.slice('Bearer '.length) ?? ''
  const found = await parts().bearers.load({ tokenHash: hashToken(token), msisdn })
  const bearer = found && 'account' in found ? found : null
  if (!bearer) return Response.json({ code: 'invalid_token' }, { status: 401 })
  if (!bearer.account) return Response.json({ code: 'account_not_found' }, { status: 404 })
  const { type, status, currency, balance, frozenBalance, asOf } = bearer.account
  const body = `{"msisdn":"${msisdn}","type":"${type}","status":"${status}","balance":{"value":${balance},"unit":"${currency}"},"frozenBalance":{"value":${frozenBalance},"unit":"${currency}"},"asOf":"${new Date(asOf * 1000).toISOString().slice(0, 19)}Z"}`
  return new Response(body, { headers: { 'Content-Type': 'application/json' } })
}
