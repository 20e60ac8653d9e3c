'use client'

import { buttonLook } from '@/components/ui/button-look'

type Props = {
  label: string
  templates: { label: string; text: string }[]
  /** The id of the textarea that takes them. */
  target: string
}

/** Texts to start a reason from; each is added to what the field holds, and can be changed. */
export function ReasonTemplates({ label, templates, target }: Props) {
  function add(text: string) {
    const field = document.getElementById(target) as HTMLTextAreaElement | null
    if (!field) return
    field.value = [field.value.trim(), text].filter(Boolean).join('\n\n')
    field.focus()
  }
  return (
    <>
      <noscript>
        <details className="text-sm">
          <summary className="min-h-6 text-muted underline">{label}</summary>
          <dl className="mt-2 grid gap-3 border-line border-l-2 pl-3">
            {templates.map((template) => (
              <div key={template.label}>
                <dt className="font-medium">{template.label}</dt>
                <dd className="whitespace-pre-line">{template.text}</dd>
              </div>
            ))}
          </dl>
        </details>
      </noscript>
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
    </>
  )
}
