import { refresh } from 'next/cache'
import type { z } from 'zod'
import { type FormState, submitForm } from '@/app/_request/action'
import { type Act, confirmed } from '@/app/_request/confirmed'
import { noteDraft } from '@/lib/request'

/**
 * As `submitForm`, for a form that shows what it would publish before it does: the page that answers has the preview in
 * the form, with what was typed, and its button runs `run` once it is {@link confirmed}.
 */
export async function publishForm<Schema extends z.ZodType>(
  act: Act,
  form: FormData,
  schema: Schema,
  messages: string,
  run: (input: z.output<Schema>) => Promise<FormState>,
): Promise<FormState> {
  refresh()
  return submitForm(form, schema, messages, async (input) => {
    const intent = form.get('intent')
    if (intent !== 'back') noteDraft(input)
    return intent === 'publish' ? confirmed(act, form, () => run(input)) : undefined
  })
}
