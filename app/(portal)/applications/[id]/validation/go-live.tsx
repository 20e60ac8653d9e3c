import { Check } from 'lucide-react'
import { getFormatter, getLocale, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { DropAnywhere } from '@/app/_validation/drop-anywhere'
import { applicationPath } from '@/components/application-pages'
import { classNames } from '@/components/class-names'
import { TextLink } from '@/components/ui/text-link'
import { localised } from '@/i18n/locale'
import { isToBeSent } from '@/lib/documents/schema'
import type { ApplicantValidation } from '@/lib/validation/queries'
import { findReadiness } from '@/lib/validation/readiness'

type Row = {
  name: string
  done: boolean
  required: boolean
  fact: string
  act?: ReactNode
  /** The id of the field for its file. */
  field?: string
}

/** What going live takes, before it is sent: what is there and what is missing. */
export async function GoLive({ found }: { found: ApplicantValidation }) {
  if (!isToBeSent(found.submission.state)) return null
  const t = await getTranslations('validation.goLive')
  const format = await getFormatter()
  const readiness = await findReadiness(found)
  const rows = await listRows(found.application, readiness)
  const required = rows.filter((row) => row.required)
  const missing = required.filter(({ done }) => !done).map(({ name }) => name)
  return (
    <section aria-label={t('title')} className="grid gap-4">
      <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
        <p className="font-semibold text-3xl tabular-nums">
          {readiness.ready}
          <span className="text-muted"> / {readiness.needed}</span>
        </p>
        <p>
          {missing.length === 0
            ? t('complete')
            : t('missing', { count: missing.length, names: format.list(missing) })}
        </p>
      </div>
      <div aria-hidden="true" className="flex gap-1">
        {required.map(({ name, done }) => (
          <span key={name} className={classNames('h-1 flex-1 rounded-full', done ? 'bg-fill' : 'bg-line')} />
        ))}
      </div>
      <DropAnywhere />
      <ul>
        {rows.map((row) => (
          <ChecklistRow key={row.name} row={row} />
        ))}
      </ul>
    </section>
  )
}

async function ChecklistRow({ row: { name, done, required, fact, act, field } }: { row: Row }) {
  const t = await getTranslations('validation.goLive')
  const todo = required && !done
  return (
    <li
      data-drop={todo ? field : undefined}
      className={classNames(
        'grid min-h-14 grid-cols-[1.25rem_minmax(0,1fr)_auto] items-center gap-x-3 py-2 text-sm sm:grid-cols-[1.25rem_12.5rem_minmax(0,1fr)_auto]',
        todo
          ? 'not-last:-mb-px -mx-2 min-h-16 rounded-lg border border-line-strong border-dashed bg-surface px-2 in-data-dropping:data-drop:bg-accent-soft'
          : 'border-line border-b',
      )}
    >
      <span
        className={classNames(
          'inline-grid size-5 place-items-center rounded-full [&_svg]:size-3',
          done ? 'bg-success-soft text-success' : 'border-[1.5px]',
          !done && (todo ? 'border-warning border-dashed' : 'border-line-strong'),
        )}
      >
        {done && <Check aria-hidden="true" />}
        <span className="sr-only">{t(done ? 'done' : todo ? 'toDo' : 'optional')}</span>
      </span>
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      <span className="text-muted text-xs [overflow-wrap:anywhere] max-sm:col-start-2 max-sm:row-start-2">
        {todo && field ? (
          <>
            <span className="in-data-dropping:hidden">{fact}</span>
            <span aria-hidden="true" className="hidden font-medium text-accent in-data-dropping:inline">
              {t('drop', { name })}
            </span>
          </>
        ) : (
          fact
        )}
      </span>
      {act && <span className="max-sm:row-span-2">{act}</span>}
    </li>
  )
}

async function listRows(
  { id, description, allowedNetworks }: ApplicantValidation['application'],
  { rehearsal, documents }: Awaited<ReturnType<typeof findReadiness>>,
): Promise<Row[]> {
  const t = await getTranslations('validation.goLive')
  const words = await getTranslations('validation.documents')
  const locale = await getLocale()
  const { found, passed, asked } = rehearsal
  return [
    {
      name: t('rows.details'),
      done: true,
      required: true,
      fact: description || t('noDescription'),
      act: <TextLink href={applicationPath(id, 'general')}>{t('edit')}</TextLink>,
    },
    {
      ...rehearsal,
      name: t('rows.rehearsal'),
      fact: !found ? t('notRehearsed') : asked > 0 ? t('passed', { passed, count: asked }) : t('rehearsed'),
      act: <TextLink href="#rehearsal">{t('open')}</TextLink>,
    },
    ...documents.map(({ requirement, replace, done, required }): Row => {
      const state = replace ? 'replace' : done ? 'present' : required ? 'missing' : 'optional'
      return {
        name: localised(requirement, 'name', locale),
        done,
        required,
        fact: words(state),
        act: done ? undefined : <TextLink href="#documents">{t('add')}</TextLink>,
        field: `document-${requirement.requirementId}`,
      }
    }),
    {
      name: t('rows.addresses'),
      done: allowedNetworks.length > 0,
      required: false,
      fact: t('addresses', { count: allowedNetworks.length }),
      act: <TextLink href={applicationPath(id, 'addresses')}>{t('open')}</TextLink>,
    },
  ]
}

const steps = ['draft', 'submit', 'review', 'proof', 'live'] as const

/** What was done, where it is, and what comes. */
export async function NextSteps({ state }: { state: ApplicantValidation['application']['state'] }) {
  const t = await getTranslations('validation.goLive')
  const here =
    { draft: 1, changes_requested: 1, rejected: 1, in_validation: 2, activating: 3 }[state as string] ?? 4
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="mb-3 text-subject">
        {t('next')}
      </h2>
      <ol>
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === here ? 'step' : undefined}
            className="relative pb-4 pl-7 text-sm not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-1 not-last:before:left-1.25 not-last:before:border-line not-last:before:border-l-[1.5px]"
          >
            <span
              aria-hidden="true"
              className={classNames(
                'absolute top-1.5 left-px size-2.5 rounded-full border-[1.5px]',
                index < here && 'border-line-strong bg-line-strong',
                index === here && 'border-accent bg-accent ring-3 ring-accent-soft',
                index > here && 'border-line-strong',
              )}
            />
            <span className="font-medium">{t(`steps.${step}.title`)}</span>
            <p className="text-muted text-xs">{t(`steps.${step}.body`)}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
