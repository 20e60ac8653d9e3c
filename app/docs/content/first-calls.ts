import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { curlBalance, curlToken } from '@/components/snippets/curl'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'
import type { Block, Words } from './blocks'

/** The token call and its response, for a terminal. */
export function firstToken(words: Words): Block[] {
  const code = curlToken(`${gatewayAddresses('sandbox').authUrl}/oauth/token`, 'guichet_sandbox_id_…')
  const answer = '{"access_token":"guichet_sandbox_token_…","token_type":"Bearer","expires_in":300}'
  return call(words, words.t('firstCall.token'), code, answer)
}

/** The balance call and its response. */
export function firstBalance(words: Words): Block[] {
  const code = curlBalance(`${gatewayAddresses('sandbox').baseUrl}/api/eWallet/v1/account`, firstCallMsisdn)
  const answer = `{"msisdn":"${firstCallMsisdn}","type":"customer","status":"active",
 "balance":{"value":12500,"unit":"XOF"},"frozenBalance":{"value":0,"unit":"XOF"},
 "asOf":"2026-11-21T09:00:00Z"}`
  return call(words, words.t('firstCall.account'), code, answer)
}

function call({ t }: Words, title: string, code: string, answer: string): Block[] {
  return [
    { kind: 'code', title, code, language: 'sh', copyName: `${t('copy')}: ${title}` },
    { kind: 'code', title: t('firstCall.answer'), code: answer, language: 'json' },
  ]
}
