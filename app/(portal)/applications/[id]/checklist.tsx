import { Circle, CircleCheck, TriangleAlert } from 'lucide-react'
import { getLocale, getTranslations } from 'next-intl/server'
import { ButtonLink } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { localised } from '@/i18n/locale'
import { checklistOf, findMissing } from '@/lib/validation/checklist'
import { findApplicantValidation } from '@/lib/validation/queries'
import { Bar } from './bar'

type Props = { applicationId: string; developerId: string }

const looks = {
  present: [CircleCheck, 'text-success'],
  replace: [TriangleAlert, 'text-warning'],
  missing: [Circle, 'text-muted'],
  optional: [Circle, 'text-muted'],
} as const

/** The steps left before a Production application can be submitted, with links. */
export async function Checklist({ applicationId, developerId }: Props) {
  const found = await findApplicantValidation(applicationId, developerId)
  if (!found) return null
  const t = await getTranslations('applications.notice')
  const words = await getTranslations('validation.documents')
  const locale = await getLocale()
  const { submission } = found
  const state = submission.state === 'changes_requested' ? 'changes_requested' : 'draft'
  const items = checklistOf(submission)
  const open = findMissing(items).length
  const required = items.filter((item) => item.required).length
  return (
    <Card title={open > 0 ? t(`${state}.title`) : t('ready.title')} id="checklist" className="scroll-mt-6">
      <p className="-mt-2 mb-4 text-muted text-sm">{open > 0 ? t(`${state}.body`) : t('ready.body')}</p>
      <Bar share={required === 0 ? 1 : 1 - Math.min(open, required) / required} tone="success" />
      <ol className="my-5 grid gap-2.5">
        {submission.requirements.map((requirement, index) => {
          const look = lookOf(items[index])
          const [Icon, tone] = looks[look]
          return (
            <li key={requirement.requirementId} className="flex flex-wrap items-center gap-x-3 text-sm">
              <Icon className={`size-5 shrink-0 ${tone}`} aria-hidden="true" />
              <span className="font-medium">{localised(requirement, 'name', locale)}</span>
              <span className="text-muted">{words(look)}</span>
            </li>
          )
        })}
      </ol>
      <ButtonLink href={`/applications/${applicationId}/validation`}>{t(`${state}.action`)}</ButtonLink>
    </Card>
  )
}

function lookOf(item?: ReturnType<typeof checklistOf>[number]): keyof typeof looks {
  if (item?.verdict === 'replace') return 'replace'
  if (item?.document) return 'present'
  return item?.required ? 'missing' : 'optional'
}
