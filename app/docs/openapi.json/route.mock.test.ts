import { expect, test, vi } from 'vitest'
import { type Branding, guichetBranding } from '@/lib/branding/schema'
import { describeApi } from '../openapi/document'
import { GET } from './route'

const world = vi.hoisted(() => ({ branding: null as Branding | null }))

vi.mock('@/app/_request/branding', () => ({ getBranding: async () => world.branding }))
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))
vi.mock('../openapi/document', () => ({
  describeApi: vi.fn((_, { productName: title }) => ({ info: { title }, paths: {} })),
}))

test('the document is made once for each change of branding', async () => {
  for (const productName of ['Teranga', 'Teranga', 'Baobab']) {
    world.branding = { ...guichetBranding, productName }
    expect(await (await GET()).json()).toMatchObject({ info: { title: productName } })
  }
  expect(describeApi).toHaveBeenCalledTimes(2)
})
