'use server'
import { getTranslations } from 'next-intl/server'
import { requireApplication } from '@/app/_request/application'
import { formAction } from '@/app/_request/form-action'
import type { TeamApplication } from '@/lib/applications/queries'
import { formatNetwork } from '@/lib/network'
import { findCallingNetworks, needsReview, previewDays, previewNetworks } from '@/lib/networks/queries'
import { requestCommands } from '@/lib/quota-requests/commands'
import type { PreviewedList } from './outcome'
import { readSuggestions } from './suggestions'

const { send, withdraw } = requestCommands.networks
const messages = 'networks.errors'

type Id = [applicationId: string]

/** Previews a list, then saves the one that was previewed: changed in between, it is previewed again. */
export const changeOwnNetworks = formAction<typeof send, Id, PreviewedList>(send, {
  messages,
  fields: ({ form }) => readSuggestions(form),
  question: { title: 'networks.question' },
  keeps: true,
  async instead({ form, bound: [id], input: { networks } }) {
    if (form.get('intent') === 'save' && form.get('previewed') === networks.join()) return undefined
    const { application } = await requireApplication(id, 'networks')
    return { value: await describeOutcome(application, networks) }
  },
  to: (done, { bound }) => pageOf(bound, done),
  async refuse({ reason }) {
    if (reason !== 'reason_required') return undefined
    return { errors: { reason: (await getTranslations(messages))(reason) } }
  },
})

export const withdrawListRequest = formAction<typeof withdraw, Id>(withdraw, {
  messages,
  to: (_, { bound }) => pageOf(bound, 'withdrawn'),
})

function pageOf([id]: Id, done: string): string {
  return `/applications/${id}/addresses?done=${done}`
}

/** Describes the effect of a list, in the reader's language. */
async function describeOutcome(application: TeamApplication, networks: string[]): Promise<PreviewedList> {
  const t = await getTranslations('networks')
  const days = previewDays
  const preview = previewNetworks(networks, await findCallingNetworks(application.id))
  const review = needsReview(application, networks)
  const list = networks.map(formatNetwork).join(', ') || t('everywhere')
  const sentences = [
    t('outcome.list', { list }),
    preview.calls === 0 ? t('outcome.none', { days }) : t('outcome.refused', { ...preview, days }),
    ...(preview.unsure > 0 ? [t('outcome.unsure', { count: preview.unsure })] : []),
    t(review ? 'outcome.review' : 'outcome.direct'),
    ...(networks.length > 0 ? [t('outcome.portal')] : []),
  ]
  return { previewed: networks.join(), sentences, review }
}
