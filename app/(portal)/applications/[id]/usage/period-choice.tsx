import { getTranslations } from 'next-intl/server'
import { applicationPath } from '@/components/application-pages'
import { withQuery } from '@/components/query'
import { buttonLook } from '@/components/ui/button-look'
import { DownloadLink } from '@/components/ui/download-link'
import { FilterBar } from '@/components/ui/filter-bar'
import { Link } from '@/components/ui/link'
import { Select } from '@/components/ui/select'
import { TextInput } from '@/components/ui/text-input'
import { type PeriodProblem, rangeNames, resolutions } from '@/lib/usage/range'
import { type View, viewAddress } from './address'

type Props = { applicationId: string; view: View; problem?: PeriodProblem }

/** Ranges that end now, a period of one's own, and the export of what is shown. */
export async function PeriodChoice({ applicationId, view, problem }: Props) {
  const t = await getTranslations('usage.range')
  const isOwn = view.from !== undefined || view.to !== undefined
  const { range, from, to, step } = view
  return (
    <div className="no-print grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <nav aria-label={t('label')}>
          <ul className="flex flex-wrap gap-2">
            {rangeNames.map((each) => (
              <li key={each}>
                <Link
                  href={viewAddress(applicationId, { ...withoutPeriod(view), range: each })}
                  aria-current={!isOwn && each === range ? 'true' : undefined}
                  className={buttonLook({
                    variant: !isOwn && each === range ? 'primary' : 'secondary',
                    size: 'small',
                  })}
                >
                  {t(each)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <DownloadLink
          href={withQuery(`${applicationPath(applicationId, 'usage')}/export`, { range, from, to, step })}
          size="small"
        >
          {t('csv')}
        </DownloadLink>
      </div>
      <details open={isOwn || step !== undefined || undefined}>
        <summary className="inline-block min-h-6 text-sm underline underline-offset-4">{t('own')}</summary>
        <OwnPeriod applicationId={applicationId} view={view} problem={problem} />
      </details>
    </div>
  )
}

async function OwnPeriod({ applicationId, view, problem }: Props) {
  const t = await getTranslations('usage.range')
  const field = (name: 'from' | 'to') => ({
    name,
    label: t(name),
    defaultValue: view[name],
    error: problem?.field === name ? t(`errors.${problem.reason}`) : undefined,
  })
  return (
    <div className="mt-3">
      <FilterBar
        label={t('own')}
        apply={t('show')}
        url={viewAddress(applicationId, view)}
        plain={viewAddress(applicationId, { range: view.range })}
        className="sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_auto]"
      >
        <input type="hidden" name="range" value={view.range} />
        <TextInput {...field('from')} type="datetime-local" />
        <TextInput {...field('to')} type="datetime-local" />
        <Select
          name="step"
          label={t('step')}
          defaultValue={view.step}
          options={[
            { value: '', label: t('automatic') },
            ...resolutions.map((value) => ({ value, label: t(`steps.${value}`) })),
          ]}
        />
      </FilterBar>
    </div>
  )
}

/** The view without its period, which another one replaces. */
export function withoutPeriod({ from: _from, to: _to, step: _step, ...view }: View): View {
  return view
}
