import { getTranslations } from 'next-intl/server'
import { Notice } from '@/components/ui/notice'
import { TextLink } from '@/components/ui/text-link'
import type { Environment } from '@/generated/prisma/enums'
import { isErrorCode } from '@/lib/error-codes'
import { readCause } from './recorded-call'

type Props = {
  call: { status: number; errorCode: string | null; hint?: string | null }
  /** Of the application, where the reader can act on the advice. */
  environment?: Environment
}

/** Why the call ended as it did: in general, in this case (for the owner only), and what to do. */
export async function Explanation({ call: { status, errorCode, hint = null }, environment }: Props) {
  const t = await getTranslations('usage')
  if (status < 400) return <p className="text-sm text-success">{t('call.fine')}</p>
  const cause = readCause(hint)
  const codes = await getTranslations('docs.codes')
  // The code's own advice is about the Sandbox's accounts.
  const lacksAccess = errorCode === 'account_not_found' && environment === 'production'
  const isTest = errorCode === 'account_not_found' && environment === 'sandbox'
  const known = errorCode !== null && isErrorCode(errorCode)
  return (
    <div className="grid gap-4">
      {cause && (
        <Notice tone="warning" title={t('call.hint')}>
          <p>{t(`hints.${cause}`)}</p>
        </Notice>
      )}
      {known && (
        <>
          <Part
            title={t('call.cause')}
            text={isTest ? t('call.unknownInSandbox') : codes(`${errorCode}.cause`)}
          />
          <Part
            title={t('call.fix')}
            text={lacksAccess ? t('call.fixInProduction') : codes(`${errorCode}.fix`)}
          />
          <p className="text-sm">
            <TextLink href={`/docs/errors/${errorCode}`}>{t('call.more', { code: errorCode })}</TextLink>
          </p>
        </>
      )}
    </div>
  )
}

function Part({ title, text }: { title: string; text: string }) {
  return (
    <section className="grid max-w-prose gap-1 text-sm">
      <h3 className="font-semibold text-sm">{title}</h3>
      <p>{text}</p>
    </section>
  )
}
