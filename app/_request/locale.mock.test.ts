import { beforeEach, expect, test, vi } from 'vitest'
import { changeLanguage } from '@/lib/developers/profile'
import { formOf } from '@/test/forms'
import { chooseLocale } from './locale'

const world = vi.hoisted(() => ({
  developer: null as { locale: string; actor: { id: string; role: string } } | null,
  cookies: [] as string[],
  changed: [] as unknown[][],
  headers: new Headers(),
}))

vi.mock('next/headers', () => ({
  headers: async () => world.headers,
  cookies: async () => ({ set: (name: string, value: string) => world.cookies.push(`${name}=${value}`) }),
}))
vi.mock('next/navigation', async (original) => ({ ...(await original<object>()), redirect: () => {} }))
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }))
vi.mock('@/app/_request/session', () => ({ findCurrentDeveloper: async () => world.developer }))
vi.mock('@/lib/commands/execute', () => ({
  execute: async (...given: unknown[]) => world.changed.push(given),
}))

const actor = { id: 'someone', role: 'developer' }

beforeEach(() => {
  Object.assign(world, { developer: null, cookies: [], changed: [] })
})

const choose = (locale: string) => chooseLocale(formOf({ locale }))

test('the language of the pages becomes that of the e-mails for signed-in people', async () => {
  world.developer = { locale: 'en', actor }
  await choose('fr')
  expect(world.cookies).toEqual(['locale=fr'])
  expect(world.changed).toEqual([[changeLanguage, { actor, input: { locale: 'fr' } }]])
})

test('nothing is written when signed out, for the same language, or for an unknown one', async () => {
  await choose('fr')
  world.developer = { locale: 'fr', actor }
  await choose('fr')
  await choose('xx')
  expect(world.changed).toEqual([])
  expect(world.cookies).toEqual(['locale=fr', 'locale=fr'])
})
