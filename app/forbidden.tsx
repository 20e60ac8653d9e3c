import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Refusal } from '@/app/_request/refusal'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('errors.forbidden'))('title') }
}

export default function Forbidden() {
  return <Refusal why="forbidden" status={403} />
}
