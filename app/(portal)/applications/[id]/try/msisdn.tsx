'use client'

import { type ComponentProps, createContext, type KeyboardEvent, type ReactNode, use, useState } from 'react'
import { FormContext } from '@/components/ui/form-state'
import { TextInput } from '@/components/ui/text-input'

/** The number in the field, which the list of test accounts and the history change too. */
export const MsisdnContext = createContext<[string, (msisdn: string) => void]>(['', () => {}])

/** Keeps its own text: React resets a form whose action ends, and with it what was typed in the meantime. */
export function MsisdnProvider({ first, children }: { first: string; children: ReactNode }) {
  const { values } = use(FormContext).state
  const number = useState(values?.msisdn ?? first)
  return <MsisdnContext value={number}>{children}</MsisdnContext>
}

type FieldProps = Omit<ComponentProps<typeof TextInput>, 'name' | 'value' | 'onChange'>

export function MsisdnField(props: FieldProps) {
  const [msisdn, setMsisdn] = use(MsisdnContext)
  return (
    <TextInput {...props} name="msisdn" value={msisdn} onChange={(event) => setMsisdn(event.target.value)} />
  )
}

export type CaseGroup = { label: string; cases: { msisdn: string; label: string }[] }

/** Test accounts by what they are good for: a press queries one. On a phone they are one line. */
export function Cases({ groups }: { groups: CaseGroup[] }) {
  const [msisdn, setMsisdn] = use(MsisdnContext)
  return (
    <div className="-mx-4 flex gap-1.5 overflow-x-auto px-4 py-1 lg:mx-0 lg:grid lg:gap-0 lg:overflow-visible lg:px-0 lg:py-0">
      {groups.map(({ label, cases }) => (
        <section
          key={label}
          aria-label={label}
          className="contents lg:block lg:border-line lg:border-t lg:py-2"
        >
          <h3 className="flex justify-between gap-3 px-2 text-xs leading-8 max-lg:hidden">
            {label} <span className="font-normal text-muted">{cases.length}</span>
          </h3>
          <ul className="contents lg:block">
            {cases.map((each) => (
              <li key={each.msisdn} className="shrink-0">
                <button
                  type="submit"
                  name="account"
                  value={each.msisdn}
                  aria-current={each.msisdn === msisdn || undefined}
                  onClick={() => setMsisdn(each.msisdn)}
                  onKeyDown={moveFocus}
                  className="flex min-h-9 w-full items-center justify-between gap-3 rounded-md px-2 text-left text-xs -outline-offset-2 hover:bg-raised aria-[current]:bg-accent-soft aria-[current]:text-accent aria-[current]:forced-colors:outline-2 max-lg:whitespace-nowrap max-lg:border max-lg:border-line max-lg:px-3 lg:min-h-8"
                >
                  {each.label} <span className="font-mono max-lg:sr-only">{each.msisdn}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** The arrow keys move in the list. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const list = [...(event.currentTarget.form?.querySelectorAll<HTMLElement>('[name=account]') ?? [])]
  const next = list[list.indexOf(event.currentTarget) + step]
  if (!step || !next) return
  event.preventDefault()
  next.focus()
}
