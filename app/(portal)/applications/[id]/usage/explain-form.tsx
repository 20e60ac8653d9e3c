import { getTranslations } from 'next-intl/server'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { TextInput } from '@/components/ui/text-input'
import { recentCallsKept } from '@/lib/usage/schema'

type Props = {
  applicationId: string
  /** What was asked for in vain, and why. */
  asked?: { text: string; problem: 'noId' | 'notFound' }
}

/** Leads from a request id to what happened. A GET form: it works without a script and can be linked to. */
export async function ExplainForm({ applicationId, asked }: Props) {
  const t = await getTranslations('usage.explain')
  return (
    <Card title={t('title')} className="no-print">
      <form
        key={asked?.text}
        action={`/applications/${applicationId}/usage`}
        noValidate
        className="grid gap-4 sm:grid-cols-[1fr_auto] sm:items-end"
      >
        <TextInput
          name="request"
          label={t('field')}
          hint={t('hint')}
          error={asked && t(asked.problem, { count: recentCallsKept })}
          defaultValue={asked?.text}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          mono
        />
        <Button type="submit" variant="secondary" className="min-h-11 justify-self-start">
          {t('button')}
        </Button>
      </form>
    </Card>
  )
}
