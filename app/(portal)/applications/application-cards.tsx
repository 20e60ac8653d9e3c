import { getTranslations } from 'next-intl/server'
import { classNames } from '@/components/class-names'
import type { Activity } from '@/lib/usage/activity'
import { ApplicationCard } from './application-card'

/**
 * The developer's applications. The Sandbox application and its twin in Production, which has the same name,
 * share a row; they come first, so that the others leave no gaps.
 */
export async function ApplicationCards({ applications }: { applications: Activity[] }) {
  const t = await getTranslations('applications.card')
  const twins = applications.filter((application) => isTwin(application, applications))
  const others = applications.filter((application) => !isTwin(application, applications))
  return (
    <ul aria-label={t('list')} className="grid gap-4 lg:grid-cols-2">
      {[...twins, ...others].map((application, index, all) => {
        const begins = isTwin(application, applications) && !isSame(application, all[index - 1])
        return (
          <li key={application.id} className={classNames('min-w-0', begins && 'lg:col-start-1')}>
            <ApplicationCard application={application} />
          </li>
        )
      })}
    </ul>
  )
}

function isTwin(application: Activity, applications: Activity[]): boolean {
  return applications.some((other) => other !== application && isSame(application, other))
}

function isSame({ name }: Activity, other: Activity | undefined): boolean {
  return name.toLowerCase() === other?.name.toLowerCase()
}
