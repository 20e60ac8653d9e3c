'use client'

import { CircleCheck, CircleDashed, RefreshCw } from 'lucide-react'
import {
  type MouseEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { classNames } from '@/components/class-names'
import { BoundForm } from '@/components/ui/bound-form'
import { buttonLook } from '@/components/ui/button-look'
import { FormContext, FormErrors, FormProblem } from '@/components/ui/form-state'
import { KeyCap } from '@/components/ui/radio-cards'
import { SubmitButton } from '@/components/ui/submit-button'

export type DeskDocument = {
  id: string
  name: string
  /** The verdict on record, of a submission that is not being decided on. */
  verdict: string | null
  /** Whether there is a file to look at. */
  sent: boolean
  required: boolean
  /** The type and size of its file. */
  file?: string
  /** Of which document or earlier version its file is a copy, byte for byte. */
  copy?: string
  viewer: ReactNode
  /** The fields of the verdict, or what was decided. */
  panel: ReactNode
}

/** `checked` has `{done}` and `{all}`, for the browser to fill in. */
type Labels = Record<'documents' | 'accepted' | 'replace' | 'open' | 'checked', string>
type BarLabels = Record<'problem' | 'approve' | 'requestChanges' | 'reject', string> & WaitingLabels

type Props = {
  documents: DeskDocument[]
  labels: Labels
  /** While a decision is pending: the texts of its buttons, and its other fields. */
  bar?: BarLabels
  children?: ReactNode
  /** Below the documents, below the decision, and below the list of documents. */
  report: ReactNode
  talk: ReactNode
  facts: ReactNode
}

/**
 * What is decided on, the chosen document, and the decision: in wide windows three columns of the window's height
 * (`.desk`). Without JavaScript all documents and verdicts are below each other. The buttons of the decision stay at
 * the window's lower edge.
 */
export function Workbench({ documents, labels, bar, children, report, talk, facts }: Props) {
  const { errors, values } = use(FormContext).state
  const desk = useRef<HTMLDivElement>(null)
  const [index, setIndex] = useState(0)
  const [given, setGiven] = useState<Record<string, string>>({})
  const [listsNone, setListsNone] = useState(false)
  useReviewShortcuts(index, setIndex, documents)
  // Errors have to be seen.
  useEffect(() => {
    const wrong = documents.findIndex(({ id }) => errors?.[`because-${id}`] ?? errors?.[`verdict-${id}`])
    if (wrong >= 0) setIndex(wrong)
  }, [errors, documents])

  const read = useCallback(() => {
    const chosen = desk.current?.querySelectorAll<HTMLInputElement>('input[name^="verdict-"]:checked') ?? []
    setGiven(Object.fromEntries([...chosen].map(({ name, value }) => [name.slice(8), value])))
    const list = desk.current?.querySelector<HTMLTextAreaElement>('[name=msisdns]')
    const isListed = desk.current?.querySelector('[name=access][value=listed]:checked') != null
    setListsNone(isListed && list?.value.trim() === '')
  }, [])
  // Also what was chosen before this script ran, or put back after an error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are in the fields
  useEffect(read, [read, values])

  const judged = documents.map((each) => ({ ...each, verdict: given[each.id] ?? each.verdict }))
  const hiding = (at: number) => (at === index ? undefined : '[@media_screen_and_(scripting:enabled)]:hidden')
  const panels = documents.map(({ id, panel }, at) => (
    <div key={id} data-desk={id} className={hiding(at)}>
      {panel}
    </div>
  ))
  return (
    <div ref={desk} onChange={read} className="desk">
      <nav aria-label={labels.documents} className="needs-script no-print">
        <Progress documents={judged} labels={labels} />
        <ol className="-mx-1 flex gap-1.5 overflow-x-auto p-1 xl:mx-0 xl:grid xl:gap-0.5 xl:p-0">
          {judged.map((document, at) => (
            <li key={document.id} className="shrink-0">
              <button
                type="button"
                aria-current={at === index ? 'true' : undefined}
                onClick={() => setIndex(at)}
                className="flex min-h-10 w-full items-center gap-2 rounded-lg border border-transparent px-3 py-1.5 text-left text-sm hover:bg-raised aria-current:border-accent aria-current:bg-accent-soft forced-colors:aria-current:outline-2"
              >
                <Mark verdict={document.verdict} labels={labels} />
                <span className="grid max-w-72 [overflow-wrap:anywhere] xl:max-w-48">
                  {document.name}
                  <span className="text-muted text-xs">{document.file}</span>
                  <span className="text-warning text-xs">{document.copy}</span>
                </span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <div className="desk-document">
        {documents.map(({ id, viewer }, at) => (
          <div key={id} className={hiding(at)}>
            {viewer}
          </div>
        ))}
        {report}
      </div>
      <div className="desk-decision">
        <div className="no-print">
          {bar ? (
            <BoundForm problem="elsewhere" className="max-w-none grid-cols-1">
              {/* Nothing else leads to the fields there. */}
              <div className="without-script">
                <FormErrors title={bar.problem} />
              </div>
              {panels}
              {children}
              <DecisionBar documents={judged} listsNone={listsNone} labels={bar} />
            </BoundForm>
          ) : (
            panels
          )}
        </div>
        {talk}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <aside tabIndex={0} className="desk-facts">
        {facts}
      </aside>
    </div>
  )
}

/**
 * Keys of the review: 1 accepts the shown document, 2 asks for another and for what to fix, j and k show the next and
 * the previous document, n and p open the next and the previous submission.
 */
function useReviewShortcuts(
  index: number,
  show: (index: number) => void,
  documents: readonly { id: string }[],
): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      const id = documents[index]?.id
      const radio = (value: string) =>
        document.querySelector<HTMLInputElement>(`input[name="verdict-${id}"][value="${value}"]`)
      if (event.key === '1') radio('accepted')?.click()
      else if (event.key === '2') {
        radio('replace')?.click()
        document.getElementById(`because-${id}`)?.focus()
      } else if (event.key === 'j') show(Math.min(index + 1, documents.length - 1))
      else if (event.key === 'k') show(Math.max(index - 1, 0))
      else if (event.key === 'n' || event.key === 'p')
        document.querySelector<HTMLElement>(`[data-neighbour="${event.key}"]`)?.click()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [index, show, documents])
}

/** How many documents have a verdict, and which, in the order of the list. */
function Progress({ documents, labels }: Pick<Props, 'documents' | 'labels'>) {
  const done = documents.filter(({ sent, verdict }) => sent && verdict).length
  const all = documents.filter(({ sent }) => sent).length
  const tone = { accepted: 'bg-success', replace: 'bg-warning' } as Record<string, string>
  return (
    <div className="mb-3 grid gap-2 px-1">
      <p className="flex items-center gap-1 font-semibold text-sm">
        <span role="status" className="mr-auto tabular-nums">
          {labels.checked.replace('{done}', String(done)).replace('{all}', String(all))}
        </span>
        {documents.length > 1 && (
          <span className="flex gap-1 max-xl:hidden">
            <KeyCap>j</KeyCap>
            <KeyCap>k</KeyCap>
          </span>
        )}
      </p>
      <div aria-hidden="true" className="flex gap-1">
        {documents.map(({ id, verdict }) => (
          <i
            key={id}
            className={classNames('h-1 flex-1 rounded-full', tone[verdict ?? ''] ?? 'bg-line-strong/40')}
          />
        ))}
      </div>
    </div>
  )
}

/** Whether a pressed key is text for a field, not a command: radios and checkboxes take none. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=radio]):not([type=checkbox]), textarea, select, [contenteditable]')
  )
}

function Mark({ verdict, labels }: { verdict: string | null; labels: Labels }) {
  const [Icon, text, tone] =
    verdict === 'accepted'
      ? ([CircleCheck, labels.accepted, 'text-success'] as const)
      : verdict === 'replace'
        ? ([RefreshCw, labels.replace, 'text-warning'] as const)
        : ([CircleDashed, labels.open, 'text-muted'] as const)
  return (
    <>
      <Icon className={classNames('size-4 shrink-0', tone)} aria-hidden="true" />
      <span className="sr-only">{text}, </span>
    </>
  )
}

const neverChanges = () => () => {}

type BarProps = { documents: DeskDocument[]; listsNone: boolean; labels: BarLabels }

/**
 * What went wrong, which files are the same, and the three buttons. With a script, "Approve" says what it waits for: it
 * can be reached all the same, so that everyone hears why.
 */
function DecisionBar({ documents, listsNone, labels }: BarProps) {
  const scripted = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
  const waits = findWaiting(documents, listsNone, labels)
  const identical = warnOfIdentical(documents, labels)
  const hold = scripted && waits ? { 'aria-disabled': true, onClick: swallow } : {}
  const replaces = documents.some(({ verdict }) => verdict === 'replace')
  return (
    <div className="no-print decision-bar fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface shadow-lifted sm:left-14">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-8 xl:px-6">
        <div className="mr-auto grid min-w-0 text-sm max-sm:w-full max-sm:text-xs lg:flex-1">
          <FormProblem />
          {identical && <p className="needs-script text-warning">{identical}</p>}
          {waits && (
            <p id="approve-waits" className="needs-script text-muted">
              {waits}
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <SubmitButton
            name="outcome"
            value="approved"
            variant={replaces ? 'secondary' : 'primary'}
            aria-describedby={waits ? 'approve-waits' : undefined}
            {...hold}
          >
            {labels.approve}
          </SubmitButton>
          <SubmitButton name="outcome" value="changes_requested" variant={replaces ? 'primary' : 'secondary'}>
            {labels.requestChanges}
          </SubmitButton>
          <span className="sm:ml-6">
            <SubmitButton name="outcome" value="rejected" variant="reject">
              {labels.reject}
            </SubmitButton>
          </span>
        </div>
      </div>
    </div>
  )
}

function swallow(event: MouseEvent): void {
  event.preventDefault()
}

type Judged = { name: string; verdict: string | null; sent: boolean; required: boolean; copy?: string }

/** `missing` and `identical` have `{names}`, for the browser to fill in. */
type WaitingLabels = Record<'missing' | 'replacing' | 'noAccounts' | 'identical', string>

/** What an approval waits for, in a sentence; null where it may be sent. @param listsNone it lists no account */
export function findWaiting(
  documents: readonly Judged[],
  listsNone: boolean,
  labels: WaitingLabels,
): string | null {
  if (documents.some(({ verdict }) => verdict === 'replace')) return labels.replacing
  const missing = documents.filter(({ sent, required, verdict }) => sent && required && !verdict)
  if (missing.length > 0) return nameThem(labels.missing, missing)
  return listsNone ? labels.noAccounts : null
}

/** Which files are the same, before anyone approves them; null if none are. */
export function warnOfIdentical(documents: readonly Judged[], labels: WaitingLabels): string | null {
  const identical = documents.filter(({ copy }) => copy)
  return identical.length > 0 ? nameThem(labels.identical, identical) : null
}

/** More names would make the bar cover what it is about. */
const namedAtOnce = 2

function nameThem(text: string, documents: readonly Judged[]): string {
  const names = documents.slice(0, namedAtOnce).map(({ name }) => name)
  const others = documents.length - names.length
  return text.replace('{names}', () => `${names.join(', ')}${others > 0 ? ` +${others}` : ''}`)
}

type ReasonTemplatesProps = {
  label: string
  templates: { label: string; text: string }[]
  /** The id of the textarea that takes them. */
  target: string
}

/** Texts to start a reason from; each is added to what the field holds, and can be changed. */
export function ReasonTemplates({ label, templates, target }: ReasonTemplatesProps) {
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
