'use client'

import { ErrorFallback } from '@/components/failure'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <main className="mx-auto w-full max-w-page px-4 sm:px-6">
      <ErrorFallback error={error} retry={retry} />
    </main>
  )
}
