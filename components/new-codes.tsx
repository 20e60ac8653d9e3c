'use client'

import { type ComponentProps, use } from 'react'
import { CodeBlock } from '@/components/ui/code-block'
import { FormContext } from '@/components/ui/form-state'

type Props = Pick<ComponentProps<typeof CodeBlock>, 'title' | 'copyLabel' | 'copiedLabel'>

/** The codes themselves, which the browser alone has. */
export function NewCodes(props: Props) {
  const codes = use(FormContext).state.value as string[]
  return <CodeBlock {...props} code={codes.join('\n')} />
}
