import { database } from '@/lib/database'
import { remindOverdue } from '@/lib/validation/overdue'

/** Mails every reviewer what is overdue, in one mail. Run once a day on working days. */
export async function remindOverdueSubmissions(): Promise<void> {
  await database().$transaction(remindOverdue)
}
