import { refresh } from 'next/cache'
import { setPublishPreview } from '@/lib/request-context'

/**
 * Options of a form that shows what it would publish before it does: the page that answers has the preview in the form,
 * with what was typed, and its button publishes.
 */
export const previewing = {
  fields({ form }: { form: FormData }) {
    refresh()
    return Object.fromEntries(form)
  },
  instead({ form, input }: { form: FormData; input: unknown }) {
    const intent = form.get('intent')
    if (intent !== 'back') setPublishPreview(input)
    return intent === 'publish' ? undefined : {}
  },
}
