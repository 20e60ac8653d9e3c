import { Link } from '@/components/ui/link'

type Props = {
  label: string
  /** `title` says in full what the label shortens. */
  options: { href: string; label: string; title?: string; current: boolean }[]
}

/** A few views of the same thing, as links of which one is chosen. */
export function Segments({ label, options }: Props) {
  return (
    <nav aria-label={label} className="flex w-fit rounded-lg border border-line bg-surface p-px text-xs">
      {options.map(({ href, label, title, current }) => (
        <Link
          key={href}
          href={href}
          aria-current={current ? 'true' : undefined}
          title={title}
          className="inline-flex min-h-6 items-center rounded-md px-2.5 py-0.5 text-muted aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-ink aria-[current]:forced-colors:outline-2"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
