import { getTranslations } from 'next-intl/server'
import type { FormState } from '@/app/_request/action'
import type { Messages } from '@/generated/messages'

type Reason = keyof Messages['administration']['errors']

/** The reason for a refusal, shown above the form. */
export async function refusal(reason: Reason): Promise<FormState> {
  return { error: (await getTranslations('administration.errors'))(reason) }
}
