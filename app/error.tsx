'use client'

import { Failure } from '@/components/failure'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="mx-auto w-full max-w-page px-4 sm:px-6">
      <Failure error={error} retry={retry} />
    </main>
  )
}
