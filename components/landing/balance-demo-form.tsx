'use client'

import { useActionState, useEffect, useRef, useState } from 'react'
import { BalanceReceipt } from '@/components/balance-receipt'
import { type DemoState, landingAccounts } from '@/components/landing/demo-state'
import { balanceRequest, Variables } from '@/components/landing/snippet'
import { EmptySlot, Receipt } from '@/components/receipt'
import { callAction, isSubmitFailure, SubmitFailureNotice } from '@/components/ui/submit-failure'
import { TextLink } from '@/components/ui/text-link'

/** `again` holds a place for `{seconds}`, and `measured` for `{ms}`. */
export type BalanceDemoTexts = Record<
  | 'title'
  | 'lead'
  | 'idle'
  | 'calling'
  | 'again'
  | 'limitLead'
  | 'closed'
  | 'nothing'
  | 'service'
  | 'sandbox'
  | 'measured',
  string
> & { accounts: string[] }

type Props = {
  call: (scene: DemoState, form: FormData) => Promise<DemoState>
  first: DemoState
  texts: BalanceDemoTexts
}

/** The counter of the landing page: test accounts to choose from, and the receipt of a real call. */
export function BalanceDemoForm({ call, first, texts }: Props) {
  const [scene, post, pending] = useActionState(onServer ? call : withNet(call), first, '/#counter')
  const button = useRef<HTMLButtonElement>(null)
  const [pressed, press] = useState<number>()
  const wait = useWait(scene)
  const { outcome } = scene
  const chosen = pressed ?? scene.account ?? 0
  return (
    <div className="grid justify-items-center">
      <form id="counter" action={post} aria-label={texts.title} className="w-full max-w-132 scroll-mt-6">
        <div className="on-brand arch relative mx-2 grid h-74 content-end overflow-clip px-5 pb-4 sm:mx-5 sm:h-76 sm:px-14 sm:pb-6">
          <p className="font-semibold text-center">{texts.title}</p>
          <p className="mx-auto mb-3 max-w-56 text-balance text-center text-sm sm:mb-4 sm:max-w-none">
            {texts.lead}
          </p>
          <div className="grid gap-2">
            {landingAccounts.map((msisdn, index) => (
              <button
                key={msisdn}
                type="submit"
                name="account"
                value={index + 1}
                aria-current={(chosen === index + 1 && 'true') || undefined}
                aria-disabled={pending || wait > 0 || undefined}
                onClick={(event) => {
                  if (pending || wait > 0) return event.preventDefault()
                  button.current = event.currentTarget
                  press(index + 1)
                }}
                className="chip"
              >
                <span className="font-mono">{msisdn}</span> {texts.accounts[index]}
              </button>
            ))}
          </div>
          {outcome === 'outage' && !pending && (
            <div className="shutter absolute inset-0 grid place-items-center text-ink">
              <p className="rounded-md border border-line bg-surface px-6 py-4 text-center text-sm">
                <span className="block font-semibold">{texts.closed}</span>
                <TextLink href="/status">{texts.service}</TextLink>
              </p>
            </div>
          )}
        </div>
        <div className="ledge relative z-1 h-3.5" />
        <output className="block min-h-61 px-4 sm:min-h-49 pb-6 sm:px-14" aria-busy={pending}>
          {scene.failure && !pending ? (
            <SubmitFailureNotice
              failure={scene.failure}
              again={() => button.current?.form?.requestSubmit(button.current)}
            />
          ) : (
            <Slot texts={texts} scene={scene} pending={pending} wait={wait} />
          )}
        </output>
      </form>
      <pre className="w-full max-w-132 whitespace-pre-wrap rounded-xl border border-code-line bg-code px-4 py-3 font-mono text-code-ink text-xs leading-5.5 [overflow-wrap:anywhere]">
        <Variables code={balanceRequest(landingAccounts[chosen - 1] ?? landingAccounts[0])} />
      </pre>
    </div>
  )
}

/** A server action itself is what the form posts to without a script. */
const onServer = typeof window === 'undefined'

/** Without a response, the counter is as it was, and says so. */
function withNet(call: Props['call']): Props['call'] {
  return async (previous, form) => {
    const result = await callAction(() => call(previous, form), undefined, [])
    return isSubmitFailure(result) ? { ...previous, failure: result } : result
  }
}

/** As high as a receipt. */
const roomLook = 'h-55 sm:h-43'

type SlotProps = { texts: BalanceDemoTexts; scene: DemoState; pending: boolean; wait: number }

function Slot({ texts, scene: { outcome, account = 1 }, pending, wait }: SlotProps) {
  if (pending) return <EmptySlot className={roomLook}>{texts.calling}</EmptySlot>
  if (!outcome) return <EmptySlot className={roomLook}>{texts.idle}</EmptySlot>
  if (outcome === 'outage') return <EmptySlot className={roomLook}>{texts.nothing}</EmptySlot>
  if ('waitSeconds' in outcome)
    return (
      <Receipt title={landingAccounts[account - 1] ?? ''} status="429 quota_exceeded">
        <p className="py-4 font-sans text-sm">
          <span className="block font-mono font-semibold text-2xl leading-10">
            {texts.again.replace('{seconds}', String(wait))}
          </span>
          {texts.limitLead}
        </p>
      </Receipt>
    )
  const foot = [texts.sandbox, texts.measured.replace('{ms}', String(outcome.ms))] as const
  return <BalanceReceipt body={outcome.body} status={`${outcome.status} OK`} foot={[...foot]} />
}

/** The seconds until the next call, counted down; without a script those of the response. */
function useWait(scene: DemoState): number {
  const { outcome } = scene
  const given = typeof outcome === 'object' && 'waitSeconds' in outcome ? outcome.waitSeconds : 0
  const [ends, setEnds] = useState<{ scene: DemoState; left: number }>()
  useEffect(() => {
    if (given === 0) return
    const end = performance.now() + given * 1000
    const count = () => setEnds({ scene, left: Math.max(0, Math.ceil((end - performance.now()) / 1000)) })
    const timer = setInterval(count, 1000)
    return () => clearInterval(timer)
  }, [scene, given])
  return ends?.scene === scene ? ends.left : given
}
