import { getTranslations } from 'next-intl/server'
import { describeOther } from '@/app/_request/action'
import { findCurrentDeveloper } from '@/app/_request/session'
import { FlashMessages } from '@/components/flash-messages'
import type { Query } from '@/components/query'
import { idempotencyKeyField, personField } from '@/components/ui/hidden-field-names'
import { newId } from '@/lib/ids'

/** Why a form that a route received did nothing. */
type RouteRefusal = 'repeated' | 'changed' | 'other_person'

/** In a form that a route receives: for whom it was rendered, and the key by which it does once what it does. */
export async function RouteFields() {
  return (
    <>
      <input type="hidden" name={personField} value={(await findCurrentDeveloper())?.id} />
      <input type="hidden" name={idempotencyKeyField} value={newId()} autoComplete="off" />
    </>
  )
}

/** Above such a form: why it did nothing. */
export async function RouteNotice({ query, className }: { query: Query; className?: string }) {
  const t = await getTranslations('common')
  const { email = '' } = (await findCurrentDeveloper()) ?? {}
  const texts: Record<RouteRefusal, string> = {
    repeated: t('repeated.done'),
    changed: (await getTranslations('common'))('changed'),
    other_person: await describeOther({ email }),
  }
  const keys = Object.keys(texts) as RouteRefusal[]
  return <FlashMessages query={query} refused={{ keys, text: (key) => texts[key] }} className={className} />
}
