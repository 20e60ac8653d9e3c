'use client'

import { type ComponentProps, use, useState } from 'react'
import { FormContext } from '@/components/ui/form-state'
import { TextInput } from '@/components/ui/text-input'

type Props = Omit<ComponentProps<typeof TextInput>, 'name' | 'value' | 'onChange'>

/** Keeps its own text: React resets a form whose action ends, and with it what was typed in the meantime. */
export function MsisdnField(props: Props) {
  const { values } = use(FormContext).state
  const [msisdn, setMsisdn] = useState(values?.msisdn ?? '')
  return (
    <TextInput {...props} name="msisdn" value={msisdn} onChange={(event) => setMsisdn(event.target.value)} />
  )
}
