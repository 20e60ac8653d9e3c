import { purgeAbandonedUploads, purgeExpiredDocuments } from '@/lib/validation/retention'

/** Removes files that nobody may need any more, and pieces of uploads that never ended. Run once a day. */
export async function purgeDocuments(): Promise<void> {
  await purgeAbandonedUploads()
  await purgeExpiredDocuments()
}
