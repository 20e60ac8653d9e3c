import { getTranslations } from 'next-intl/server'
import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import type { Application } from '@/generated/prisma/client'

const tones = {
  draft: 'info',
  in_validation: 'info',
  changes_requested: 'warning',
  rejected: 'danger',
  activating: 'info',
  suspended: 'warning',
} as const

/**
 * The state's meaning for the owner, and the next step; empty while the application is active.
 */
export async function StateNotice({ application }: { application: Pick<Application, 'id' | 'state'> }) {
  const { id, state } = application
  if (state === 'active' || state === 'deleted') return null
  const t = await getTranslations('applications.notice')
  return (
    <Notice tone={tones[state]} title={t(`${state}.title`)}>
      <p>{t(`${state}.body`)}</p>
      {state !== 'suspended' && (
        <p>
          <Link
            href={`/applications/${id}/validation`}
            className="inline-block min-h-6 font-medium text-accent underline underline-offset-2"
          >
            {t(`${state}.action`)}
          </Link>
        </p>
      )}
    </Notice>
  )
}
