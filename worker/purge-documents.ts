import { purgeAbandonedUploads, purgeExpiredDocuments } from '@/lib/documents/retention'

/**
 * Removes files that nobody may need any more, and pieces of uploads that never ended; half an hour of each at most. Run
 * once a day.
 * @param report gets the kind and how many went
 * @param signal ends the run: the worker ends
 */
export async function purgeDocuments(
  report: (what: string, count: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  report('upload_chunk', await purgeAbandonedUploads(undefined, signal))
  report('document', await purgeExpiredDocuments(undefined, signal))
}
