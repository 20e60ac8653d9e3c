import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Refusal } from '@/app/_request/refusal'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('errors.notFound'))('title') }
}

export default function NotFound() {
  return <Refusal why="notFound" status={404} />
}
