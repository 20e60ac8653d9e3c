import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { getBranding } from '@/app/_request/branding'
import { attachment } from '@/app/_request/document-response'
import { gatewayAddresses } from '@/app/_request/gateway-addresses'
import { type CollectionTexts, postmanCollection } from '@/components/snippets/collection'
import { reservedMsisdn } from '@/lib/wallet/msisdn'
import { firstCallMsisdn } from '@/lib/wallet/sandbox-accounts'

type Context = { params: Promise<{ id: string }> }

const requests = ['about', 'token', 'balance', 'unknown', 'badToken', 'introspect', 'revoke'] as const

/** The calls of one application as a collection for Postman and Bruno. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { application } = await requireApplication((await params).id)
  const { name, environment, clientId } = application
  const t = await getTranslations('applications.collection')
  const { productName: product } = await getBranding()
  const collection = postmanCollection({
    ...gatewayAddresses(environment),
    clientId,
    name: `${product} · ${name}`,
    // Production has no number that can be given away.
    msisdn: environment === 'sandbox' ? firstCallMsisdn : '',
    unknownMsisdn: reservedMsisdn,
    texts: Object.fromEntries(requests.map((key) => [key, t(key, { product })])) as CollectionTexts,
  })
  return new Response(JSON.stringify(collection, null, 2), {
    headers: {
      'Content-Type': 'application/json',
      ...attachment(`${environment}.postman_collection.json`),
    },
  })
}
