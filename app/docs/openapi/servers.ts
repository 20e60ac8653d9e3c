import { gatewayAddresses } from '@/app/_request/gateway-addresses'

/** The two environments, Sandbox first: request samples call that one. */
export function servers(address: 'authUrl' | 'baseUrl') {
  return (['sandbox', 'production'] as const).map((environment) => ({
    url: gatewayAddresses(environment)[address],
    description: environment === 'sandbox' ? 'Sandbox' : 'Production',
  }))
}
