import type { ReactNode } from 'react'

type Props = {
  /** Unique on the page. */
  name: string
  /** The subject of the choice, for example "Language". */
  label: string
  /** At most eight; the first is selected at first. */
  tabs: { value: string; label: string; content: ReactNode }[]
}

/** Of a tab, and of a link that looks like one. */
export const tabLook =
  'relative inline-flex min-h-10 shrink-0 items-center whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-muted text-sm hover:text-ink has-checked:border-accent has-focus-visible:rounded has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent aria-[current]:border-accent aria-[current]:text-ink'

/**
 * One of several views of the same content. A radio group underneath, so that it works without a script and with the
 * arrow keys; the style sheet shows the panel of the checked one.
 */
export function Tabs({ name, label, tabs }: Props) {
  return (
    <div className="tabs grid min-w-0 gap-3">
      <fieldset className="min-w-0">
        <legend className="sr-only">{label}</legend>
        <div className="tabs-list flex gap-1 overflow-x-auto overflow-y-hidden border-line border-b">
          {tabs.map((tab, index) => (
            <label key={tab.value} className={tabLook}>
              <input
                type="radio"
                name={name}
                value={tab.value}
                defaultChecked={index === 0}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              {tab.label}
            </label>
          ))}
        </div>
      </fieldset>
      <div className="tabs-panels min-w-0">
        {tabs.map((tab) => (
          <div key={tab.value} className="min-w-0">
            {tab.content}
          </div>
        ))}
      </div>
    </div>
  )
}
