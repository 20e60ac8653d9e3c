'use client'

import type { RefObject } from 'react'
import { buttonLook } from '@/components/ui/button-look'

type Props = {
  label: string
  templates: { label: string; text: string }[]
  target: RefObject<HTMLTextAreaElement | null>
}

/** Texts to start a reason from; each is added to what stands there, and can be changed. */
export function ReasonTemplates({ label, templates, target }: Props) {
  function add(text: string) {
    const field = target.current
    if (!field) return
    field.value = [field.value.trim(), text].filter(Boolean).join('\n\n')
    field.focus()
  }
  return (
    <div className="needs-script grid gap-2">
      <p className="text-muted text-sm">{label}</p>
      <div className="flex flex-wrap gap-2">
        {templates.map((template) => (
          <button
            key={template.label}
            type="button"
            onClick={() => add(template.text)}
            className={buttonLook({ variant: 'secondary', size: 'small' })}
          >
            {template.label}
          </button>
        ))}
      </div>
    </div>
  )
}
