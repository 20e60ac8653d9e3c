import type { Metadata } from 'next'
import type { Messages, NamespaceKeys, NestedKeyOf } from 'next-intl'
import { getTranslations } from 'next-intl/server'

/** Where messages are. */
export type Area = NamespaceKeys<Messages, NestedKeyOf<Messages>>

/** The metadata of a page whose title is a message: `export const generateMetadata = pageMetadata('health')`. */
export function pageMetadata(area: Area, key = 'title', more: Metadata = {}): () => Promise<Metadata> {
  return async () => {
    const t = (await getTranslations(area)) as (key: string) => string
    return { title: t(key), ...more }
  }
}
