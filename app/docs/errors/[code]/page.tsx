import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { describeErrorPage } from '../../content/error-pages'
import { readWords } from '../../content/words'
import { DocsPageView, metadataOf } from '../../view/page-view'
import { type ErrorCode, isErrorCode } from '../codes'

type Props = { params: Promise<{ code: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return metadataOf(describeErrorPage(await requireCode(params), await readWords()))
}

export default async function ErrorCodePage({ params }: Props) {
  return <DocsPageView page={describeErrorPage(await requireCode(params), await readWords())} />
}

async function requireCode(params: Props['params']): Promise<ErrorCode> {
  const { code } = await params
  return isErrorCode(code) ? code : notFound()
}
