import { purgeAbandonedUploads, purgeExpiredDocuments } from '@/lib/documents/retention'

/**
 * Deletes files past their retention, and chunks of uploads that never completed; each for half an hour at most. Run
 * daily.
 * @param report called with the kind and how many were deleted
 * @param signal ends the run: the worker ends
 */
export async function purgeDocuments(
  report: (what: string, count: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  report('upload_chunk', await purgeAbandonedUploads(undefined, signal))
  report('document', await purgeExpiredDocuments(undefined, signal))
}
