type Props = {
  /** What is under way, for example "Upload of statutes.pdf". */
  label: string
  value: number
  max?: number
  /** The same in words, for example "3 of 5"; shown at the right. */
  text: string
}

/** How far something has come. The browser's own element: no inline style is needed for its length. */
export function Progress({ label, value, max = 100, text }: Props) {
  return (
    <div className="grid gap-1.5">
      <div className="flex justify-between gap-4 text-sm">
        <span aria-hidden="true">{label}</span>
        <span className="text-muted tabular-nums">{text}</span>
      </div>
      <progress
        aria-label={label}
        value={value}
        max={max}
        className="h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-raised [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-accent"
      />
    </div>
  )
}
